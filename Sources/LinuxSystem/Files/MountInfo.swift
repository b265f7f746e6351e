import Glibc
import Kernel

// The way on kernels before Linux 6.8, or where a filter keeps statmount(2) from us.
extension MountStatus {
    /// Reads a mount's line of proc_pid_mountinfo(5).
    ///
    /// - Returns: nil where no line has this id. The ids of an idmapped mount are not told there.
    static func find(_ id: UInt64, inMountInfo text: [UInt8]) -> Self? {
        let start = Array("\(id) ".utf8)
        for line in text.split(separator: UInt8(ascii: "\n")) where line.starts(with: start) {
            return Self(mountInfoLine: line)
        }
        return nil
    }

    init?(mountInfoLine line: ArraySlice<UInt8>) {
        let fields = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard let hyphen = fields.firstIndex(of: [UInt8(ascii: "-")]), hyphen >= 6,
            fields.count > hyphen + 3
        else { return nil }
        let options = String(decoding: fields[5], as: UTF8.self)
        let ofFileSystem = String(decoding: fields[hyphen + 3], as: UTF8.self)
        self.init(
            attributes: Attributes(options: options),
            isFileSystemReadOnly: ofFileSystem.split(separator: ",").contains("ro"),
            device: DeviceNumber(String(decoding: fields[2], as: UTF8.self))
                ?? DeviceNumber(major: 0, minor: 0),
            type: Self.unescaped(fields[hyphen + 1]),
            root: Self.unescaped(fields[3]),
            point: Self.unescaped(fields[4]),
            options: fields[5] + [UInt8(ascii: ",")] + fields[hyphen + 3]
        )
    }

    /// The bytes that would end a field are written in octal: `\040` is a space.
    static func unescaped(_ field: ArraySlice<UInt8>) -> String {
        var bytes: [UInt8] = []
        var rest = field
        while let first = rest.popFirst() {
            let digits = rest.prefix(3)
            guard first == UInt8(ascii: "\\"), digits.count == 3,
                let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
            else {
                bytes.append(first)
                continue
            }
            bytes.append(code)
            rest = rest.dropFirst(3)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension MountStatus.Attributes {
    fileprivate init(options: String) {
        let names: [Substring: Self] = [
            "ro": .readOnly, "nosuid": .noSuid, "nodev": .noDev, "noexec": .noExec,
            "nosymfollow": .noSymlinkFollow, "idmapped": .idMapped,
        ]
        self = Self(options.split(separator: ",").compactMap { names[$0] })
    }
}
