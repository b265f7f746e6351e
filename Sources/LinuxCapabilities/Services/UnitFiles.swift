import Kernel
import LinuxSystem
import ServiceModel

/// The unit files below a root directory. No link leads out of it, and no open waits for a pipe or acts on a device.
///
/// - SeeAlso: "Unit File Load Path" in systemd.unit(5); src/shared/dropin.c and src/basic/path-lookup.c of systemd.
struct UnitFiles {
    /// The maximum number of names in a directory.
    static let mostNames = 20_000
    private static let mostDropIns = 1_000

    /// The directories of the system's units; one that comes before another hides files of the same name there.
    private static let directories = [
        "/etc/systemd/system.control", "/run/systemd/system.control", "/run/systemd/transient",
        "/run/systemd/generator.early", "/etc/systemd/system", "/etc/systemd/system.attached",
        "/run/systemd/system", "/run/systemd/system.attached", "/run/systemd/generator",
        "/usr/local/lib/systemd/system", "/lib/systemd/system", "/usr/lib/systemd/system",
        "/run/systemd/generator.late",
    ]

    /// The names of the drop-ins that a unit gets from directories for several units.
    ///
    /// - Parameter unit: The name of a service that is no instance, without drop-ins of its own.
    static func sharedDropIns(of unit: String) throws(SystemError) -> [String] {
        var names: [String] = []
        let folders = (ServiceName(unit)?.dropInNames ?? []) + ["service"]
        for folder in directories {
            for shared in folders where shared != unit {
                do throws(SystemError) {
                    names += try Directory.names(at: "\(folder)/\(shared).d")
                } catch  where [.ENOENT, .ENOTDIR].contains(error.errno) {
                    continue
                }
            }
        }
        return names
    }

    /// Nil for the root of this process.
    private let root: SharedDescriptor?

    init(root: String?) throws(SystemError) {
        guard let root else {
            self.root = nil
            return
        }
        self.root = SharedDescriptor(try FileCalls.openPlace(root, follow: true))
    }

    func unit(at path: String) throws -> FoundUnit {
        let (directory, file) = try Self.split(path, isBelowRoot: root != nil)
        let own = try Self.serviceName(file, at: path)
        let absolute = Self.path(of: file, in: directory)
        let unit = try unit(withAlias: own, in: directory)
        let name = unit ?? own
        let folders = unit == nil ? [directory] : Self.directories
        let aliases = unit == nil ? [] : [own]
        var files = [try fragment(name, in: folders, at: absolute)]
        for path in try dropIns(name, aliases, besides: directory) {
            if let file = try dropIn(at: path) { files.append(file) }
        }
        guard files.contains(where: { $0.assignments.contains { $0.section == "Service" } }) else {
            throw UnitFileFault.noService(path)
        }
        return FoundUnit(name: name, alias: own, files: files)
    }

    /// Reads the files from which systemd loaded a unit.
    func unit(loadedAs unit: UnitFacts, after time: UInt64) throws -> FoundUnit {
        guard let name = ServiceName(unit.id) else { throw UnitFileFault.notService(unit.id) }
        guard let loaded = unit.files else { throw UnitFileFault.noFile(unit.id) }
        guard let fragment = try file(at: loaded.fragment) else {
            throw UnitFileFault.missing(loaded.fragment)
        }
        for path in [loaded.fragment] + loaded.dropIns where try wasReplaced(path, after: time) {
            throw UnitFileFault.replaced(path)
        }
        return FoundUnit(
            name: name,
            alias: name,
            perhapsLoadedAs: unit.names.compactMap { ServiceName($0) },
            files: [fragment] + (try loaded.dropIns.compactMap(dropIn))
        )
    }

    /// Returns the absolute directory of a path, and its last name.
    private static func split(
        _ path: String,
        isBelowRoot: Bool
    ) throws(SystemError) -> (directory: String, name: String) {
        var names = path.pathNames.map(String.init)
        let name = path.endsInSlash ? "" : names.popLast() ?? ""
        if !path.isAbsolutePath, !isBelowRoot {
            names = try WorkingDirectory.path().pathNames.map(String.init) + names
        }
        return ("/" + names.filter { $0 != "." }.joined(separator: "/"), name)
    }

    static func serviceName(
        _ file: String,
        at path: String
    ) throws(UnitFileFault) -> ServiceName {
        let unit: UnitName
        do throws(InvalidUnitName) {
            unit = try UnitName(file)
        } catch {
            guard error.problem != .noType, error.problem != .empty else { throw .notService(path) }
            throw .name(error)
        }
        guard !unit.isTemplate || !unit.text.hasSuffix(".service") else { throw .template(path) }
        guard let name = ServiceName(unit.text) else { throw .notService(path) }
        return name
    }

    /// Returns the unit that an alias names. An alias is a link in a directory of units. It leads to a file with another
    /// name, also in such a directory.
    ///
    /// - Returns: nil for any other name. A link that leads elsewhere is the file of a unit with the name of the link.
    /// - Throws: ``UnitFileFault/noAlias(_:_:)`` for a link that systemd ignores because of the names.
    /// - SeeAlso: `unit_file_build_name_map` in src/basic/unit-file.c of systemd.
    private func unit(
        withAlias alias: ServiceName,
        in directory: String
    ) throws -> ServiceName? {
        var (name, folder) = (alias, directory)
        // The kernel follows at most 40 links too.
        for _ in 0..<40 {
            guard Self.directories.contains(where: { $0.isSamePath(as: folder) }),
                let (link, target) = try self.link(of: name, in: folder)
            else { break }
            let (parent, file) = Self.lastName(of: Self.joined(target, in: folder))
            guard
                Self.directories.contains(where: { "\(parent)/".utf8.starts(with: "\($0)/".utf8) })
            else { break }
            let instance = name.instance.map { "@\($0).service" }
            let whole = instance.map { file.replacing("@.service", with: $0) } ?? file
            guard Self.mayBeAlias(link, of: file),
                let next = (try? UnitName(whole)).flatMap({ ServiceName($0.text) })
            else { throw UnitFileFault.noAlias(Self.path(of: link, in: folder), file) }
            (name, folder) = (next, parent)
        }
        return name == alias ? nil : name
    }

    /// Returns whether systemd takes the name of a link as an alias: of a unit if both have the same instance or none, of
    /// a template if the link is one or an instance.
    ///
    /// - SeeAlso: `unit_validate_alias_symlink_or_warn` in src/basic/unit-file.c of systemd.
    private static func mayBeAlias(_ link: String, of file: String) -> Bool {
        let (own, other) = (instance(of: link), instance(of: file))
        return own == other || own != nil && other == ""
    }

    /// Returns the part of a name between its `@` and its type. It is empty for a template.
    private static func instance(of file: String) -> Substring? {
        file.firstIndex(of: "@").map { file[$0...].dropFirst().dropLast(".service".count) }
    }

    /// Returns the name and the target of a unit file that is a link.
    private func link(
        of name: ServiceName,
        in directory: String
    ) throws(SystemError) -> (name: String, target: String)? {
        for file in [name.text, name.template].compactMap(\.self) {
            let path = Self.path(of: file, in: directory)
            guard let place = try place(path, follow: false) else { continue }
            let isLink = try FileCalls.facts(of: place, at: path).kind == .symbolicLink
            return isLink ? (file, try FileCalls.target(of: place, at: path)) : nil
        }
        return nil
    }

    /// Returns an absolute path without `..`, as systemd compares it.
    private static func joined(_ target: String, in directory: String) -> String {
        var names: [Substring] = []
        for name in (target.isAbsolutePath ? "" : directory).pathNames + target.pathNames {
            switch name {
            case ".": continue
            case "..": _ = names.popLast()
            default: names.append(name)
            }
        }
        return "/" + names.joined(separator: "/")
    }

    private static func lastName(of path: String) -> (directory: String, name: String) {
        let names = path.pathNames
        return (path.parentDirectory, names.last.map(String.init) ?? "")
    }

    private func fragment(
        _ name: ServiceName,
        in directories: [String],
        at path: String
    ) throws -> UnitFile {
        for file in [name.text, name.template].compactMap(\.self) {
            for directory in directories {
                if let found = try self.file(at: Self.path(of: file, in: directory)) {
                    return found
                }
            }
        }
        throw UnitFileFault.missing(path)
    }

    /// - Returns: nil if there is no such file.
    private func file(at path: String) throws -> UnitFile? {
        switch try read(path) {
        case .missing: nil
        case .masked: throw UnitFileFault.masked(path)
        case .directory: throw UnitFileFault.notRegular(path)
        case .bytes(let bytes): UnitFile(bytes, at: path)
        }
    }

    /// - Returns: nil if systemd cannot read it, and ignores it: a directory, or a link that leads to nothing.
    private func dropIn(at path: String) throws -> UnitFile? {
        switch try read(path) {
        case .missing, .directory: nil
        case .masked: UnitFile([], at: path)
        case .bytes(let bytes): UnitFile(bytes, at: path)
        }
    }

    /// Returns the paths of the drop-ins, in the order of their names.
    private func dropIns(
        _ name: ServiceName,
        _ aliases: [ServiceName],
        besides directory: String
    ) throws -> [String] {
        let isKnown = Self.directories.contains { $0.isSamePath(as: directory) }
        let units = try listings(of: (isKnown ? [] : [directory]) + Self.directories)
        var found: [[UInt8]: String] = [:]
        // Those for all services come last.
        let others = try self.aliases(of: name, besides: aliases, units)
        let services = [name] + (aliases + others).sorted { $0.text < $1.text }
        for wanted in services.map(\.dropInNames) + [["service"]] {
            for unit in units {
                for folder in wanted.map({ "\($0).d" }) where unit.names.contains(folder) {
                    let path = Self.path(of: folder, in: unit.path)
                    guard let directory = try self.directory(path) else { continue }
                    for file in try names(in: directory, at: path, ofDropIns: true)
                    where Self.isDropIn(file) {
                        let key = Array(file.utf8)
                        if found[key] == nil { found[key] = "\(path)/\(file)" }
                    }
                    guard found.count <= Self.mostDropIns else {
                        throw UnitFileFault.tooManyFiles(path)
                    }
                }
            }
        }
        return found.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    }

    /// systemd passes over hidden files (hidden_or_backup_file in src/basic/path-util.c).
    private static func isDropIn(_ file: String) -> Bool {
        ends(file, in: ".conf") && file.utf8.first != UInt8(ascii: ".")
    }

    /// Compares bytes: a combining mark before the suffix is part of its first character for Swift.
    private static func ends(_ name: String, in suffix: String) -> Bool {
        name.utf8.reversed().starts(with: suffix.utf8.reversed())
    }

    private typealias Listing = (path: String, names: Set<String>)

    /// Returns the names in directories. One with several paths, such as `/lib` and `/usr/lib`, is read once.
    private func listings(of directories: [String]) throws -> [Listing] {
        var known: [FileFacts: Set<String>] = [:]
        return try directories.map { path in
            guard let directory = try self.directory(path) else { return (path, []) }
            let facts = try FileCalls.facts(of: directory, at: path)
            let names = try known[facts] ?? Set(names(in: directory, at: path))
            known[facts] = names
            return (path, names)
        }
    }

    /// Returns the other names of a unit for which there are drop-ins.
    private func aliases(
        of name: ServiceName,
        besides known: [ServiceName],
        _ units: [Listing]
    ) throws -> [ServiceName] {
        var found: Set<ServiceName> = []
        for folder in units.lazy.flatMap(\.names) where Self.ends(folder, in: ".service.d") {
            let owner = folder.dropLast(2)
            let text = name.instance.map { owner.replacing("@.service", with: "@\($0).service") }
            guard let alias = ServiceName(String(text ?? owner)), alias != name,
                !known.contains(alias)
            else { continue }
            for unit in units
            where unit.names.contains(alias.text)
                || alias.template.map({ unit.names.contains($0) }) == true
            {
                do {
                    if try self.unit(withAlias: alias, in: unit.path) == name {
                        found.insert(alias)
                    }
                } catch is UnitFileFault {
                    continue
                }
            }
        }
        return Array(found)
    }

    private static func path(of name: String, in directory: String) -> String {
        directory == "/" ? "/\(name)" : "\(directory)/\(name)"
    }
}

// MARK: Files

extension UnitFiles {
    private enum Found: Hashable {
        case missing
        case masked
        case directory
        case bytes([UInt8])
    }

    private func read(_ path: String) throws -> Found {
        guard let place = try place(path, follow: true) else {
            return try isLinkToNull(path) ? .masked : .missing
        }
        switch try FileCalls.facts(of: place, at: path).kind {
        case .regular: break
        case .directory: return .directory
        case .characterDevice, .blockDevice: return .masked
        default: throw UnitFileFault.notRegular(path)
        }
        do throws(SystemError) {
            let file = try FileCalls.reopenUnseen(place, directory: false, at: path)
            let bytes = try SmallFile.bytes(of: file, at: path, limit: UnitFile.mostBytes)
            return bytes.isEmpty ? .masked : .bytes(bytes)
        } catch {
            guard error.errno == .EFBIG else { throw error }
            throw UnitFileFault.tooLarge(path)
        }
    }

    /// Whether a path may have led systemd to another file, which it read before a time. systemd compares only the time
    /// of modification of the file behind all links (`fragment_mtime_newer` in src/core/unit.c of systemd). It does not
    /// notice an older file that came to its place later, nor another link or directory on the way.
    private func wasReplaced(_ path: String, after time: UInt64) throws(SystemError) -> Bool {
        var (way, rest) = ([] as [String], path.pathNames.map(String.init))
        var links = 0
        while !rest.isEmpty {
            let name = rest.removeFirst()
            if name == "." { continue }
            if name == ".." {
                _ = way.popLast()
                continue
            }
            way.append(name)
            let here = "/" + way.joined(separator: "/")
            guard let place = try place(here, follow: false) else { return false }
            let status = try FileCalls.status(of: place, at: here)
            let isChanged = UInt64(clamping: status.changeTime / 1000) > time
            switch status.facts.kind {
            case .symbolicLink:
                links += 1
                // The kernel follows at most 40 links.
                guard !isChanged, links <= 40 else { return true }
                let target = try FileCalls.target(of: place, at: here)
                if target.isAbsolutePath { way = [] } else { way.removeLast() }
                rest = target.pathNames.map(String.init) + rest
            case .directory where Self.leadsToUnits(here): continue
            // The last directory is one of drop-ins. New names in another one count for nothing.
            case .directory where rest.isEmpty && !Self.isShared(here):
                if isChanged { return true }
            default:
                let wasModified = UInt64(clamping: status.modificationTime / 1000) >= time
                if isChanged, !wasModified { return true }
            }
        }
        return false
    }

    private static func isShared(_ directory: String) -> Bool {
        (directories + ["/dev"]).contains { $0.isSamePath(as: directory) }
    }

    /// Whether a directory is above one of the system's units.
    private static func leadsToUnits(_ directory: String) -> Bool {
        directories.contains {
            !$0.isSamePath(as: directory) && "\($0)/".utf8.starts(with: "\(directory)/".utf8)
        }
    }

    /// Below a root, `/dev/null` need not exist.
    private func isLinkToNull(_ path: String) throws(SystemError) -> Bool {
        guard let link = try place(path, follow: false),
            try FileCalls.facts(of: link, at: path).kind == .symbolicLink
        else { return false }
        return try FileCalls.target(of: link, at: path) == "/dev/null"
    }

    /// - Returns: nil if there is no such directory.
    private func directory(_ path: String) throws(SystemError) -> Descriptor? {
        guard let place = try place(path, follow: true),
            try FileCalls.facts(of: place, at: path).kind == .directory
        else { return nil }
        return place
    }

    /// - Parameter ofDropIns: Whether it is a directory of drop-ins.
    private func names(
        in directory: borrowing Descriptor,
        at path: String,
        ofDropIns: Bool = false
    ) throws -> [String] {
        let names = try Directory.names(in: directory, atMost: Self.mostNames + 1, at: path)
        guard names.count <= Self.mostNames else { throw UnitFileFault.tooManyFiles(path) }
        return try names.compactMap { (name) throws(SystemError) in
            if let name = String(validating: name, as: UTF8.self) { return name }
            // Such a name is that of no unit, but systemd reads such a drop-in. The repaired text would lead to no
            // file.
            guard ofDropIns, name.reversed().starts(with: ".conf".utf8.reversed()) else {
                return nil
            }
            throw SystemError("readdir(3)", path, code: .EILSEQ)
        }
    }

    /// - Returns: nil if nothing is there.
    private func place(_ path: String, follow: Bool) throws(SystemError) -> Descriptor? {
        do throws(SystemError) {
            guard let root else { return try FileCalls.openPlace(path, follow: follow) }
            return try FileCalls.openPlace(path, below: root.descriptor, follow: follow)
        } catch {
            guard error.errno == .ENOENT || error.errno == .ENOTDIR else { throw error }
            return nil
        }
    }
}
