import Capabilities
import Kernel
import LinuxSystem
import Procedures

/// The end of another process, which its pidfd announces. No other change of the process is reported.
package final class ProcessEnd: ChangeSource {
    private let pid: Int32
    private let listener: DescriptorEvents.Listener
    private let process: ProcessHandle

    /// - Throws: `Unwatched` if it has already ended; ``SystemError``.
    package init(of pid: Int32, waking bell: Bell) throws {
        do throws(SystemError) {
            let process = try ProcessHandle(pid: pid)
            listener = try process.listen { bell.ring() }
            self.process = process
            self.pid = pid
        } catch {
            throw error.errno == .ESRCH ? Self.over(pid) : error
        }
    }

    /// Returns false while the process lives.
    ///
    /// - Throws: `Unwatched` after it has ended.
    package func takeChange() throws -> Bool {
        do throws(SystemError) {
            try process.requireAlive()
            return false
        } catch {
            throw error.errno == .ESRCH ? Self.over(pid) : error
        }
    }

    private static func over(_ pid: Int32) -> any Error {
        let message = "has ended, and the kernel does not announce a new process with its id"
        return Unwatched(Reason(.processEnded, "process \(pid)", message))
    }
}
