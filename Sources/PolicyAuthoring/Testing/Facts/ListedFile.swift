import AccessModel
import Kernel
import LinuxCapabilities

/// A file in the form of ls(1) `-l`: `-rw-r----- root:adm`, `crw-rw-rw- root:root 1:3`, `-> /run`.
///
/// The default owner and group are `root`.
struct ListedFile: Hashable, Sendable {
    private(set) var kind = FileKind.symbolicLink
    private(set) var mode: UInt16 = 0o777
    private(set) var owner = "root"
    private(set) var group = "root"
    private(set) var device: DeviceNumber?
    private(set) var target: String?

    /// - Returns: nil for a text in another form.
    init?(_ text: String) {
        var rest = text[...]
        if rest.hasPrefix("-> ") {
            target = String(rest.dropFirst(3))
            rest = ""
        } else if rest.hasPrefix("l"), let arrow = rest.firstRange(of: " -> ") {
            target = String(rest[arrow.upperBound...])
            rest = rest[..<arrow.lowerBound]
        }
        if target?.isEmpty == true { return nil }
        var words = rest.utf8.split(separator: UInt8(ascii: " ")).map { Substring($0) }
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

    /// Returns the text of a place. Reading it gives the same file.
    static func text(of place: Place, owners: String, target: String?) -> String {
        var words = [place.symbolicMode]
        let isDevice = place.kind == .characterDevice || place.kind == .blockDevice
        if isDevice || owners != "root:root" { words.append(owners) }
        if isDevice { words.append("\(place.deviceNumber.major):\(place.deviceNumber.minor)") }
        if let target { words.append("-> \(target)") }
        return words.joined(separator: " ")
    }

    private mutating func takeMode(_ text: Substring) -> Bool {
        var letters = Array(text.utf8)
        // ls(1) appends `+` for an access list and `.` for a security context.
        if letters.count == 11, "+.".utf8.contains(letters[10]) { letters.removeLast() }
        guard letters.count == 10, let kind = FileKind(letter: letters.removeFirst()) else {
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

    /// - Returns: nil for a letter that is invalid at that index.
    private static func bits(_ letter: UInt8, at index: Int) -> UInt16? {
        let bit: UInt16 = 0o400 >> UInt16(index)
        let special: UInt16 = 0o4000 >> UInt16(index / 3)
        switch (letter, index % 3) {
        case (UInt8(ascii: "-"), _): return 0
        case (UInt8(ascii: "r"), 0), (UInt8(ascii: "w"), 1), (UInt8(ascii: "x"), 2): return bit
        case (UInt8(ascii: index < 6 ? "s" : "t"), 2): return special | bit
        case (UInt8(ascii: index < 6 ? "S" : "T"), 2): return special
        default: return nil
        }
    }

    private mutating func takeOwners(_ text: Substring) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 2, !parts.contains(where: \.isEmpty) else { return false }
        (owner, group) = (String(Substring(parts[0])), String(Substring(parts[1])))
        return true
    }

    private mutating func takeDevice(_ text: Substring) -> Bool {
        let parts = text.split(separator: ":").compactMap { UInt32($0) }
        guard parts.count == 2, kind == .characterDevice || kind == .blockDevice else {
            return false
        }
        device = DeviceNumber(major: parts[0], minor: parts[1])
        return true
    }
}
