/// Facts about files, in memory: what the rules decide by.
///
/// It begins with a root and grows with what a question turns out to need: whoever asks reads the fact
/// that a ``Stop/lacks(_:)`` names, adds it, and asks again.
package final class FileTree {
    /// What a name in a directory leads to.
    package enum Entry: Hashable, Sendable {
        case place(PlaceID)
        case missing
        /// It could not be looked at.
        case unknown(Unknown.Cause)
    }

    package let root: PlaceID
    package let settings: FileSettings
    package private(set) var places: [Place] = []
    package private(set) var details: [PlaceDetails] = []
    package private(set) var mounts: [Mount] = []
    /// INVARIANT: a walk is kept only when it lacked nothing, and facts are never taken back.
    var walks: [WalkKey: Walk] = [:]

    package init(
        root: Place,
        on mount: Mount,
        list: [ListEntry]? = nil,
        settings: FileSettings
    ) {
        self.root = PlaceID(index: 0)
        self.settings = settings
        mounts = [mount]
        var detail = PlaceDetails(mount: 0, parent: self.root, path: "/")
        detail.list = list
        _ = append(root, detail)
    }

    package subscript(_ id: PlaceID) -> Place { places[Int(id.index)] }

    package func mount(of id: PlaceID) -> Mount { mounts[details[Int(id.index)].mount] }

    package func path(of id: PlaceID) -> String { details[Int(id.index)].path }

    func parent(of id: PlaceID) -> PlaceID { details[Int(id.index)].parent }

    private func append(_ place: Place, _ detail: PlaceDetails) -> PlaceID {
        var place = place
        place.hasList = detail.list != nil
        place.permissionRule = mounts[detail.mount].rules.permission
        places.append(place)
        details.append(detail)
        return PlaceID(index: Int32(places.count - 1))
    }
}

// Growing.
extension FileTree {
    /// Adds a mount.
    ///
    /// - Returns: its number, for ``add(_:named:in:mount:list:target:)``.
    package func add(_ mount: Mount) -> Int {
        mounts.append(mount)
        return mounts.count - 1
    }

    /// Adds what a name in a directory leads to.
    @discardableResult
    package func add(
        _ place: Place,
        named name: [UInt8],
        in directory: PlaceID,
        mount: Int,
        list: [ListEntry]? = nil,
        target: [UInt8]? = nil
    ) -> PlaceID {
        let above = path(of: directory)
        let path = (above == "/" ? "/" : above + "/") + String(decoding: name, as: UTF8.self)
        var detail = PlaceDetails(mount: mount, parent: directory, path: path)
        detail.list = list
        detail.target = target
        let id = append(place, detail)
        details[Int(directory.index)].names[name] = .place(id)
        return id
    }

    /// Adds that a name leads nowhere, or that nobody could look.
    package func add(_ entry: Entry, named name: [UInt8], in directory: PlaceID) {
        details[Int(directory.index)].names[name] = entry
    }

    /// Adds whether a directory has no names.
    package func add(isEmpty: Bool?, of directory: PlaceID) {
        details[Int(directory.index)].emptiness = .known(isEmpty)
    }

    /// Adds the file that a mount covers; nil where it could not be looked at.
    package func add(covered: Place?, list: [ListEntry]? = nil, by mounted: PlaceID) {
        guard let covered else {
            details[Int(mounted.index)].covered = .known(nil)
            return
        }
        let above = details[Int(mounted.index)].parent
        var detail = PlaceDetails(
            mount: details[Int(above.index)].mount,
            parent: above,
            path: path(of: mounted)
        )
        detail.list = list
        details[Int(mounted.index)].covered = .known(append(covered, detail))
    }

    /// Adds what execve(2) would find in a file; nil where it could not be read.
    package func add(program: Program?, of file: PlaceID) {
        details[Int(file.index)].program = .known(program)
    }
}

/// What of a file only some questions need.
package struct PlaceDetails: Sendable {
    /// A fact that was read, nil where it could not be; or that nobody has read yet.
    package enum Fact<Value: Sendable>: Sendable {
        case unread
        case known(Value?)
    }

    package var mount: Int
    package var parent: PlaceID
    package var path: String
    /// The access list, in the kernel's order; nil where the file has none.
    package var list: [ListEntry]?
    /// Where a symbolic link points to; nil where it is none, or a magic one of proc(5).
    package var target: [UInt8]?
    package var names: [[UInt8]: FileTree.Entry] = [:]
    package var emptiness = Fact<Bool>.unread
    package var covered = Fact<PlaceID>.unread
    package var program = Fact<Program>.unread

    init(mount: Int, parent: PlaceID, path: String) {
        self.mount = mount
        self.parent = parent
        self.path = path
    }
}
