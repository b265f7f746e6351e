import CLinux
import Glibc

/// The controlling terminal of this process, independent of its standard streams.
///
/// Use it on a thread that takes no signals, such as those of ``startThread(named:_:)``. There no operation stops the
/// process: in the background, a read fails instead of sending SIGTTIN, and all other operations succeed instead of
/// sending SIGTTOU. A ``WakeUp`` ends operations that wait.
/// - SeeAlso: tty(4), termios(3), ioctl_tty(2), setpgid(2).
package final class Terminal: Sendable {
    /// A line, or the event that came instead.
    package enum Input: Hashable, Sendable {
        /// The line with its newline, unless the end of input followed it.
        case line([UInt8])
        /// The end of input, `^D`.
        case end
        case hangUp
        /// Another process group is in the foreground.
        case background
    }

    private static let path = "/dev/tty"

    private let descriptor: Descriptor

    /// - Throws: ``SystemError`` as open(2) fails: `ENXIO` if this process has no controlling terminal.
    package init() throws(SystemError) {
        let flags = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
        // SAFETY: the text lives until the call returns, and the kernel only reads it.
        let number = unsafe clinux_openat(AT_FDCWD, Self.path, flags, 0)
        guard number >= 0 else { throw SystemError("open(2)", Self.path, code: errno) }
        descriptor = Descriptor(owning: number)
    }

    /// Whether this process is in the foreground, so that input is meant for it. While it runs in the background, input
    /// is meant for the shell.
    package var isForeground: Bool { tcgetpgrp(descriptor.number) == getpgrp() }

    package var isHungUp: Bool {
        var asked = pollfd(fd: descriptor.number, events: 0, revents: 0)
        // SAFETY: the call reads and writes the one struct; it does not wait.
        return unsafe poll(&asked, 1, 0) == 1 && asked.revents & Int16(POLLHUP) != 0
    }

    /// Drops typed input that was not read.
    ///
    /// - Throws: ``SystemError`` as tcflush(3) fails: `EIO` after a hang-up.
    package func discardInput() throws(SystemError) {
        guard tcflush(descriptor.number, TCIFLUSH) == 0 else {
            throw SystemError("tcflush(3)", Self.path, code: errno)
        }
    }

    /// Writes a text, and waits while the terminal accepts no more, as after `^S`.
    ///
    /// - Throws: `CancellationError` if it is woken; ``SystemError`` as write(2) fails: `EIO` after a hang-up.
    package func write(_ text: String, until wakeUp: WakeUp) throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            // SAFETY: the call reads at most `count` bytes of the buffer.
            let count = unsafe rest.withUnsafeBytes {
                unsafe clinux_write(descriptor.number, $0.baseAddress, $0.count)
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: try wait(for: POLLOUT, until: wakeUp)
            case let code: throw SystemError("write(2)", Self.path, code: code)
            }
        }
    }

    /// Writes a text if that needs no wait.
    package func writeAtOnce(_ text: StaticString) {
        // SAFETY: the call reads at most `count` bytes of a text that lives for ever. A failure is ignored.
        _ = unsafe clinux_write(descriptor.number, text.utf8Start, text.utf8CodeUnitCount)
    }

    /// Waits for a line.
    ///
    /// - Throws: `CancellationError` if it is woken; ``SystemError`` as read(2) fails.
    package func input(until wakeUp: WakeUp) throws -> Input {
        // No line is longer, see termios(3), "Canonical and noncanonical mode".
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            // SAFETY: the call writes at most `count` bytes; it does not wait.
            let count = unsafe read(descriptor.number, &buffer, buffer.count)
            if count > 0 { return .line(Array(buffer.prefix(count))) }
            if count == 0 { return isHungUp ? .hangUp : .end }
            switch errno {
            case EINTR: continue
            case EAGAIN: try wait(for: POLLIN, until: wakeUp)
            case EIO: return isHungUp ? .hangUp : .background
            case let code: throw SystemError("read(2)", Self.path, code: code)
            }
        }
    }

    private func wait(for event: Int32, until wakeUp: WakeUp) throws {
        var waited = [
            pollfd(fd: descriptor.number, events: Int16(event), revents: 0),
            pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        // SAFETY: the call reads and writes the two structs. If it fails, the call that waits tries again.
        _ = unsafe poll(&waited, 2, -1)
        if waited[1].revents != 0 { throw CancellationError() }
    }
}

// The input mode of the terminal.
extension Terminal {
    /// The mode before ``enterLineMode()``.
    package struct Mode: Sendable {
        fileprivate let attributes: termios
    }

    /// Sets the mode in which the terminal returns whole lines, lets the user edit them, and shows typed text, with
    /// control characters as `^X`.
    ///
    /// A shell usually leaves the terminal in this mode to its programs. Then nothing is changed, and nothing has to be
    /// restored, however this process ends.
    /// - Returns: The mode for ``leaveLineMode(to:)``; nil if nothing was changed.
    /// - Throws: ``SystemError`` as tcgetattr(3) and tcsetattr(3) fail: `EIO` after a hang-up.
    package func enterLineMode() throws(SystemError) -> Mode? {
        var found = termios()
        // SAFETY: the call writes the one struct.
        guard unsafe tcgetattr(descriptor.number, &found) == 0 else {
            throw SystemError("tcgetattr(3)", Self.path, code: errno)
        }
        let wanted = found.inLineMode
        guard !wanted.treatsAlike(found) else { return nil }
        try set(wanted)
        return Mode(attributes: found)
    }

    /// Restores the mode. If another process group is in the foreground by now, its own mode stays.
    package func leaveLineMode(to mode: Mode?) {
        if let mode, isForeground { try? set(mode.attributes) }
    }

    /// Sets the attributes at once. A wait for pending output might never end.
    private func set(_ attributes: termios) throws(SystemError) {
        var attributes = attributes
        // SAFETY: the call reads the one struct.
        guard unsafe tcsetattr(descriptor.number, TCSANOW, &attributes) == 0 else {
            throw SystemError("tcsetattr(3)", Self.path, code: errno)
        }
    }
}

extension termios {
    fileprivate var inLineMode: termios {
        var mode = self
        mode.c_iflag |= tcflag_t(ICRNL)
        mode.c_iflag &= ~tcflag_t(INLCR | IGNCR)
        mode.c_oflag |= tcflag_t(OPOST | ONLCR)
        mode.c_lflag |= tcflag_t(ICANON | ISIG | IEXTEN | ECHO | ECHOE | ECHOCTL)
        return mode
    }

    fileprivate func treatsAlike(_ other: termios) -> Bool {
        (c_iflag, c_oflag, c_lflag) == (other.c_iflag, other.c_oflag, other.c_lflag)
    }
}
