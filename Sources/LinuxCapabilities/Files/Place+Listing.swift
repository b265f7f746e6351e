package import AccessModel

extension Place {
    /// As ls(1) `-l` prints it: `drwxr-x--T`.
    package var symbolicMode: String {
        var letters = Array("rwxrwxrwx")
        for bit in 0..<9 where mode & (0o400 >> UInt16(bit)) == 0 { letters[bit] = "-" }
        let special: [(bit: UInt16, place: Int, with: Character, without: Character)] = [
            (0o4000, 2, "s", "S"), (0o2000, 5, "s", "S"), (0o1000, 8, "t", "T"),
        ]
        for (bit, place, with, without) in special where mode & bit != 0 {
            letters[place] = letters[place] == "x" ? with : without
        }
        return String(kind.letter) + String(letters)
    }

    /// `0750`.
    var octalMode: String {
        let octal = String(mode, radix: 8)
        return String(repeating: "0", count: max(0, 4 - octal.count)) + octal
    }
}

extension FileKind {
    fileprivate var letter: Character {
        switch self {
        case .regular: "-"
        case .directory: "d"
        case .symbolicLink: "l"
        case .fifo: "p"
        case .socket: "s"
        case .blockDevice: "b"
        case .characterDevice: "c"
        }
    }

    var noun: String {
        switch self {
        case .regular: "a regular file"
        case .directory: "a directory"
        case .symbolicLink: "a symbolic link"
        case .fifo: "a fifo"
        case .socket: "a socket"
        case .blockDevice: "a block device"
        case .characterDevice: "a character device"
        }
    }
}
