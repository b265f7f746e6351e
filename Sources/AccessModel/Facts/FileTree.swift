package import Kernel

/// Facts about files, in memory. The rules decide by them.
///
/// The tree begins with a root and grows as questions need facts. The caller reads the fact that a ``Stop/lacks(_:)``
/// names, adds it, and asks again.
package final class FileTree {
    /// The object of a name in a directory.
    package enum Entry: Hashable, Sendable {
        case place(PlaceID)
        /// The name does not exist. A missing object still has a path.
        case missing(PlaceID)
        /// The name could not be examined.
        case unknown(Unknown.Cause)
    }

    package let root: PlaceID
    package let settings: FileSettings
    /// True if something is mounted over the root. In that case `..` leads into it, both from the root and from a
    /// directory below it (`step_into` of fs/namei.c).
    private let isRootCovered: Bool
    package private(set) var places: [Place] = []
    package private(set) var details: [PlaceDetails] = []
    package private(set) var mounts: [Mount] = []
    /// The questions about files, in order; nil if no trace is wanted.
    var trace: [TraceStep]?
    /// INVARIANT: a walk is stored only if it lacked no fact, and facts are never removed.
    var walks = StoredWalks()

    package init(
        root: Place,
        on mount: Mount,
        list: [ListEntry]? = nil,
        settings: FileSettings,
        isRootCovered: Bool = false
    ) {
        self.isRootCovered = isRootCovered
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

    package func list(of id: PlaceID) -> [ListEntry]? { details[Int(id.index)].list }

    package func target(of id: PlaceID) -> [UInt8]? { details[Int(id.index)].target }

    /// The program in a file, if that was read.
    func program(of id: PlaceID) -> Program? {
        guard case .known(let program) = details[Int(id.index)].program else { return nil }
        return program
    }

    func parent(of id: PlaceID) -> PlaceID { details[Int(id.index)].parent }

    /// Returns the target of `..`.
    func above(_ id: PlaceID) throws(Stop) -> PlaceID {
        let above = parent(of: id)
        guard above != root || !isRootCovered else {
            throw .unknown(Unknown(.coveredRoot, at: root))
        }
        return above
    }

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
    /// - Returns: The number for ``add(_:named:in:mount:list:target:)``.
    package func add(_ mount: Mount) -> Int {
        mounts.append(mount)
        return mounts.count - 1
    }

    /// Adds the file of a name in a directory.
    @discardableResult
    package func add(
        _ place: Place,
        named name: [UInt8],
        in directory: PlaceID,
        mount: Int,
        list: [ListEntry]? = nil,
        target: [UInt8]? = nil
    ) -> PlaceID {
        var detail = PlaceDetails(
            mount: mount,
            parent: directory,
            path: path(of: name, in: directory)
        )
        detail.list = list
        detail.target = target
        let id = append(place, detail)
        details[Int(directory.index)].names[name] = .place(id)
        return id
    }

    /// Adds that a name does not exist, or that it could not be examined.
    package func add(_ absence: Absence, named name: [UInt8], in directory: PlaceID) {
        let mount = details[Int(directory.index)].mount
        let path = path(of: name, in: directory)
        details[Int(directory.index)].names[name] =
            switch absence {
            case .unknown(let cause): .unknown(cause)
            case .missing:
                .missing(
                    append(
                        Place(.regular, mode: 0, uid: noID, gid: noID),
                        PlaceDetails(mount: mount, parent: directory, path: path)
                    )
                )
            }
    }

    package enum Absence {
        case missing
        case unknown(Unknown.Cause)
    }

    private func path(of name: [UInt8], in directory: PlaceID) -> String {
        let above = path(of: directory)
        return (above == "/" ? "/" : above + "/") + String(decoding: name, as: UTF8.self)
    }

    /// Adds the file that a mount covers.
    package func add(
        covered: Place,
        list: [ListEntry]? = nil,
        by mounted: PlaceID
    ) -> PlaceID {
        let above = details[Int(mounted.index)].parent
        var detail = PlaceDetails(
            mount: details[Int(above.index)].mount,
            parent: above,
            path: path(of: mounted)
        )
        detail.list = list
        let id = append(covered, detail)
        details[Int(mounted.index)].covered = .known(id)
        return id
    }

    /// Adds a fact that only some questions need. Nil means that it could not be read.
    package func add<Value>(
        _ value: Value?,
        as fact: WritableKeyPath<PlaceDetails, PlaceDetails.Fact<Value>>,
        of id: PlaceID
    ) {
        guard let value else {
            return add(.unreadable(.EACCES), as: fact, of: id)
        }
        details[Int(id.index)][keyPath: fact] = .known(value)
    }

    /// Adds the reason why a fact could not be read.
    package func add<Value>(
        _ cause: Unknown.Cause,
        as fact: WritableKeyPath<PlaceDetails, PlaceDetails.Fact<Value>>,
        of id: PlaceID
    ) {
        details[Int(id.index)][keyPath: fact] = .unknown(cause)
    }

    /// Adds a file that the kernel reached by a path that the rules cannot follow. No name of the directory leads to
    /// it.
    package func add(
        reached place: Place,
        at path: String,
        from directory: PlaceID,
        mount: Int
    ) -> PlaceID {
        append(place, PlaceDetails(mount: mount, parent: directory, path: path))
    }
}

// Changes while a remedy is tried.
extension FileTree {
    typealias Facts = ([Place], [PlaceDetails], [Mount], StoredWalks)

    func restore(_ facts: Facts) { (places, details, mounts, walks) = facts }

    func update(_ id: PlaceID, _ body: (inout Place) -> Void) { body(&places[Int(id.index)]) }

    func setMode(of id: PlaceID, _ body: (UInt16) -> UInt16) {
        update(id) { $0.mode = body($0.mode) }
    }

    func setList(_ list: [ListEntry]?, of id: PlaceID) {
        details[Int(id.index)].list = list
        update(id) { $0.hasList = list != nil }
    }

    /// Stored walks depend on the flags of mounts.
    func changeMount(of id: PlaceID, _ body: (inout MountFlags) -> Void) {
        body(&mounts[details[Int(id.index)].mount].flags)
        walks.removeAll()
    }
}
