package import Kernel

/// The state of the layers of an overlay, which the overlay itself does not show.
package struct OverlayUpper: Hashable, Sendable {
    /// The state of the layer; `writable` if nothing shows it.
    package let state: OverlayLayers.Upper
    /// The type of the file system that holds the layer; nil if its path leads elsewhere from here.
    package let type: String?
    /// True if a copy of a file to the layer may fail, whatever the file is: the layer is on an idmapped mount, or the
    /// directory in which copies are made is in another subvolume, differs in its encryption, or has flags.
    package let mayFailToCopy: Bool
    /// False if the layer is on a file system without access lists, as with the mount option `noacl`.
    package let setsLists: Bool
    /// The types of the file systems that hold the lower layers, without those for data only; nil if one is not known, or
    /// the upper layer is not seen. The paths of lower layers are believed to lead to them if that of the upper one does.
    package let lowerTypes: [String]?
    /// Whether a layer is on a file system that is shut down, or the upper one on one that an error has made read-only.
    /// Only layers whose paths lead to them from here are looked at.
    package let hasFailed: Bool

    /// Looks at the upper layer if its path leads to it. Otherwise asks the kernel whether this thread may write in the
    /// root directory of the mount.
    ///
    /// - Parameter id: The mount of the overlay, as ``FileStatus`` numbers it.
    package init(of overlay: MountStatus, mount id: UInt64) {
        let root = Self.root(of: overlay, id)
        if let found = Self(layerOf: overlay, behind: root) {
            self = found
            return
        }
        type = nil
        mayFailToCopy = false
        setsLists = true
        lowerTypes = nil
        let lower = Self.lowerLayers(of: overlay)
        hasFailed = Self.hasFailed((lower.named + lower.data).map(Self.mount(ofLayer:)))
        guard let root else {
            state = .writable
            return
        }
        switch FileCalls.refusal(of: .write, for: root) {
        case .EROFS? where !FileCalls.isFiltered(root): state = .readOnly
        case .EPERM?: state = .immutable
        default: state = .writable
        }
    }

    /// Returns the root directory of the mount, or nil if its path leads elsewhere from here.
    private static func root(of overlay: MountStatus, _ id: UInt64) -> Descriptor? {
        guard let place = try? FileCalls.openPlace(overlay.point, follow: true),
            (try? FileCalls.status(of: place, at: overlay.point))?.mount == id
        else { return nil }
        return place
    }

    /// - Returns: nil if the paths in the options lead elsewhere from here. They are paths of the process that mounted
    ///   it.
    private init?(layerOf overlay: MountStatus, behind root: borrowing Descriptor?) {
        guard let path = overlay.option("upperdir"), path.isAbsolutePath,
            let work = overlay.option("workdir"), work.isAbsolutePath,
            let layer = try? FileCalls.openPlace(path, follow: true),
            let workPlace = try? FileCalls.openPlace(work, follow: true),
            let status = try? FileCalls.status(of: layer, at: path),
            let workStatus = try? FileCalls.status(of: workPlace, at: work),
            status.mount == workStatus.mount,
            let mount = try? MountView().status(ofMount: status, showing: layer, at: path)
        else { return nil }
        // An overlay shows no handle of ramfs. It is believed to be behind, since no rule is known for an overlay on it.
        if overlay.root == "/", mount.type != "ramfs", !Self.isBehind(root, layer) { return nil }
        // EROFS on a writable mount means that the subvolume is read-only.
        let isSubvolumeReadOnly =
            !mount.flags.contains(.readOnly)
            && FileCalls.refusal(of: .write, for: layer) == .EROFS
            && !FileCalls.isFiltered(layer)
        type = mount.type
        mayFailToCopy =
            mount.isIDMapped || status.facts.device != workStatus.facts.device
            || status.facts.isEncrypted != workStatus.facts.isEncrypted
            || Self.isFlagged("\(work)/work") || Self.isFlagged("\(work)/index")
        setsLists = Self.hasLists(layer, at: path)
        let lower = Self.lowerLayers(of: overlay)
        let named = lower.named.map(Self.mount(ofLayer:))
        let types = named.compactMap { $0?.type }
        lowerTypes = types.isEmpty || types.count != named.count ? nil : types
        hasFailed =
            mount.isShutDown || mount.isReadOnlyAfterError
            || Self.hasFailed(named + lower.data.map(Self.mount(ofLayer:)))
        if mount.isFileSystemReadOnly || isSubvolumeReadOnly {
            state = .readOnly
        } else {
            state = status.facts.isImmutable ? .immutable : .writable
        }
    }

    /// Returns whether a file is immutable or append-only, or cannot be looked at for an unusual reason. Few users may
    /// search a work directory, and only some overlays have an index: without them, the file counts as neither.
    private static func isFlagged(_ path: String) -> Bool {
        do throws(SystemError) {
            let place = try FileCalls.openPlace(path, follow: false)
            let facts = try FileCalls.facts(of: place, at: path)
            return facts.isImmutable || facts.isAppendOnly
        } catch {
            return ![.EACCES, .ENOENT].contains(error.errno)
        }
    }

    private static func hasLists(_ layer: borrowing Descriptor, at path: String) -> Bool {
        do throws(SystemError) {
            let list = ExtendedAttributes.accessList
            _ = try ExtendedAttributes.value(list, of: layer, by: DescriptorFolder(), at: path)
            return true
        } catch {
            return error.errno != .EOPNOTSUPP
        }
    }

    /// Returns whether a lower layer is on a file system that is shut down.
    private static func hasFailed(_ lower: [MountStatus?]) -> Bool {
        lower.contains { $0?.isShutDown == true }
    }

    /// Returns the mount that a path leads to; nil if this thread cannot look at it, for whatever reason. Nothing is then
    /// known of the layer.
    private static func mount(ofLayer path: String) -> MountStatus? {
        guard path.isAbsolutePath, let layer = try? FileCalls.openPlace(path, follow: true),
            let status = try? FileCalls.status(of: layer, at: path)
        else { return nil }
        return try? MountView().status(ofMount: status, showing: layer, at: path)
    }

    /// Returns the paths of the lower layers, and of those that hold only data. mount(2) takes them with colons between
    /// them, two before the first of the data, and a colon in a path after a backslash; fsconfig(2) takes them one by one.
    static func lowerLayers(of overlay: MountStatus) -> (named: [String], data: [String]) {
        let option = overlay.option("lowerdir")
        var layers: [[UInt8]] = option == nil ? [] : [[]]
        var isEscaped = false
        for byte in (option ?? "").utf8 {
            if isEscaped || byte != UInt8(ascii: ":") && byte != UInt8(ascii: "\\") {
                layers[layers.count - 1].append(byte)
                isEscaped = false
            } else if byte == UInt8(ascii: ":") {
                layers.append([])
            } else {
                isEscaped = true
            }
        }
        let paths = layers.split(separator: [], maxSplits: 1).map { part in
            part.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
        }
        return (
            (paths.first ?? []) + overlay.values(of: "lowerdir+"),
            paths.dropFirst().flatMap(\.self) + overlay.values(of: "datadir+")
        )
    }

    /// Whether the root of the overlay shows the file handle of the upper layer's directory.
    private static func isBehind(
        _ root: borrowing Descriptor?,
        _ layer: borrowing Descriptor
    ) -> Bool {
        switch root {
        case .some(let root): FileState.isReal(layer, of: root)
        case .none: true
        }
    }
}
