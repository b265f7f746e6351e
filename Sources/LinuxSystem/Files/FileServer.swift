import CLinux
import Glibc
import Synchronization

/// System calls about files that a server keeps, such as that of a FUSE file system or of NFS.
///
/// A server may never answer, and a request that a FUSE server has taken cannot be interrupted, not
/// even by SIGKILL: a thread that made it would keep the process from ending. So a process of its own
/// makes the call. It shares memory, descriptors and directories with this one, and the thread that
/// asked waits for it with a deadline. Such a call takes about 30 µs more than one made here.
/// - SeeAlso: fuse(4), `CLONE_VM` in clone(2).
enum FileServer {
    enum Argument {
        case number(Int)
        /// A text, to which the call gets a pointer; a NUL is added.
        case text([UInt8])
        /// Bytes that the call reads.
        case bytes([UInt8])
        /// A pointer to where the call writes.
        case room
    }

    struct Answer {
        /// What the call returned; -1 where it failed.
        let result: Int
        /// The errno of a call that failed: `ETIMEDOUT` where the server gave no answer in time.
        let error: Int32
        /// What the call wrote.
        fileprivate(set) var bytes: [UInt8] = []

        fileprivate init(returned value: Int) {
            result = value < 0 ? -1 : value
            error = value < 0 ? Int32(clamping: -value) : 0
        }

        func load<Value: BitwiseCopyable>(as type: Value.Type) -> Value? {
            guard bytes.count >= MemoryLayout<Value>.size else { return nil }
            // SAFETY: there are as many bytes as the value has, and each pattern of them is one.
            return unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: type) }
        }
    }

    /// How long a server may take to answer one call.
    static let patience = 5

    private struct State {
        /// How many calls are under way.
        var running = 0
        /// Calls that were given up, and their processes, which have not ended.
        var left: [Left] = []
    }

    // INVARIANT: the pointer is used by nobody else once the call is in this list, but for its process.
    @safe private struct Left: @unchecked Sendable {
        let call: UnsafeMutablePointer<clinux_apart>
        let process: pid_t
    }

    private static let state = Mutex(State())

    /// Whether a call is still waited for by some process, which shares our descriptors.
    static var isAwaited: Bool {
        freeEnded()
        return state.withLock { $0.running > 0 || !$0.left.isEmpty }
    }

    /// Whether calls about an open file may have to wait for a server.
    static func keeps(_ file: Int32) -> Bool { !LocalMounts.hold(file) }

    /// Makes a call in a process of its own.
    ///
    /// - Parameter room: How many bytes the call may write, at most 65,536.
    static func make(_ number: Int32, _ arguments: [Argument], room: Int = 0) -> Answer {
        freeEnded()
        guard let call = unsafe clinux_apart_new() else {
            return Answer(returned: -Int(ENOMEM))
        }
        guard unsafe prepare(call, number, arguments) else {
            unsafe free(call)
            return Answer(returned: -Int(ENAMETOOLONG))
        }
        state.withLock { $0.running += 1 }
        let answer = unsafe run(call, room: min(room, Int(clinux_apart_room)))
        state.withLock { $0.running -= 1 }
        return answer
    }

    private static func run(_ call: UnsafeMutablePointer<clinux_apart>, room: Int) -> Answer {
        let process = unsafe clinux_apart_start(call)
        // Without room for a process the call is made here: its answer matters more than our end.
        if process < 0 { unsafe call.pointee.result = clinux_bare_call(call) }
        if process > 0, unsafe clinux_apart_wait(call, patience) == 0,
            unsafe clinux_apart_leave(call) != 0
        {
            state.withLock { unsafe $0.left.append(Left(call: call, process: process)) }
            return Answer(returned: -Int(ETIMEDOUT))
        }
        if process > 0 { _ = clinux_apart_reap(process, 1) }
        var answer = Answer(returned: unsafe call.pointee.result)
        if answer.result >= 0 {
            // SAFETY: `room` is no more than the call has room for, and its process has ended.
            let bytes = unsafe UnsafeRawBufferPointer(start: call.pointee.room, count: room)
            answer.bytes = unsafe Array(bytes)
        }
        unsafe free(call)
        return answer
    }

    /// - Returns: Whether there was room for the texts.
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
            case .text(let bytes), .bytes(let bytes):
                guard used + bytes.count + 1 <= Int(clinux_apart_text) else { return false }
                // SAFETY: the bytes and a NUL fit into what is left of the text.
                let start = unsafe call.pointee.text + used
                for (index, byte) in bytes.enumerated() {
                    unsafe start[index] = CChar(bitPattern: byte)
                }
                unsafe start[bytes.count] = 0
                values.append(Int(bitPattern: start))
                // The next text begins where any value may lie.
                used += (bytes.count + 8) & ~7
            }
        }
        for (index, value) in values.prefix(5).enumerated() {
            unsafe clinux_apart_set(call, Int32(index), value)
        }
        return true
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

extension FileServer {
    /// Opens a file by a process of its own.
    ///
    /// - Parameter start: The descriptor of a directory, and a path from there.
    static func open(
        _ start: [Argument],
        flags: UInt64,
        resolve: UInt64 = 0,
        at path: String
    ) throws(SystemError) -> Descriptor {
        var how = clinux_open_how(flags, resolve)
        // SAFETY: the struct has no pointers, and is only read.
        let bytes = unsafe withUnsafeBytes(of: &how) { unsafe Array($0) }
        let arguments = start + [.bytes(bytes), .number(bytes.count)]
        let answer = make(clinux_apart_openat2, arguments)
        guard answer.result >= 0 else { throw SystemError("open(2)", path, code: answer.error) }
        return Descriptor(owning: Int32(answer.result))
    }

    /// Reads into all of a buffer, at most 65,536 bytes.
    ///
    /// - Returns: How many bytes there were; 0 at the end.
    static func read(
        _ file: Int32,
        into buffer: inout [UInt8],
        from start: Int = 0,
        at path: String
    ) throws(SystemError) -> Int {
        let size = min(buffer.count - start, Int(clinux_apart_room))
        let arguments: [Argument] = [.number(Int(file)), .room, .number(size)]
        let answer = make(clinux_apart_read, arguments, room: size)
        guard answer.result >= 0 else { throw SystemError("read(2)", path, code: answer.error) }
        buffer.replaceSubrange(start..<start + answer.result, with: answer.bytes[..<answer.result])
        return answer.result
    }

    /// The next entries of an open directory, as getdents64(2) has them; none at the end.
    static func entries(of directory: Int32, at path: String) throws(SystemError) -> [UInt8] {
        let size = Int(clinux_apart_room)
        let arguments: [Argument] = [.number(Int(directory)), .room, .number(size)]
        let answer = make(clinux_apart_getdents, arguments, room: size)
        guard answer.result >= 0 else { throw SystemError("readdir(3)", path, code: answer.error) }
        return Array(answer.bytes[..<answer.result])
    }
}
