import AccessModel

/// A file as ls(1) `-l` lists it: `-rw-r----- root:adm`, `crw-rw-rw- root:root 1:3`, `-> /run`.
///
/// Who is left out is root.
struct ListedFile: Hashable, Sendable {
    private(set) var kind = FileKind.symbolicLink
    private(set) var mode: UInt16 = 0o777
    private(set) var owner = "root"
    private(set) var group = "root"
    private(set) var device: DeviceNumber?
    private(set) var target: String?

    /// - Returns: nil for a text of another form.
    init?(_ text: String) {
        var rest = text[...]
        if rest.hasPrefix("-> ") {
            target = String(rest.dropFirst(3))
            rest = ""
        } else if let arrow = rest.firstRange(of: " -> ") {
            target = String(rest[arrow.upperBound...])
            rest = rest[..<arrow.lowerBound]
        }
        if target?.isEmpty == true { return nil }
        var words = rest.split(separator: " ").map(String.init)
        if !words.isEmpty {
            guard takeMode(words.removeFirst()) else { return nil }
        } else if target == nil {
            return nil
        }
        if !words.isEmpty {
            guard takeOwners(words.removeFirst()) else { return nil }
        }
        if let number = words.first {
            guard takeDevice(number) else { return nil }
            words.removeFirst()
        }
        guard words.isEmpty, (target != nil) == (kind == .symbolicLink) else { return nil }
    }

    private static let kinds: [Character: FileKind] = [
        "-": .regular, "d": .directory, "l": .symbolicLink, "p": .fifo, "s": .socket,
        "b": .blockDevice, "c": .characterDevice,
    ]

    private mutating func takeMode(_ text: String) -> Bool {
        var letters = Array(text)
        // ls(1) marks so that there is more: an access list, a security context.
        if letters.count == 11, "+.".contains(letters[10]) { letters.removeLast() }
        guard letters.count == 10, let kind = Self.kinds[letters.removeFirst()] else {
            return false
        }
        self.kind = kind
        mode = 0
        for index in 0..<9 {
            guard let bits = Self.bits(letters[index], at: index) else { return false }
            mode |= bits
        }
        return true
    }

    /// - Returns: nil for a letter that cannot stand there.
    private static func bits(_ letter: Character, at index: Int) -> UInt16? {
        let bit = 0o400 >> UInt16(index)
        let special: (bit: UInt16, with: Character, without: Character)? =
            switch index {
            case 2: (0o4000, "s", "S")
            case 5: (0o2000, "s", "S")
            case 8: (0o1000, "t", "T")
            default: nil
            }
        if letter == "-" { return 0 }
        if letter == Array("rwx")[index % 3] { return UInt16(bit) }
        if letter == special?.with { return special.map { $0.bit | UInt16(bit) } }
        return letter == special?.without ? special?.bit : nil
    }

    private mutating func takeOwners(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts.contains("") else { return false }
        (owner, group) = (parts[0], parts[1])
        return true
    }

    private mutating func takeDevice(_ text: String) -> Bool {
        let parts = text.split(separator: ":").compactMap { UInt32($0) }
        guard parts.count == 2, kind == .characterDevice || kind == .blockDevice else {
            return false
        }
        device = DeviceNumber(major: parts[0], minor: parts[1])
        return true
    }
}
