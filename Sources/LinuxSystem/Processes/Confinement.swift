import CLinux
import Glibc

/// What may refuse the calls of a thread, or of some thread of a process, whatever its permissions are.
///
/// The rules of seccomp filters and Landlock domains cannot be read, nor whether there is a domain at all. A
/// process without CAP_SYS_ADMIN enters one only with no_new_privs.
/// - SeeAlso: seccomp(2), landlock(7), PR_SET_NO_NEW_PRIVS(2const).
package struct Confinement: Hashable, Sendable {
    package var hasNoNewPrivileges: Bool
    /// Whether seccomp(2) is in force.
    package var isFiltered: Bool
    /// Each once.
    package var labels: [SecurityLabel]
    /// Whether the kernel has Landlock, as far as it tells.
    package var mayHaveLandlock: Bool

    package init(
        hasNoNewPrivileges: Bool = false,
        isFiltered: Bool = false,
        labels: [SecurityLabel] = [],
        mayHaveLandlock: Bool = true
    ) {
        self.hasNoNewPrivileges = hasNoNewPrivileges
        self.isFiltered = isFiltered
        self.labels = labels
        self.mayHaveLandlock = mayHaveLandlock
    }

    /// Of all threads together, by what their status files say.
    package init(_ threads: [ThreadCredentials], labels: [SecurityLabel] = []) {
        self.init(
            hasNoNewPrivileges: threads.contains(where: \.hasNoNewPrivileges),
            isFiltered: threads.contains { $0.seccompMode != 0 },
            labels: labels,
            mayHaveLandlock: SecurityModules.mayHaveLandlock
        )
    }
}

extension ProcessCalls {
    /// What confines the calling thread. Nothing of it is kept: a thread can be confined at any time.
    ///
    /// - Throws: ``SystemError`` where a label cannot be read.
    package static func ownConfinement() throws(SystemError) -> Confinement {
        Confinement(
            hasNoNewPrivileges: clinux_prctl(PR_GET_NO_NEW_PRIVS, 0) == 1,
            isFiltered: isFiltered,
            labels: try labels(under: "/proc/thread-self/attr"),
            mayHaveLandlock: SecurityModules.mayHaveLandlock
        )
    }

    /// A kernel without seccomp answers EINVAL; any other error is a filter's.
    private static var isFiltered: Bool {
        let mode = clinux_prctl(PR_GET_SECCOMP, 0)
        return mode > 0 || mode < 0 && errno != EINVAL
    }

    /// The labels of a thread.
    ///
    /// - Parameter folder: `/proc/PID/task/TID/attr`.
    /// - Throws: ``SystemError`` as the files fail, but for a module that is not active (`EINVAL`, `ENOENT`)
    ///   and for one that keeps its label to itself.
    static func labels(under folder: String) throws(SystemError) -> [SecurityLabel] {
        var all: [SecurityLabel] = []
        for module in SecurityModules.labelling {
            if let label = try label(module, under: folder) { all.append(label) }
        }
        return all
    }

    private static func label(
        _ module: SecurityLabel.Module,
        under folder: String
    ) throws(SystemError) -> SecurityLabel? {
        let path = module == .seLinux ? "\(folder)/current" : "\(folder)/\(module.rawValue)/current"
        do throws(SystemError) {
            let bytes = try SmallFile.bytes(at: path)
            let isPermissive = module == .seLinux && SecurityModules.enforcement == 0
            return SecurityLabel(module, parsing: bytes, isPermissive: isPermissive)
        } catch  where error.code == EINVAL || error.code == ENOENT {
            return nil
        } catch  where error.code == EACCES || error.code == EPERM {
            return SecurityLabel(module, nil)
        }
    }
}
