import CLinux
import Glibc

/// The standard streams of this process.
package enum Output: Int32, Sendable {
    case standard = 1
    case error = 2

    /// Writes a whole text.
    ///
    /// - Throws: As ``write(_:)-(ArraySlice<UInt8>)``.
    package func write(_ text: String) throws(SystemError) { try write(Array(text.utf8)[...]) }

    /// Writes all bytes, and waits for a slower reader.
    ///
    /// - Throws: ``SystemError`` as write(2) fails: `ENOSPC` for a full disk; `EPIPE` if the reader is gone and the
    ///   signal is ignored.
    package func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
        var bytes = bytes
        while !bytes.isEmpty {
            // SAFETY: the call reads at most `count` bytes of the buffer.
            let count = unsafe bytes.withUnsafeBytes {
                unsafe clinux_write(rawValue, $0.baseAddress, $0.count)
            }
            if count >= 0 {
                bytes = bytes.dropFirst(count)
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: waitUntilReady(rawValue, POLLOUT)
            default: throw SystemError("write(2)", name, code: errno)
            }
        }
    }

    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// The number of columns of the terminal; nil if there is no terminal, or it does not report them.
    package var columns: Int? {
        var size = winsize()
        // SAFETY: the request writes one `struct winsize`; see ioctl_tty(2).
        guard unsafe clinux_window_size(rawValue, &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    private var name: String { self == .standard ? "standard output" : "standard error" }
}

/// The environment of this process.
package enum Environment {
    /// Whether this process has no more privilege than its caller, which set the variables: `AT_SECURE` of getauxval(3)
    /// is 0.
    package static var isTrusted: Bool { clinux_is_secure() == 0 }

    /// Returns the value of a variable. Returns nil if it is not set, or if this process has more privilege than its
    /// caller, which then is not trusted. See secure_getenv(3).
    package static subscript(name: String) -> String? {
        // SAFETY: the call returns a C string of the environment, copied at once.
        unsafe clinux_secure_getenv(name).map { unsafe String(cString: $0) }
    }
}
