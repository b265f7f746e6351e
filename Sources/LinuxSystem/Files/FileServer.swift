import CLinux
import Glibc
import Synchronization

/// Makes system calls that may have to wait for a file server, such as a FUSE or NFS server. Among them are the calls
/// that open or read any file, since fanotify(7) may hold them.
///
/// A server may never answer. A request that a FUSE server has taken cannot be interrupted, not even by SIGKILL: a
/// thread that made it would keep the process from ending. So a separate process makes the call. It shares memory,
/// descriptors and directories with this one, and the calling thread waits for it with a deadline. Such a call takes
/// about 30 µs more than one made here.
/// - SeeAlso: fuse(4), `CLONE_VM` in clone(2).
enum FileServer {
    enum Argument {
        case number(Int)
        /// A text, passed as a pointer. A NUL is added.
        case text([UInt8])
        /// Bytes that the call reads.
        case bytes([UInt8])
        /// Bytes that the call reads, at most as many as it has room for. Such a call writes no bytes.
        case content([UInt8])
        /// The magic link of a descriptor. The separate process has the same link.
        case link(Int32)
        /// A pointer to the memory that the call writes to.
        case room
    }

    struct Answer {
        /// The value that the call returned; -1 if it failed.
        let result: Int
        /// The errno of a failed call; `ETIMEDOUT` if the server gave no answer in time.
        let error: Int32
        /// The bytes that the call wrote: as many as it returned, or the whole room if it returned 0.
        fileprivate(set) var bytes: [UInt8] = []
        /// The first bytes of the file that the call opened; nil if they were not read.
        fileprivate(set) var head: [UInt8]?
        /// The process that made the call; 0 for this process.
        fileprivate(set) var process: pid_t = 0

        fileprivate init(returned value: Int) {
            result = value < 0 ? -1 : value
            error = value < 0 ? Int32(clamping: -value) : 0
        }

        func load<Value: BitwiseCopyable>(as type: Value.Type) -> Value? {
            guard bytes.count >= MemoryLayout<Value>.size else { return nil }
            // SAFETY: there are as many bytes as the value has, and each bit pattern is a valid value.
            return unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: type) }
        }
    }

    /// The time limit for a server's answer to one call, in microseconds.
    static let patience: Int64 = 5_000_000
    /// The time limit for a close, in microseconds. The answer to a close does not matter.
    private static let closingTime: Int64 = 100_000
    /// The time without new calls to a server that gave no answer, in microseconds.
    private static let silence: Int64 = 10_000_000

    private static var now: Int64 { Int64(monotonicMicroseconds()) }

    private struct State {
        /// The number of calls under way.
        var running = 0
        /// Calls that were given up, with their processes, which have not ended.
        var left: [Left] = []
        /// The devices whose servers are not asked, and until when.
        var silent: [UInt64: Int64] = [:]
        /// Descriptors whose close waits for a server.
        var open: Set<Int32> = []
    }

    // INVARIANT: once the call is in this list, only its process uses the pointer.
    @safe private struct Left: @unchecked Sendable {
        let call: UnsafeMutablePointer<clinux_apart>
        let process: pid_t
    }

    private static let state = Mutex(State())

    /// Whether a process that shares this one's descriptors is still in a call, or a descriptor is open whose close at
    /// exit would wait for a server.
    static var isAwaited: Bool {
        freeEnded()
        return state.withLock { $0.running > 0 || !$0.left.isEmpty || !$0.open.isEmpty }
    }

    /// Whether calls about an open file may have to wait for a server.
    static func keeps(_ file: Int32) -> Bool { !LocalMounts.hold(file) }

    /// Makes a call in a separate process.
    ///
    /// - Parameters:
    ///   - room: How many bytes the call may write, at most 65,536.
    ///   - reads: Whether the process also reads the file that the call opens, up to 65,536 bytes.
    static func make(
        _ number: Int32,
        _ arguments: [Argument],
        room: Int = 0,
        reads: Bool = false
    ) -> Answer {
        let start = now
        let allowed = min(patience, ServerPatience.current?.left ?? patience)
        if isSilent(arguments, at: start) { return Answer(returned: -Int(ETIMEDOUT)) }
        let limit = start + allowed
        let answer =
            allowed > 0 ? make(number, arguments, room: room, reads: reads, until: limit) : nil
        let end = now
        ServerPatience.current?.spend(end - start)
        if let answer { return answer }
        if let device = device(of: arguments) {
            state.withLock { $0.silent[device] = end + silence }
        }
        return Answer(returned: -Int(ETIMEDOUT))
    }

    /// - Returns: nil if the call was given up.
    private static func make(
        _ number: Int32,
        _ arguments: [Argument],
        room: Int,
        reads: Bool = false,
        isApart: Bool = true,
        until end: Int64
    ) -> Answer? {
        freeEnded()
        guard let call = unsafe clinux_apart_new() else {
            return Answer(returned: -Int(ENOMEM))
        }
        guard unsafe prepare(call, number, arguments) else {
            unsafe free(call)
            return Answer(returned: -Int(ENAMETOOLONG))
        }
        unsafe call.pointee.reads = reads ? 1 : 0
        state.withLock { $0.running += 1 }
        defer { state.withLock { $0.running -= 1 } }
        let room = min(room, Int(clinux_apart_room))
        var process = isApart ? unsafe clinux_apart_start(call) : -1
        // If no process can be started, a call that needs no server is made here. Any other waits for room and tries
        // again.
        while isApart, process < 0 {
            let isForNow = errno == EAGAIN || errno == ENOMEM
            if needsNoServer(arguments) { break }
            guard isForNow, now < end else {
                unsafe free(call)
                return nil
            }
            pause()
            process = unsafe clinux_apart_start(call)
        }
        return unsafe run(call, by: process, room: room, until: end)
    }

    private static func pause() {
        var time = timespec(tv_sec: 0, tv_nsec: 5_000_000)
        // SAFETY: the call only reads one timespec.
        _ = unsafe nanosleep(&time, nil)
    }

    private static func run(
        _ call: UnsafeMutablePointer<clinux_apart>,
        by process: pid_t,
        room: Int,
        until end: Int64
    ) -> Answer? {
        if process < 0 { unsafe clinux_apart_make(call) }
        if process > 0, unsafe clinux_apart_wait(call, end) == 0,
            unsafe clinux_apart_leave(call) != 0
        {
            state.withLock { unsafe $0.left.append(Left(call: call, process: process)) }
            return nil
        }
        if process > 0 { _ = clinux_apart_reap(process, 1) }
        var answer = Answer(returned: unsafe call.pointee.result)
        answer.process = max(0, process)
        if answer.result >= 0 {
            let count = answer.result == 0 ? room : min(answer.result, room)
            answer.bytes = unsafe bytes(call, count)
            let read = unsafe call.pointee.reads != 0 ? call.pointee.count : -1
            if read >= 0 { answer.head = unsafe bytes(call, read) }
        }
        unsafe free(call)
        return answer
    }

    /// - Parameter count: At most as many as the call has room for. Its process has ended.
    private static func bytes(_ call: UnsafeMutablePointer<clinux_apart>, _ count: Int) -> [UInt8] {
        // SAFETY: the room has as many bytes, and nothing else writes to it any more.
        unsafe Array(UnsafeRawBufferPointer(start: call.pointee.room, count: count))
    }

    /// - Returns: Whether the arguments fit.
    private static func prepare(
        _ call: UnsafeMutablePointer<clinux_apart>,
        _ number: Int32,
        _ arguments: [Argument]
    ) -> Bool {
        unsafe call.pointee.number = Int(number)
        var used = 0
        var values: [Int] = []
        for argument in arguments {
            switch argument {
            case .number(let value): values.append(value)
            case .room: values.append(Int(bitPattern: unsafe call.pointee.room))
            case .content(let bytes):
                guard bytes.count <= Int(clinux_apart_room) else { return false }
                // SAFETY: the room is as large, and nothing else uses it before the call.
                unsafe bytes.withUnsafeBytes {
                    guard let start = $0.baseAddress else { return }
                    unsafe memcpy(call.pointee.room, start, $0.count)
                }
                values.append(Int(bitPattern: unsafe call.pointee.room))
            case .text, .bytes, .link:
                let bytes = argument.bytes
                guard used + bytes.count + 1 <= Int(clinux_apart_text) else { return false }
                // SAFETY: the bytes and a NUL fit into what is left of the text.
                let start = unsafe call.pointee.text + used
                for (index, byte) in bytes.enumerated() {
                    unsafe start[index] = CChar(bitPattern: byte)
                }
                unsafe start[bytes.count] = 0
                values.append(Int(bitPattern: start))
                // The next text begins at an address that is aligned for any value.
                used += (bytes.count + 8) & ~7
            }
        }
        for (index, value) in values.prefix(5).enumerated() {
            unsafe clinux_apart_set(call, Int32(index), value)
        }
        return true
    }

    // MARK: Silent servers

    private static func isSilent(_ arguments: [Argument], at now: Int64) -> Bool {
        let isAnySilent = state.withLock { state in
            guard !state.silent.isEmpty else { return false }
            state.silent = state.silent.filter { $0.value > now }
            return !state.silent.isEmpty
        }
        guard isAnySilent, let device = device(of: arguments) else { return false }
        return state.withLock { $0.silent[device] != nil }
    }

    /// Returns the device of the last place on the path that the kernel finds without its server, or nil if no server
    /// keeps that place.
    private static func device(of arguments: [Argument]) -> UInt64? {
        guard let (start, path) = object(of: arguments) else { return nil }
        guard !path.isEmpty else { return LocalMounts.servedDevice(start) }
        guard let found = cachedPlace(on: path, from: start) else { return nil }
        return LocalMounts.servedDevice(found.place.number)
    }

    /// Whether the call certainly asks no server. Before Linux 6.8, that is never certain.
    ///
    /// The way from a local directory stays on its file system if it leads to no other mount.
    private static func needsNoServer(_ arguments: [Argument]) -> Bool {
        guard let (start, path) = object(of: arguments) else { return true }
        guard !path.isEmpty else { return LocalMounts.certainlyHold(start) }
        guard let cached = cachedPlace(on: path, from: start),
            LocalMounts.certainlyHold(cached.place.number)
        else { return false }
        if cached.rest.isEmpty { return true }
        let ways = UInt64(RESOLVE_NO_XDEV | RESOLVE_NO_MAGICLINKS)
        let found = unsafe withCString(cached.rest) {
            unsafe clinux_openat2(cached.place.number, $0, UInt64(O_PATH | O_CLOEXEC), ways)
        }
        guard found < 0 else {
            _ = Descriptor(owning: found)
            return true
        }
        // The call would fail in the same way.
        return [ENOENT, EACCES, ENOTDIR, ENAMETOOLONG].contains(errno)
    }

    /// Returns the file or directory with which a call begins, and the path from there; nil if it is about no file.
    private static func object(of arguments: [Argument]) -> (start: Int32, path: [UInt8])? {
        switch arguments.first {
        case .link(let file): return (file, [])
        case .text(let bytes): return (AT_FDCWD, bytes)
        case .number(let number):
            let start = Int32(truncatingIfNeeded: number)
            guard arguments.count > 1 else { return (start, []) }
            if case .link(let file) = arguments[1] { return (file, []) }
            if case .text(let bytes) = arguments[1] { return (start, bytes) }
            return (start, [])
        default: return nil
        }
    }

    /// The last place on a path that the kernel finds in its cache, and the rest of the path.
    private struct CachedPlace: ~Copyable {
        let place: Descriptor
        let rest: [UInt8]
    }

    private static func cachedPlace(on path: [UInt8], from start: Int32) -> CachedPlace? {
        var end = path.count
        while true {
            let part = end > 0 ? Array(path[..<end]) : [path.first == 0x2F ? 0x2F : 0x2E]
            let number = unsafe withCString(part) {
                unsafe clinux_openat2(
                    start,
                    $0,
                    UInt64(O_PATH | O_CLOEXEC),
                    UInt64(RESOLVE_CACHED)
                )
            }
            if number >= 0 {
                let rest = path[end...].drop { $0 == 0x2F }
                return CachedPlace(place: Descriptor(owning: number), rest: Array(rest))
            }
            guard end > 0 else { return nil }
            end = path[..<end].lastIndex(of: 0x2F) ?? 0
        }
    }

    private static func freeEnded() {
        state.withLock { state in
            guard !state.left.isEmpty else { return }
            state.left.removeAll { left in
                guard clinux_apart_reap(left.process, 0) != 0 else { return false }
                unsafe free(left.call)
                return true
            }
        }
    }
}

extension FileServer.Argument {
    /// The bytes that are copied for the call.
    fileprivate var bytes: [UInt8] {
        switch self {
        case .text(let bytes), .bytes(let bytes), .content(let bytes): bytes
        case .link(let file): Array("/proc/thread-self/fd/\(file)".utf8)
        case .number, .room: []
        }
    }
}

extension FileServer {
    /// Opens a file in a separate process.
    ///
    /// - Parameter start: The descriptor of a directory, and a path from there.
    static func open(
        _ start: [Argument],
        flags: UInt64,
        mode: UInt64 = 0,
        resolve: UInt64 = 0,
        at path: String
    ) throws(SystemError) -> Descriptor {
        try opened(start, flags, mode, resolve, at: path).release()
    }

    /// An open descriptor, and the process that opened it.
    struct Opened: ~Copyable {
        private let descriptor: Descriptor
        let process: pid_t
        /// The first bytes of the file; nil if they were not read.
        let head: [UInt8]?

        init(_ descriptor: consuming Descriptor, by process: pid_t = 0, head: [UInt8]? = nil) {
            self.descriptor = descriptor
            self.process = process
            self.head = head
        }

        consuming func release() -> Descriptor { descriptor }
    }

    /// Opens a file as ``open(_:flags:mode:resolve:at:)`` does, and also returns the process that opened it.
    ///
    /// - Parameter reads: Whether the same process also reads the first bytes, at most 65,536.
    static func opened(
        _ start: [Argument],
        _ flags: UInt64,
        _ mode: UInt64 = 0,
        _ resolve: UInt64 = 0,
        reads: Bool = false,
        at path: String
    ) throws(SystemError) -> Opened {
        var how = clinux_open_how(flags, mode, resolve)
        // SAFETY: the struct has no pointers, and is only read.
        let bytes = unsafe withUnsafeBytes(of: &how) { unsafe Array($0) }
        let arguments = start + [.bytes(bytes), .number(bytes.count)]
        let answer = make(clinux_apart_openat2, arguments, reads: reads)
        guard answer.result >= 0 else { throw SystemError("open(2)", path, code: answer.error) }
        let number = Int32(answer.result)
        // The close of an `O_PATH` descriptor needs no server.
        let isServed = flags & UInt64(O_PATH) == 0 && keeps(number)
        if isServed { state.withLock { _ = $0.open.insert(number) } }
        return Opened(
            Descriptor(owning: number, isServed: isServed),
            by: answer.process,
            head: answer.head
        )
    }

    /// Closes a descriptor whose close needs a server. If the server gives no answer, it keeps the file open, but this
    /// process has no descriptor of it any more.
    ///
    /// - Returns: Whether the close has ended.
    @discardableResult
    static func close(_ file: Int32) -> Bool {
        forget(file)
        let end = now + closingTime
        return make(clinux_apart_close, [.number(Int(file))], room: 0, until: end) != nil
    }

    /// Removes a descriptor from the list. Its new owner closes it.
    static func forget(_ file: Int32) { state.withLock { _ = $0.open.remove(file) } }

    /// Closes the descriptors that would keep this process from ending.
    ///
    /// It stops at the first close that does not end. The process of that close shares the descriptors, so the end of
    /// this process closes none of them.
    static func closeAll() {
        for file in state.withLock({ $0.open.sorted() }) {
            guard close(file) else { return }
        }
    }

    /// Makes a call about an open file. If no server keeps the file, the call is made here.
    ///
    /// - Parameter name: The name of the call, for its error.
    @discardableResult
    static func call(
        _ name: String,
        _ number: Int32,
        _ arguments: [Argument],
        room: Int = 0,
        about file: Int32,
        at path: String
    ) throws(SystemError) -> Answer {
        let answer =
            keeps(file)
            ? make(number, arguments, room: room)
            : make(number, arguments, room: room, isApart: false, until: 0)
        // A call that is made here is never given up.
        guard let answer, answer.result >= 0 else {
            throw SystemError(name, path, code: answer?.error ?? ETIMEDOUT)
        }
        return answer
    }

    /// Returns the next bytes of a file: as many as read(2) returns, at most `limit` and 65,536; none at the end.
    ///
    /// - Parameter offset: The position of the first byte; nil for the end of the last read.
    static func read(
        _ file: Int32,
        upTo limit: Int,
        from offset: Int64? = nil,
        at path: String
    ) throws(SystemError) -> ArraySlice<UInt8> {
        let size = min(limit, Int(clinux_apart_room))
        var arguments: [Argument] = [.number(Int(file)), .room, .number(size)]
        if let offset { arguments.append(.number(Int(offset))) }
        let name = offset == nil ? "read(2)" : "pread(2)"
        let number = offset == nil ? clinux_apart_read : clinux_apart_pread
        let answer = make(number, arguments, room: size)
        guard answer.result >= 0 else { throw SystemError(name, path, code: answer.error) }
        return answer.bytes[..<answer.result]
    }

    /// Returns the next entries of an open directory in the format of getdents64(2); none at the end.
    static func entries(of directory: Int32, at path: String) throws(SystemError) -> [UInt8] {
        let size = Int(clinux_apart_room)
        let arguments: [Argument] = [.number(Int(directory)), .room, .number(size)]
        let answer = make(clinux_apart_getdents, arguments, room: size)
        guard answer.result >= 0 else { throw SystemError("readdir(3)", path, code: answer.error) }
        return Array(answer.bytes[..<answer.result])
    }
}
