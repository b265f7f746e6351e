package import AccessModel
package import Capabilities
package import Kernel
package import LinuxCapabilities

/// What a line of a batch asks of the subject that it describes.
package enum BatchQuestion: Sendable {
    case file(FileQuestion)
    /// To have it in effect, and to be able to raise it: what a subject of a line holds is both.
    case kernelCapability(KernelCapability)
    /// A socket that is made in the file system.
    case bindPath(FileQuestion)
    case bindPort(PortLook)
    /// A socket of the file system, which takes write permission, and someone who listens.
    case connectPath(FileQuestion, Endpoint)
    /// A way to an address, which a rule may give to some users alone.
    case route(String)
    /// The same for every subject.
    case shared(any SharedQuestion)
}

/// A question that is answered once for all subjects whose answer is the same.
package protocol SharedQuestion: Capability {
    func answer() async throws -> SharedFinding
}

/// What is found of such a question.
package struct SharedFinding: Sendable {
    package let verdict: Verdict
    /// The error that the system call would give, by its name.
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
    /// This process asks, whichever subject the line is about; of a route, for its user.
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
