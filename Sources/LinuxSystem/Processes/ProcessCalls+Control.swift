import CLinux
import Glibc

extension ProcessCalls {
    /// - Parameter number: A signal; 0 only asks whether it could be sent.
    /// - Throws: ``SystemError`` as kill(2) fails: `EPERM`, `ESRCH`, `EINVAL`.
    package static func signal(_ number: Int32, to pid: Int32) throws(SystemError) {
        guard kill(pid, number) == 0 else {
            throw SystemError("kill(2)", "process \(pid)", code: errno)
        }
    }

    /// - Parameter nice: From -20, the most favourable, through 19.
    /// - Throws: ``SystemError`` as setpriority(2) fails: `EACCES` for a nicer turn than is allowed, `EPERM`
    ///   for another user's process, `ESRCH`.
    package static func setNice(_ nice: Int32, of pid: Int32) throws(SystemError) {
        guard setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(pid), nice) == 0 else {
            throw SystemError("setpriority(2)", "process \(pid)", code: errno)
        }
    }
}
