import Kernel
import PolicyLanguage

/// An access list as getfacl(1) prints it, without the entries that the mode shows: owner, mask, others.
enum AccessListCodec {
    static func read(
        _ node: Node,
        mode: UInt16,
        in reader: FactReader
    ) throws(Diagnostic) -> [ListEntry] {
        var users: [(UInt32, Permissions)] = []
        var groups: [(UInt32, Permissions)] = []
        var owning = Permissions(mode >> 3)
        for text in try node.words(of: "acl") {
            let parts = text.value.split(separator: ":", omittingEmptySubsequences: false)
                .map(String.init)
            guard parts.count == 3, let permissions = Permissions(letters: parts[2]) else {
                throw notInList(text)
            }
            let name = Located(parts[1], at: text.location)
            switch (parts[0], parts[1].isEmpty) {
            case ("user", false): users.append((try reader.user(name), permissions))
            case ("group", false): groups.append((try reader.group(name), permissions))
            case ("group", true): owning = permissions
            default: throw notInList(text)
            }
        }
        // The order is the kernel's.
        return [ListEntry(.owner, Permissions(mode >> 6))]
            + users.sorted { $0.0 < $1.0 }.map { ListEntry(.user($0), $1) }
            + [ListEntry(.owningGroup, owning)]
            + groups.sorted { $0.0 < $1.0 }.map { ListEntry(.group($0), $1) }
            + [ListEntry(.mask, Permissions(mode >> 3)), ListEntry(.other, Permissions(mode))]
    }

    static func texts(_ list: [ListEntry], by writer: FactWriter) -> [String] {
        list.compactMap { entry in
            let letters = entry.permissions.letters
            return switch entry.tag {
            case .user(let id): "user:\(writer.user(id)):\(letters)"
            case .group(let id): "group:\(writer.group(id)):\(letters)"
            case .owningGroup: "group::\(letters)"
            case .owner, .mask, .other: nil
            }
        }
    }

    private static func notInList(_ text: Located<String>) -> Diagnostic {
        .invalidFact(
            text,
            "is no entry of an access list that the mode does not show",
            help: "write `user:NAME:r-x`, `group:NAME:r--` or `group::r--`"
        )
    }
}

extension Permissions {
    /// Takes the lowest three bits of a mode.
    fileprivate init(_ mode: UInt16) {
        self.init()
        if mode & 4 != 0 { insert(.read) }
        if mode & 2 != 0 { insert(.write) }
        if mode & 1 != 0 { insert(.execute) }
    }

    /// Reads a text such as `r-x`.
    fileprivate init?(letters text: String) {
        let letters = Array(text)
        let known = zip(letters, "rwx").allSatisfy { $0 == $1 || $0 == "-" }
        guard letters.count == 3, known else { return nil }
        self.init()
        if letters[0] == "r" { insert(.read) }
        if letters[1] == "w" { insert(.write) }
        if letters[2] == "x" { insert(.execute) }
    }

    fileprivate var letters: String {
        (contains(.read) ? "r" : "-") + (contains(.write) ? "w" : "-")
            + (contains(.execute) ? "x" : "-")
    }
}
