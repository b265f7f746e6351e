import AccessModel
import Kernel
import LinuxCapabilities
import LinuxSystem

extension FactText {
    /// A path with a byte that no text has cannot be told.
    var files: [String] {
        facts.paths.filter { !$0.unicodeScalars.contains("\u{FFFD}") }.flatMap { path in
            facts[path].map { self.file($0, at: path) } ?? []
        }
    }

    private func file(_ file: HostFacts.File, at path: String) -> [String] {
        guard let place = file.place else { return ["\(path.inYAML): missing"] }
        let owners = "\(user(place.uid)):\(group(place.gid))"
        var listed = "\(place.symbolicMode)\(owners == "root:root" ? "" : " \(owners)")"
        if place.kind == .characterDevice || place.kind == .blockDevice {
            listed =
                "\(place.symbolicMode) \(owners) \(place.deviceNumber.major):\(place.deviceNumber.minor)"
        }
        if let target = file.target { listed += " -> \(target)" }
        let text = file.target == nil ? listed : listed.inYAML
        let more = details(of: file, place)
        guard !more.isEmpty else { return ["\(path.inYAML): \(text)"] }
        return ["\(path.inYAML):", "  is: \(text)"] + more.map { "  \($0)" }
    }

    private func details(of file: HostFacts.File, _ place: Place) -> [String] {
        var lines: [String] = []
        if let mount = file.mount { lines.append("mount: \(self.mount(mount))") }
        if let entries = file.list { lines.append("acl: \(list(entries.compactMap(entry)))") }
        let attributes =
            (place.isImmutable ? ["immutable"] : []) + (place.isAppendOnly ? ["append-only"] : [])
        if !attributes.isEmpty { lines.append("attributes: \(list(attributes))") }
        if file.isComplete { lines.append("complete: true") }
        if let program = program(file.program.format) { lines.append("program: \(program)") }
        if let bytes = file.program.capabilities {
            let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
            lines.append("file-capabilities: \"\(digits.joined())\"")
        }
        return lines
    }

    private func mount(_ mount: Mount) -> String {
        let flags: [(Mount.Flags, String)] = [
            (.noExec, "noexec"), (.noDev, "nodev"), (.noSuid, "nosuid"),
            (.noSymlinkFollow, "nosymfollow"),
        ]
        let isReadOnly = !mount.flags.isDisjoint(with: [.readOnly, .superblockReadOnly])
        let names = flags.filter { mount.flags.contains($0.0) }.map(\.1)
        return ([mount.fileSystem] + (isReadOnly ? ["ro"] : []) + names).joined(separator: " ")
    }

    private func entry(_ entry: ListEntry) -> String? {
        let letters = entry.permissions.letters
        return switch entry.tag {
        case .user(let id): "user:\(user(id)):\(letters)"
        case .group(let id): "group:\(group(id)):\(letters)"
        case .owningGroup: "group::\(letters)"
        case .owner, .mask, .other: nil
        }
    }

    /// Nil for what is not worth a word.
    private func program(_ format: Program.Format) -> String? {
        switch format {
        case .elf(nil): nil
        case .elf(let path?): "elf \(String(decoding: path, as: UTF8.self))".inYAML
        case .script(let path): "script \(String(decoding: path, as: UTF8.self))".inYAML
        case .unknown: "not-a-program"
        case .undecided: "foreign"
        }
    }
}

extension Permissions {
    fileprivate var letters: String {
        (contains(.read) ? "r" : "-") + (contains(.write) ? "w" : "-")
            + (contains(.execute) ? "x" : "-")
    }
}
