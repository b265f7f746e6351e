import CLinux
import Glibc

/// The terminal that controls this process, whatever its standard streams are.
///
/// For a thread that takes no signals, as those of ``startThread(named:_:)``: there nothing stops the process.
/// In the background a read fails, where it would send SIGTTIN; all else is done, where it would send SIGTTOU.
/// What waits is ended by a ``WakeUp``.
/// - SeeAlso: tty(4), termios(3), ioctl_tty(2), setpgid(2).
package final class Terminal: Sendable {
    /// What came instead of a line, or the line.
    package enum Input: Hashable, Sendable {
        /// With its end, unless the end of input followed it.
        case line([UInt8])
        /// The end of input, `^D`.
        case end
        case hangUp
        /// Another process group is in the foreground.
        case background
    }

    private static let path = "/dev/tty"

    private let descriptor: Descriptor

    /// - Throws: ``SystemError`` as open(2) fails: `ENXIO` where no terminal controls this process.
    package init() throws(SystemError) {
        let flags = O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
        // SAFETY: the text lives until the call returns, and the kernel only reads it.
        let number = unsafe clinux_openat(AT_FDCWD, Self.path, flags, 0)
        guard number >= 0 else { throw SystemError("open(2)", Self.path, code: errno) }
        descriptor = Descriptor(owning: number)
    }

    /// Whether input is ours: a shell's own, while it runs this process in the background, or was stopped by
    /// nobody, is not.
    package var isForeground: Bool { tcgetpgrp(descriptor.number) == getpgrp() }

    package var isHungUp: Bool {
        var asked = pollfd(fd: descriptor.number, events: 0, revents: 0)
        // SAFETY: the call reads and writes the one struct; it does not wait.
        return unsafe poll(&asked, 1, 0) == 1 && asked.revents & Int16(POLLHUP) != 0
    }

    /// Drops what was typed and not read.
    ///
    /// - Throws: ``SystemError`` as tcflush(3) fails: `EIO` after a hang-up.
    package func discardInput() throws(SystemError) {
        guard tcflush(descriptor.number, TCIFLUSH) == 0 else {
            throw SystemError("tcflush(3)", Self.path, code: errno)
        }
    }

    /// Shows a text, and waits while the terminal takes no more, as after `^S`.
    ///
    /// - Throws: `CancellationError` when it is woken; ``SystemError`` as write(2) fails: `EIO` after a hang-up.
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

    /// Shows a text where that takes no wait.
    package func writeAtOnce(_ text: StaticString) {
        // SAFETY: the call reads at most `count` bytes of a text that lives for ever. What fails is not shown.
        _ = unsafe clinux_write(descriptor.number, text.utf8Start, text.utf8CodeUnitCount)
    }

    /// Waits for a line.
    ///
    /// - Throws: `CancellationError` when it is woken; ``SystemError`` as read(2) fails.
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
        // SAFETY: the call reads and writes the two structs. Where it fails, the call that waits asks again.
        _ = unsafe poll(&waited, 2, -1)
        if waited[1].revents != 0 { throw CancellationError() }
    }
}

// How the terminal treats what is typed.
extension Terminal {
    /// How it was before ``enterLineMode()``.
    package struct Mode: Sendable {
        fileprivate let attributes: termios
    }

    /// Has it give whole lines, let them be edited, and show what is typed, control characters as `^X`.
    ///
    /// So a shell leaves it to its programs: it is not changed then, and is as it was however this process
    /// ends.
    /// - Returns: What to ``leaveLineMode(to:)``; nil where nothing was changed.
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

    /// Where another group has come to the foreground meanwhile, it has its own attributes: they stay.
    package func leaveLineMode(to mode: Mode?) {
        if let mode, isForeground { try? set(mode.attributes) }
    }

    /// At once: to wait for the output could last for ever.
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
