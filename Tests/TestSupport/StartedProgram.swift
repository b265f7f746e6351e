import Foundation
import Glibc

/// A program in its own session.
final class StartedProgram {
    private let pid: pid_t
    private let input: Int32
    private var statuses: AsyncStream<Int32>.Iterator

    /// - Parameters:
    ///   - terminal: The controlling terminal; nil for none.
    ///   - output: The file of its standard output.
    init(_ command: [String], terminal: String?, output: String, errors: String?) throws {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        // SAFETY: the call writes the two numbers.
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw PseudoTerminal.Failure(description: "socketpair(2): errno \(errno)")
        }
        defer { close(ends[0]) }
        input = ends[1]
        pid = try Self.spawn(command, terminal, input: ends[0], output, errors)
        let (stream, continuation) = AsyncStream<Int32>.makeStream()
        statuses = stream.makeAsyncIterator()
        Thread.detachNewThread { [pid] in
            var info = unsafe siginfo_t()
            // SAFETY: the call writes the one struct. It does not reap the process, so no other process gets its
            // number.
            unsafe waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT)
            let status = unsafe info._sifields._sigchld.si_status
            let hasExited = unsafe info.si_code == Int32(CLD_EXITED)
            continuation.yield(hasExited ? status : 128 + status)
            continuation.finish()
        }
    }

    /// Returns nil if the task is cancelled first.
    func exitStatus() async -> Int32? { await statuses.next(isolation: #isolation) }

    func tell(_ text: String) {
        // SAFETY: the call reads exactly the bytes of the text.
        _ = unsafe write(input, text, text.utf8.count)
    }

    func signal(_ number: Int32) { kill(pid, number) }

    func end() {
        kill(pid, SIGKILL)
        waitpid(pid, nil, 0)
        close(input)
    }

    private static func spawn(
        _ command: [String],
        _ terminal: String?,
        input: Int32,
        _ output: String,
        _ errors: String?
    ) throws -> pid_t {
        // SAFETY: the actions are initialised before use, and all pointers live until the calls return.
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
        let writing = O_WRONLY | O_CREAT
        unsafe posix_spawn_file_actions_addopen(&actions, 1, output, writing, 0o600)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, errors ?? "/dev/null", writing, 0o600)
        // The first terminal that a session leader opens becomes its controlling terminal.
        if let terminal {
            unsafe posix_spawn_file_actions_addopen(&actions, 3, terminal, O_RDWR, 0)
        }
        // Pipes of other tests are inherited, see `withChild`.
        for file in 3..<1024 as Range<Int32> {
            unsafe posix_spawn_file_actions_addclose(&actions, file)
        }
        return try unsafe run(command, &actions)
    }

    private static func run(
        _ command: [String],
        _ actions: inout posix_spawn_file_actions_t
    ) throws -> pid_t {
        // SAFETY: as above.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // POSIX_SPAWN_SETSID.
        unsafe posix_spawnattr_setflags(&attributes, 0x80)
        var words = unsafe command.map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        var pid = pid_t()
        let code = unsafe posix_spawnp(&pid, command[0], &actions, &attributes, &words, environ)
        guard code == 0 else {
            throw PseudoTerminal.Failure(description: "`\(command[0])`: errno \(code)")
        }
        return pid
    }
}
