package import AccessModel
import Kernel

extension Place {
    /// The mode as ls(1) `-l` prints it: `drwxr-x--T`.
    package var symbolicMode: String {
        var letters = [kind.letter] + "rwxrwxrwx".utf8
        for bit in 0..<9 where mode & (0o400 >> UInt16(bit)) == 0 {
            letters[bit + 1] = UInt8(ascii: "-")
        }
        let special: [(bit: UInt16, place: Int, with: UInt8, without: UInt8)] = [
            (0o4000, 3, UInt8(ascii: "s"), UInt8(ascii: "S")),
            (0o2000, 6, UInt8(ascii: "s"), UInt8(ascii: "S")),
            (0o1000, 9, UInt8(ascii: "t"), UInt8(ascii: "T")),
        ]
        for (bit, place, with, without) in special where mode & bit != 0 {
            letters[place] = letters[place] == UInt8(ascii: "x") ? with : without
        }
        return String(decoding: letters, as: UTF8.self)
    }

    /// `0750`.
    var octalMode: String {
        let octal = String(mode, radix: 8)
        return String(repeating: "0", count: max(0, 4 - octal.count)) + octal
    }
}
