import Foundation
package import Glibc

/// A process beside a test; see `withChild`.
package struct Child: Sendable {
    package let pid: pid_t

    /// Kills the process, and returns after it has ended.
    ///
    /// The process is not reaped yet: no other process gets its number while the body of `withChild` runs.
    package func kill() {
        var info = unsafe siginfo_t()
        Glibc.kill(pid, SIGKILL)
        // SAFETY: the call writes the one struct.
        unsafe waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT)
    }
}

/// Starts a command, calls `body` when the child is ready, and then ends it, even after an error.
///
/// The child is ready when it answers. The command must therefore end as cat(1), or as a program that writes the byte
/// that it reads and reads on.
@discardableResult
package func withChild<Value: ~Copyable>(
    _ command: [String],
    body: (Child) async throws -> Value
) async throws -> Value {
    let started = try StartedChild(command)
    defer { started.end() }
    let answer = try await onOwnThread { started.answer() }
    return try await body(try started.child(saying: answer))
}

/// Does the same on a test's own thread, which waits.
package func withChildBlocking<Value: ~Copyable>(
    _ command: [String],
    body: (Child) throws -> Value
) throws -> Value {
    let started = try StartedChild(command)
    defer { started.end() }
    return try body(try started.child(saying: started.answer()))
}

/// A child that was sent the question.
private struct StartedChild {
    private static let question = "?"

    private let command: [String]
    private let pid: pid_t
    private let socket: Int32

    init(_ command: [String]) throws {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        // SAFETY: the calls write the two numbers, and read the one byte.
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw Failure(description: "socketpair(2): errno \(errno)")
        }
        // The question is sent before the child starts. Later the child may have ended, and the write would cause a
        // SIGPIPE.
        unsafe write(ends[0], Self.question, 1)
        defer { close(ends[1]) }
        do { pid = try Self.spawn(command, on: ends[1]) } catch {
            close(ends[0])
            throw error
        }
        self.command = command
        socket = ends[0]
    }

    private static func spawn(_ command: [String], on socket: Int32) throws -> pid_t {
        // SAFETY: the actions are initialised before use, and all pointers live until the calls return.
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for file in 0...2 as ClosedRange<Int32> {
            unsafe posix_spawn_file_actions_adddup2(&actions, socket, file)
        }
        // Foundation's pipes are inherited. A test that reads one would wait for the end of this child. No pipe has a
        // number beyond 1,023, see `Process.end()`.
        for file in 3..<1024 as Range<Int32> {
            unsafe posix_spawn_file_actions_addclose(&actions, file)
        }
        var arguments = unsafe command.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var pid = pid_t()
        let code = unsafe posix_spawnp(&pid, command[0], &actions, nil, &arguments, environ)
        guard code == 0 else {
            throw Failure(description: "`\(command[0])` cannot be run: errno \(code)")
        }
        return pid
    }

    /// Returns the first output of the child. It is empty if the child ends without output or prints nothing for half a
    /// minute.
    func answer() -> String {
        var asked = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        var bytes = [UInt8](repeating: 0, count: 4096)
        // SAFETY: the calls write the one struct, and no more bytes than there are.
        var found = unsafe poll(&asked, 1, 30_000)
        // A signal that sets the ids of all threads must not end the wait.
        while found < 0, errno == EINTR { found = unsafe poll(&asked, 1, 30_000) }
        guard found == 1 else { return "" }
        let count = unsafe read(socket, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }

    func child(saying answer: String) throws -> Child {
        guard answer == Self.question else {
            let line = command.joined(separator: " ")
            throw Failure(description: "`\(line)` did not answer, but said: \(answer)")
        }
        return Child(pid: pid)
    }

    /// Ends the child. It was not reaped before, so no other process has its number.
    func end() {
        kill(pid, SIGKILL)
        waitpid(pid, nil, 0)
        close(socket)
    }

    struct Failure: Error, CustomStringConvertible { let description: String }
}
