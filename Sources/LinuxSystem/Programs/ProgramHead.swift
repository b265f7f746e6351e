import CLinux
import Glibc
package import Kernel

/// The facts that execve(2) reads from the first bytes of a file.
package struct ProgramHead: Sendable {
    package let format: Program.Format
    /// See ``Program/isInterpreterAlone``.
    package let isInterpreterAlone: Bool?
    /// Whether the file is shorter than the header of a binary.
    package let isShort: Bool
    /// The handlers that the kernel asks before its own formats; nil if they cannot be seen.
    package let handlers: MiscHandlers?

    /// Reads the head of a regular file, which this thread must be able to read.
    ///
    /// - Throws: ``SystemError`` with `EAGAIN` if an open would break a lease; otherwise as open(2) and read(2) fail.
    package init(of place: borrowing Descriptor, at path: String) throws(SystemError) {
        guard !FileLeases.mayBreak(try FileCalls.facts(of: place, at: path)) else {
            throw SystemError("open(2)", path, code: EAGAIN)
        }
        let file = try FileCalls.reopenUnseen(place, directory: false, at: path)
        let start = try file.bytes(Self.readLength, upTo: Self.startLength, from: 0, at: path)
        isShort = start.count < ELFHead.length
        var head = Array(start.prefix(Self.readLength))
        head += [UInt8](repeating: 0, count: Self.readLength - head.count)
        handlers = MiscHandlers.match(head)
        let binary = head.starts(with: ELFHead.magic) ? ELFHead(head, of: start) : nil
        format =
            try binary?.format(of: file, at: path)
            ?? Self.script(head).map { .script(interpreter: $0) } ?? .unknown
        switch (format, binary) {
        case (.unknown, let binary?), (.unreadable, let binary?):
            isInterpreterAlone = try binary.isInterpreter(file, at: path)
        default: isInterpreterAlone = false
        }
    }

    /// The number of bytes that are read at once. In nearly all binaries, everything that execve(2) reads is there.
    private static let startLength = 4096

    /// The kernel's BINPRM_BUF_SIZE.
    private static let readLength = 256

    /// Returns the interpreter of a first line within the head, as the kernel's load_script (fs/binfmt_script.c) does.
    ///
    /// - Parameter head: 256 bytes. A shorter file is padded with NULs.
    private static func script(_ head: [UInt8]) -> [UInt8]? {
        guard head.starts(with: Array("#!".utf8)) else { return nil }
        let text = head[2...]
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let line: ArraySlice<UInt8>
        if let end = text.firstIndex(where: { $0 == UInt8(ascii: "\n") || $0 == 0 }), head[end] != 0
        {
            line = text[..<end]
        } else {
            // Without an end of line, the interpreter may be cut off, unless a blank or a NUL follows it.
            let name = text.drop(while: isBlank)
            guard name.contains(where: { isBlank($0) || $0 == 0 }) else { return nil }
            line = text.dropLast()
        }
        let name = line.drop(while: isBlank)
        guard !name.isEmpty else { return nil }
        return Array(name.prefix { !isBlank($0) && $0 != 0 })
    }
}

/// Reads a binary as the kernel's load_elf_binary (fs/binfmt_elf.c) does before it runs anything.
private struct ELFHead {
    static let magic: [UInt8] = [0x7F, 0x45, 0x4C, 0x46]
    static let length = 64
    private static let headerSize = 56
    private static let interpreterType: UInt64 = 3  // PT_INTERP
    #if arch(x86_64)
        private static let machine: UInt64 = 62  // EM_X86_64
        private static let olderMachines: [UInt64] = [3, 6]  // EM_386, EM_486
    #elseif arch(arm64)
        private static let machine: UInt64 = 183  // EM_AARCH64
        private static let olderMachines: [UInt64] = [40]  // EM_ARM
    #endif

    private let bytes: [UInt8]
    /// The bytes of the file that were read with them.
    private let start: [UInt8]

    init(_ bytes: [UInt8], of start: [UInt8]) { (self.bytes, self.start) = (bytes, start) }

    func format(
        of file: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> Program.Format {
        guard isProgram else { return .unknown }
        if isOlder { return .undecided }
        guard let headers = try headers(of: file, at: path) else { return .unknown }
        for header in stride(from: 0, to: headers.count, by: Self.headerSize)
        where headers.number(at: header, 4) == Self.interpreterType {
            return try interpreter(headers, header, of: file, at: path)
        }
        return .elf(interpreter: nil)
    }

    /// Whether the kernel takes the file as an interpreter. It then does not look for the interpreter's own.
    ///
    /// - Returns: nil for a program of an older machine, and for what execve(2) takes and then cannot map.
    func isInterpreter(_ file: borrowing Descriptor, at path: String) throws(SystemError) -> Bool? {
        if isOlder { return nil }
        guard try headers(of: file, at: path) != nil else { return false }
        return isProgram ? true : nil
    }

    /// ET_EXEC or ET_DYN.
    private var isProgram: Bool { [2, 3].contains(bytes.number(at: 16, 2)) }

    private var machine: UInt64 { bytes.number(at: 18, 2) }

    private var isOlder: Bool { Self.olderMachines.contains(machine) }

    /// Returns the program headers; nil for another machine, or if the kernel refuses them.
    private func headers(
        of file: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> [UInt8]? {
        let count = Int(bytes.number(at: 56, 2))
        let isOurs = machine == Self.machine && bytes.number(at: 54, 2) == Self.headerSize
        guard isOurs, count > 0, count * Self.headerSize <= 65536 else { return nil }
        let start = Int64(bitPattern: bytes.number(at: 32, 8))
        let size = count * Self.headerSize
        let headers = try self.bytes(size, from: start, of: file, at: path)
        return headers.count == size ? headers : nil
    }

    private func interpreter(
        _ headers: [UInt8],
        _ header: Int,
        of file: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> Program.Format {
        let length = headers.number(at: header + 32, 8)
        guard (2...UInt64(PATH_MAX)).contains(length) else { return .unknown }
        let start = Int64(bitPattern: headers.number(at: header + 8, 8))
        // rw_verify_area (fs/read_write.c).
        let isPossible = start >= 0 && !start.addingReportingOverflow(Int64(length)).overflow
        guard isPossible else { return .unreadable(.EINVAL) }
        let name = try bytes(Int(length), from: start, of: file, at: path)
        // elf_read (fs/binfmt_elf.c).
        guard name.count == Int(length) else { return .unreadable(.EIO) }
        guard name.last == 0 else { return .unknown }
        return .elf(interpreter: Array(name.prefix { $0 != 0 }))
    }

    private func bytes(
        _ count: Int,
        from offset: Int64,
        of file: borrowing Descriptor,
        at path: String
    ) throws(SystemError) -> [UInt8] {
        let known = start.dropFirst(Int(clamping: max(0, offset))).prefix(count)
        guard offset < 0 || known.count < count else { return Array(known) }
        return try file.bytes(count, upTo: count, from: offset, at: path)
    }
}

extension Descriptor {
    /// Returns the bytes from an offset on, until there are `count` of them or the file ends.
    ///
    /// - Parameter limit: The most bytes that are returned.
    fileprivate borrowing func bytes(
        _ count: Int,
        upTo limit: Int,
        from start: Int64,
        at path: String
    ) throws(SystemError) -> [UInt8] {
        guard start >= 0 else { return [] }
        var all: [UInt8] = []
        while all.count < count {
            let (offset, isTooFar) = start.addingReportingOverflow(Int64(all.count))
            if isTooFar { return all }
            let rest = limit - all.count
            let bytes = try FileServer.read(number, upTo: rest, from: offset, at: path)
            if bytes.isEmpty { return all }
            all += bytes
        }
        return all
    }
}

extension [UInt8] {
    /// Returns a number of `length` bytes, the least significant first: all supported machines are little-endian.
    fileprivate func number(at start: Int, _ length: Int) -> UInt64 {
        (0..<length).reduce(0) { $0 | UInt64(self[start + $1]) << (8 * UInt64($1)) }
    }
}
