import CLinux
import Glibc

/// Mechanisms that may refuse the calls of a thread, or of some thread of a process, independent of its permissions.
///
/// The rules of Landlock domains cannot be read, nor the existence of one. Those of seccomp filters take ptrace(2). A
/// process without CAP_SYS_ADMIN enters a domain only with no_new_privs.
/// - SeeAlso: seccomp(2), landlock(7), PR_SET_NO_NEW_PRIVS(2const).
package struct Confinement: Hashable, Sendable {
    package var hasNoNewPrivileges: Bool
    /// Whether seccomp(2) is in force.
    package var isFiltered: Bool
    /// The labels of the threads, each once.
    package var labels: [SecurityLabel]
    /// Whether the kernel has Landlock; true if that is unknown.
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

    /// Combines the confinement of several threads, from their status files.
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
    /// Returns the confinement of the calling thread. It is not cached, since a thread can be confined at any time.
    ///
    /// - Throws: ``SystemError`` if a label cannot be read.
    package static func ownConfinement() throws(SystemError) -> Confinement {
        Confinement(
            hasNoNewPrivileges: clinux_prctl(PR_GET_NO_NEW_PRIVS, 0) == 1,
            isFiltered: isFiltered,
            labels: try labels(under: "/proc/thread-self/attr"),
            mayHaveLandlock: SecurityModules.mayHaveLandlock
        )
    }

    /// A kernel without seccomp answers EINVAL. Any other error comes from a filter.
    private static var isFiltered: Bool {
        let mode = clinux_prctl(PR_GET_SECCOMP, 0)
        return mode > 0 || mode < 0 && errno != EINVAL
    }

    /// Returns the labels of a thread.
    ///
    /// - Parameter folder: `/proc/PID/task/TID/attr`.
    /// - Throws: ``SystemError`` as the reads fail. `EINVAL` and `ENOENT` mean that a module is not active. `EACCES`
    ///   and `EPERM` yield a label without a text.
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
