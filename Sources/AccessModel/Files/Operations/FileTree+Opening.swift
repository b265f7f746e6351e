import Kernel

// open(2) and faccessat2(2): the kernel's path_openat, do_open, may_open (fs/namei.c), do_dentry_open and
// do_faccessat (fs/open.c).
extension FileTree {
    func access(_ wanted: Permissions, _ file: PlaceID, _ subject: Credentials) throws(Stop) {
        if wanted.contains(.execute), self[file].kind == .regular { try wantExecMount(file) }
        try permit(wanted, on: file, subject)
        guard wanted.contains(.write), !self[file].kind.isSpecial else { return }
        try wantWrite(file)
        try wantKnownLayer(file)
    }

    func open(
        _ path: [UInt8],
        _ way: OpenWay,
        _ follow: Bool,
        _ subject: Credentials
    ) throws(Stop) {
        guard way.creates else {
            return try permitOpen(
                try reach(path, follow ? .follow : .noFollow, subject),
                way,
                subject
            )
        }
        let walk = try walk(path, follow ? .create : .createNoFollow)
        switch try go(walk, subject) {
        case .stopped(let stop): throw stop
        case .name(let last, let directory): try makeFile(last, in: directory, subject)
        case .reached(let file):
            if self[file].kind == .directory {
                throw .refused(Refusal(.isADirectory, .EISDIR, at: file))
            }
            try mayOpenInSticky(file, in: walk.directory, subject)
            try permitOpen(file, way, subject)
        }
    }

    /// The kernel's may_o_create.
    func makeFile(
        _ last: LastName,
        in directory: PlaceID,
        _ subject: Credentials
    ) throws(Stop) {
        try wantNewName(last, in: directory)
        try wantWrite(directory)
        try mayCreate(in: directory, subject)
        try wantNames(directory, .EACCES)
        try wantKey(directory)
        try wantUpper(directory)
        try wantNoWhiteout(in: directory)
    }

    func permitOpen(_ file: PlaceID, _ way: OpenWay, _ subject: Credentials) throws(Stop) {
        let place = self[file]
        if let hiding = place.hiding, hiding.level == .ptraceable {
            try wantShown(file, hiding, subject)
        }
        if way.truncates, place.kind == .regular { try wantWrite(file) }
        try refuseToOpen(place, file, way)
        try permit(way.access, on: file, subject)
        try openPermitted(file, way)
    }

    /// Checks of open(2) after the permissions.
    private func openPermitted(_ file: PlaceID, _ way: OpenWay) throws(Stop) {
        let place = self[file]
        let writes = way.access.contains(.write)
        if place.isAppendOnly, writes && !way.appends || way.truncates && place.kind == .regular {
            throw .refused(Refusal(.appendOnly, .EPERM, at: file))
        }
        if writes, !place.kind.isSpecial { try wantWrite(file) }
        try askDriver(place, file)
        guard place.kind == .regular else { return }
        try wantKey(file, truncating: way.truncates)
        try refuseVerity(file, writes: writes || way.truncates)
        if way.truncates { try refuseSwap(file, .ETXTBSY) }
        if writes { try wantUpper(file) }
    }

    /// Decides about a file for which the kernel has granted the permissions, independent of the path: only the further
    /// checks of the call.
    ///
    /// - Returns: The reason for a no; nil for a yes.
    package func refusal(of operation: FileOperation, onPermitted file: PlaceID) -> Stop? {
        do throws(Stop) {
            try usePermitted(file, operation)
            return nil
        } catch {
            return error
        }
    }

    private func usePermitted(_ file: PlaceID, _ operation: FileOperation) throws(Stop) {
        let place = self[file]
        let isDirectory = place.kind == .directory
        if case .access = operation { return }
        // Any use of an automount point first mounts something there.
        if mount(of: file).fileSystem == "autofs" { throw undecided(file) }
        switch operation {
        case .search where isDirectory: return
        case .list where isDirectory: try openDirectory(file)
        case .search, .list: throw .refused(Refusal(.notADirectory, .ENOTDIR, at: file))
        case .open(let way):
            try refuseToOpen(place, file, way)
            if isDirectory { try openDirectory(file) }
            try openPermitted(file, way)
        case .truncate:
            try refuseToTruncate(file)
            try cutPermitted(file)
        case .execute where place.kind != .regular:
            throw .refused(Refusal(.notExecutableKind, .EACCES, at: file))
        default: throw undecided(file)
        }
    }

    /// A server may refuse to open a directory. proc(5) never does.
    private func openDirectory(_ directory: PlaceID) throws(Stop) {
        let mount = mount(of: directory)
        if mount.rules.permission == .elsewhere, mount.fileSystem != "proc" {
            throw undecided(directory)
        }
    }

    /// Refuses files that no subject can open.
    private func refuseToOpen(_ place: Place, _ file: PlaceID, _ way: OpenWay) throws(Stop) {
        switch place.kind {
        case .symbolicLink: throw .refused(Refusal(.isALink, .ELOOP, at: file))
        case .directory where way.access.contains(.write):
            throw .refused(Refusal(.isADirectory, .EISDIR, at: file))
        case .blockDevice, .characterDevice: try wantDevices(file)
        default: break
        }
    }

    private func askDriver(_ place: Place, _ file: PlaceID) throws(Stop) {
        switch place.kind {
        case .socket: throw .refused(Refusal(.isASocket, .ENXIO, at: file))
        case .blockDevice, .characterDevice:
            guard place.kind == .characterDevice, place.deviceNumber.opensAlways,
                !mount(of: file).flags.contains(.perhapsOfUserNamespace)
            else {
                throw .unknown(Unknown(.device, at: file))
            }
        case .regular where !mount(of: file).rules.opensFreely:
            throw undecided(file)
        default: break
        }
    }

    private func wantDevices(_ file: PlaceID) throws(Stop) {
        guard mount(of: file).flags.contains(.noDev) else { return }
        throw .refused(Refusal(.noDevMount, .EACCES, at: file))
    }

    func wantExecMount(_ file: PlaceID) throws(Stop) {
        guard mount(of: file).flags.contains(.noExec) else { return }
        throw .refused(Refusal(.noExecMount, .EACCES, at: file))
    }
}
