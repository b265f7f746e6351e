import CLinux
import Glibc
package import Kernel

/// The properties of one mount and its file system that apply to the files below it.
package struct MountStatus: Hashable, Sendable {
    package var flags: MountFlags
    /// Whether the file system is read-only through every mount.
    package var isFileSystemReadOnly: Bool
    /// The device number of the file system. Its files may show another one.
    package var device: DeviceNumber
    /// The name of the file system type: `ext4`.
    package var type: String
    /// The directory of the file system that is the root of the mount: `/` unless it is a bind mount.
    package var root: String
    /// The mount point.
    package var point: String
    /// The unique id of the mount that this one is mounted on; nil if it is not known, before Linux 6.8.
    package var parent: UInt64?
    /// The options of the mount and of the file system, separated by commas.
    package var options: [UInt8]
    /// The id maps of an idmapped mount; nil if they are not known, before Linux 6.15.
    package var users: IDMap?
    package var groups: IDMap?
}

extension MountStatus {
    package var isIDMapped: Bool { flags.contains(.idMapped) }

    /// Whether a user namespace other than the initial one may mount such a file system, without devices.
    package var isForUserNamespaces: Bool { ["tmpfs", "ramfs", "overlay"].contains(type) }

    /// Whether directories of the lower layers can be renamed, for an overlay.
    package var movesDirectories: Bool {
        if let option = option("redirect_dir") { return option == "on" }
        let path = "/sys/module/overlay/parameters/redirect_dir"
        return (try? SmallFile.bytes(at: path))?.first == UInt8(ascii: "Y")
    }

    /// Whether the file system returns EIO for everything that is not cached, as the options of ext4 show. See
    /// `FS_IOC_SHUTDOWN`.
    package var isShutDown: Bool { option("shutdown") != nil }

    /// Whether the file system refuses changes after an error, as the options of ext4 show; see `errors=` in ext4(5).
    package var isReadOnlyAfterError: Bool { option("emergency_ro") != nil }

    /// Returns the values of an option that can be given more than once.
    func values(of name: String) -> [String] {
        let start = Array((name + "=").utf8)
        return options.split(separator: UInt8(ascii: ",")).filter { $0.starts(with: start) }
            .map { Self.unescaped($0.dropFirst(start.count)) }
    }

    /// Returns the value of an option, an empty one for an option without value, or nil if the option is not set.
    package func option(_ name: String) -> String? {
        let name = Array(name.utf8)
        for option in options.split(separator: UInt8(ascii: ",")) where option.starts(with: name) {
            let value = option.dropFirst(name.count)
            if value.isEmpty { return "" }
            guard value.first == UInt8(ascii: "=") else { continue }
            return Self.unescaped(value.dropFirst())
        }
        return nil
    }
}

// statmount(2).
extension MountStatus {
    /// `STATMOUNT_SB_BASIC`, `MNT_BASIC`, `MNT_ROOT`, `MNT_POINT`, `FS_TYPE`, `MNT_OPTS`, `MNT_UIDMAP`,
    /// `MNT_GIDMAP`.
    private static let wanted: UInt64 = 0x1 | 0x2 | 0x8 | 0x10 | 0x20 | 0x80 | 0x2000 | 0x4000
    private static let optionsOnly: UInt64 = 0x80
    private static let userMap: UInt64 = 0x2000
    private static let groupMap: UInt64 = 0x4000

    /// Asks for a mount by its unique id.
    ///
    /// - Parameter namespace: The mount namespace of the mount; 0 for that of this thread.
    /// - Throws: ``SystemError`` as statmount(2) fails; `ENOSYS` before Linux 6.8.
    static func ask(_ id: UInt64, in namespace: UInt64) throws(SystemError) -> Self {
        try ask(wanted, of: id, in: namespace)
    }

    /// Asks only for the options of a mount in this thread's namespace.
    static func askOptions(_ id: UInt64) throws(SystemError) -> Self {
        try ask(optionsOnly, of: id, in: 0)
    }

    private static func ask(
        _ wanted: UInt64,
        of id: UInt64,
        in namespace: UInt64
    ) throws(SystemError) -> Self {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            // SAFETY: the call writes at most `count` bytes.
            let code = unsafe clinux_statmount_text(namespace, id, wanted, &bytes, bytes.count)
            if code == 0 { return Self(bytes) }
            let isTooShort = errno == EOVERFLOW && bytes.count < 1 << 22
            guard isTooShort else { throw SystemError("statmount(2)", "mount \(id)", code: errno) }
            bytes = [UInt8](repeating: 0, count: bytes.count * 4)
        }
    }

    private init(_ bytes: [UInt8]) {
        // SAFETY: `ask` passes more bytes than the struct has, and all its fields are numbers.
        let found = unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: clinux_mount.self) }
        let text = MountText(bytes[MemoryLayout<clinux_mount>.size...])
        let hasUsers = found.mask & Self.userMap != 0
        let hasGroups = found.mask & Self.groupMap != 0
        self.init(
            flags: MountFlags(rawValue: found.attributes),
            isFileSystemReadOnly: found.superblock_flags & 1 != 0,
            device: DeviceNumber(major: found.device_major, minor: found.device_minor),
            type: text.string(found.mask & 0x20 != 0, found.type),
            root: text.string(found.mask & 0x8 != 0, found.root),
            point: text.string(found.mask & 0x10 != 0, found.point),
            parent: found.mask & 0x2 != 0 ? found.parent_id : nil,
            options: text.bytes(found.mask & 0x80 != 0, found.options),
            users: hasUsers ? text.map(found.user_ranges, found.user_range_count) : nil,
            groups: hasGroups ? text.map(found.group_ranges, found.group_range_count) : nil
        )
    }
}

/// The text after a struct statmount: strings that end with a NUL.
private struct MountText {
    private let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    func bytes(_ isThere: Bool, _ offset: UInt32) -> [UInt8] {
        isThere ? Array(string(at: bytes.startIndex + Int(offset))) : []
    }

    func string(_ isThere: Bool, _ offset: UInt32) -> String {
        String(decoding: bytes(isThere, offset), as: UTF8.self)
    }

    /// Reads an id map, which has one string for each range.
    func map(_ offset: UInt32, _ count: UInt32) -> IDMap? {
        var start = bytes.startIndex + Int(offset)
        var lines: [String] = []
        for _ in 0..<count {
            let line = string(at: start)
            lines.append(String(decoding: line, as: UTF8.self))
            start += line.count + 1
        }
        return IDMap(parsing: lines.joined(separator: "\n"))
    }

    private func string(at start: Int) -> ArraySlice<UInt8> {
        start < bytes.endIndex ? bytes[start...].prefix { $0 != 0 } : []
    }
}

// The method for kernels before Linux 6.8, or if a seccomp filter refuses statmount(2).
extension MountStatus {
    /// Reads a mount's line of proc_pid_mountinfo(5), which does not show the id maps of an idmapped mount.
    ///
    /// - Returns: nil if no line has this id.
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
            flags: MountFlags(options: options),
            isFileSystemReadOnly: ofFileSystem.split(separator: ",").contains("ro"),
            device: DeviceNumber(String(decoding: fields[2], as: UTF8.self))
                ?? .none,
            type: Self.unescaped(fields[hyphen + 1]),
            root: Self.unescaped(fields[3]),
            point: Self.unescaped(fields[4]),
            options: fields[5] + [UInt8(ascii: ",")] + fields[hyphen + 3]
        )
    }

    /// Replaces octal escapes, which stand for bytes that would end a field: `\040` is a space.
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

extension MountFlags {
    fileprivate init(options: String) {
        let names: [Substring: Self] = [
            "ro": .readOnly, "nosuid": .noSuid, "nodev": .noDev, "noexec": .noExec,
            "nosymfollow": .noSymlinkFollow, "idmapped": .idMapped,
        ]
        self = Self(options.split(separator: ",").compactMap { names[$0] })
    }
}
