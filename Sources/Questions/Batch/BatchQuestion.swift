package import AccessModel
package import Capabilities
package import Kernel
package import LinuxCapabilities

/// The question of a batch line about the subject that the line describes.
package enum BatchQuestion: Sendable {
    case file(FileQuestion)
    /// To have it in effect, and to be able to raise it. For the subject of a line both are the same.
    case kernelCapability(KernelCapability)
    /// To create a socket in the file system.
    case bindPath(FileQuestion)
    case bindPort(PortLook)
    /// To connect to a socket in the file system, which requires write permission and a listening process.
    case connectPath(FileQuestion, Endpoint)
    /// To have a route to an address. A rule may give a route only to some users.
    case route(String)
    /// A question with the same answer for every subject.
    case shared(any SharedQuestion)
}

/// A question that is answered once for all subjects with the same answer.
package protocol SharedQuestion: Capability {
    func answer() async throws -> SharedFinding
}

/// The result of such a question.
package struct SharedFinding: Sendable {
    package let verdict: Verdict
    /// The error of the system call, by its name.
    package let errno: String?

    package init(verdict: Verdict, errno: String?) {
        self.verdict = verdict
        self.errno = errno
    }
}

extension SharedQuestion {
    package func answer() async throws -> SharedFinding {
        SharedFinding(verdict: await verdict(), errno: nil)
    }
}

extension SystemdUnit: SharedQuestion {}

extension NetworkReachability: SharedQuestion {
    /// This process asks, regardless of the subject of the line. A route is determined for the subject's user.
    package func answer() async throws -> SharedFinding {
        let isConnection = if case .connect = question { true } else { false }
        let status =
            try await isConnection ? statusInPlaceOfOthers() : authorizationStatus()
        guard subject == .current else {
            return SharedFinding(verdict: status.verdict, errno: status.error?.name)
        }
        let clause = "the network treats the subject as this process"
        let verdict = status.verdict.assuming([.init(.askedInItsPlace, clause)], about: name)
        return SharedFinding(verdict: verdict, errno: status.error?.name)
    }
}
