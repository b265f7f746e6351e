import Foundation
import Glibc

/// A terminal of a test's own, see pty(7): the test is its keyboard and its screen.
///
/// A program that runs on it leads a session of its own, which the terminal controls.
package final class PseudoTerminal {
    package struct Failure: Error, CustomStringConvertible { package let description: String }

    private let master: Int32
    /// Open from the first to the last, so that the terminal keeps what is typed, and how it is set.
    private let line: Int32
    private let path: String
    private let screen: Screen
    private var shown: [UInt8] = []
    private var seen = 0
    private var program: StartedProgram?

    /// Calls `body` with a terminal, and ends what runs on it then, whatever was thrown.
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

    /// Everything that was shown by now.
    package var text: String { String(decoding: shown, as: UTF8.self) }

    /// Returns once this is shown, below what was expected before.
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
        // SAFETY: the call reads as many bytes as there are, which a terminal takes at once.
        _ = unsafe write(master, text, text.utf8.count)
    }

    /// How it treats what is typed and shown: the flags of input, output, control and line.
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

    /// Starts a program on it.
    ///
    /// - Parameters:
    ///   - output: The file of its standard output.
    ///   - errors: That of its standard error; nil drops it.
    ///   - isControlled: Whether the terminal controls it; else none does.
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

    /// Writes to the program's standard input, which is no terminal.
    package func tell(_ text: String) { program?.tell(text) }

    package func signal(_ number: Int32) { program?.signal(number) }

    /// Returns once the program has ended, with its exit status.
    package func exitStatus() async throws -> Int32 {
        guard let status = await program?.exitStatus() else {
            throw Failure(description: "the program goes on, having shown: \(text)")
        }
        return status
    }

    package private(set) var isHungUp = false

    /// Takes keyboard and screen away; returns when they are gone, and all is there that was shown.
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

/// What a terminal shows, read by a thread of its own as it comes.
private final class Screen {
    /// The thread ends when it is closed.
    private var lifeline: Int32?
    private var chunks: AsyncStream<[UInt8]>.Iterator

    /// - Parameter master: Closed when it ends.
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

    /// All that is shown by now is still read. The number is somebody else's once it is closed.
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
        // SAFETY: the calls write the two structs, and no more bytes than there are.
        // A signal that sets the ids of all threads ends no wait.
        while unsafe poll(&waited, 2, -1) < 0, errno == EINTR {}
        guard waited[0].revents & Int16(POLLIN) != 0 else { return nil }
        let count = unsafe read(master, &buffer, buffer.count)
        return count > 0 ? Array(buffer.prefix(count)) : nil
    }
}
