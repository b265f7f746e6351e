import Foundation
import Glibc

/// A test's own terminal, see pty(7): the test is its keyboard and its screen.
///
/// A program that runs on it leads its own session, which the terminal controls.
package final class PseudoTerminal {
    package struct Failure: Error, CustomStringConvertible { package let description: String }

    private let master: Int32
    /// Open all the time, so that the terminal keeps its input and its settings.
    private let line: Int32
    private let path: String
    private let screen: Screen
    private var shown: [UInt8] = []
    private var seen = 0
    private var program: StartedProgram?

    /// Calls `body` with a terminal, and then ends the program that runs on it, even after an error.
    package static func with<Value>(
        _ body: (PseudoTerminal) async throws -> Value
    ) async throws -> Value {
        let terminal = try PseudoTerminal()
        do {
            let value = try await body(terminal)
            terminal.end()
            return value
        } catch {
            terminal.end()
            throw error
        }
    }

    private init() throws {
        master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (isLocked, number) = (Int32(0), Int32(0))
        // SAFETY: TIOCSPTLCK reads the one number, and TIOCGPTN writes the other.
        guard unsafe ioctl(master, 0x4004_5431, &isLocked) == 0,
            unsafe ioctl(master, 0x8004_5430, &number) == 0
        else { throw Failure(description: "/dev/ptmx: errno \(errno); mount devpts") }
        path = "/dev/pts/\(number)"
        line = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard line >= 0 else { throw Failure(description: "\(path): errno \(errno)") }
        screen = try Screen(of: master)
    }

    /// All text shown so far.
    package var text: String { String(decoding: shown, as: UTF8.self) }

    /// Returns after this text is shown, below the text that was expected before.
    package func expect(_ text: String) async throws {
        let wanted = Array(text.utf8)
        while true {
            let start = shown.indices.dropFirst(seen).first { shown[$0...].starts(with: wanted) }
            if let start {
                seen = start + wanted.count
                return
            }
            guard let more = await screen.next() else {
                throw Failure(description: "`\(text)` was not shown, but: \(self.text)")
            }
            shown += more
        }
    }

    package func type(_ text: String) {
        guard !isHungUp else { return }
        // SAFETY: the call reads exactly the bytes of the text. A terminal accepts them at once.
        _ = unsafe write(master, text, text.utf8.count)
    }

    /// The terminal's settings: the flags of input, output, control and line.
    package var flags: [UInt32] {
        get {
            let found = attributes
            return [found.c_iflag, found.c_oflag, found.c_cflag, found.c_lflag]
        }
        set {
            var changed = attributes
            (changed.c_iflag, changed.c_oflag) = (newValue[0], newValue[1])
            (changed.c_cflag, changed.c_lflag) = (newValue[2], newValue[3])
            // SAFETY: the call reads the one struct.
            _ = unsafe tcsetattr(line, TCSANOW, &changed)
        }
    }

    private var attributes: termios {
        var found = termios()
        // SAFETY: the call writes the one struct.
        _ = unsafe tcgetattr(line, &found)
        return found
    }

    /// Starts a program on the terminal.
    ///
    /// - Parameters:
    ///   - output: The file of its standard output.
    ///   - errors: The file of its standard error; nil discards it.
    ///   - isControlled: True if the terminal controls it; otherwise no terminal does.
    package func start(
        _ command: [String],
        output: String,
        errors: String? = nil,
        isControlled: Bool = true
    ) throws {
        program = try StartedProgram(
            command,
            terminal: isControlled ? path : nil,
            output: output,
            errors: errors
        )
    }

    /// Writes to the program's standard input, which is not a terminal.
    package func tell(_ text: String) { program?.tell(text) }

    package func signal(_ number: Int32) { program?.signal(number) }

    /// Returns the exit status after the program has ended.
    package func exitStatus() async throws -> Int32 {
        guard let status = await program?.exitStatus() else {
            throw Failure(description: "the program goes on, having shown: \(text)")
        }
        return status
    }

    package private(set) var isHungUp = false

    /// Removes keyboard and screen. Returns when they are closed and all shown text has been read.
    package func hangUp() async {
        isHungUp = true
        screen.end()
        while let more = await screen.next() { shown += more }
    }

    private func end() {
        program?.end()
        screen.end()
        close(line)
    }
}

/// The output of a terminal, read by its own thread.
private final class Screen {
    /// Closing this descriptor ends the thread.
    private var lifeline: Int32?
    private var chunks: AsyncStream<[UInt8]>.Iterator

    /// - Parameter master: Closed when the thread ends.
    init(of master: Int32) throws {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        // SAFETY: the call writes the two numbers.
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw PseudoTerminal.Failure(description: "socketpair(2): errno \(errno)")
        }
        lifeline = ends[0]
        let (stream, continuation) = AsyncStream<[UInt8]>.makeStream()
        chunks = stream.makeAsyncIterator()
        Thread.detachNewThread { [end = ends[1]] in
            while let chunk = Self.chunk(of: master, until: end) { continuation.yield(chunk) }
            close(master)
            close(end)
            continuation.finish()
        }
    }

    /// Ends the thread after all shown text is read. After the close, the number may belong to another file.
    func end() {
        guard let number = lifeline else { return }
        lifeline = nil
        close(number)
    }

    func next() async -> [UInt8]? { await chunks.next(isolation: #isolation) }

    private static func chunk(of master: Int32, until end: Int32) -> [UInt8]? {
        var waited = [
            pollfd(fd: master, events: Int16(POLLIN), revents: 0),
            pollfd(fd: end, events: Int16(POLLIN), revents: 0),
        ]
        var buffer = [UInt8](repeating: 0, count: 4096)
        // SAFETY: the calls write the two structs, and at most the size of the buffer.
        // A signal that sets the ids of all threads must not end the wait.
        while unsafe poll(&waited, 2, -1) < 0, errno == EINTR {}
        guard waited[0].revents & Int16(POLLIN) != 0 else { return nil }
        let count = unsafe read(master, &buffer, buffer.count)
        return count > 0 ? Array(buffer.prefix(count)) : nil
    }
}
