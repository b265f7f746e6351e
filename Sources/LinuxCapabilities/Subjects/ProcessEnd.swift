import Capabilities
import Kernel
import LinuxSystem
import Procedures

/// Waits for the end of another process, which its pidfd tells; nothing else of it is told.
package final class ProcessEnd: ChangeSource {
    private let pid: Int32
    private let listener: DescriptorEvents.Listener
    private let process: ProcessHandle

    /// - Throws: `Unwatched` where it has ended already; ``SystemError``.
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

    /// False as long as it lives.
    ///
    /// - Throws: `Unwatched` once it has ended.
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
