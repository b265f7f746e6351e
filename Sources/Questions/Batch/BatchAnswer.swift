package import Capabilities
package import Procedures

/// What is said to a question of a batch.
package struct BatchAnswer: Sendable {
    package enum Decision: String, Sendable { case authorized, denied, undetermined }

    package let verdict: Decision
    /// The first error that the system call would give, by its name.
    package let errno: String?
    /// One line.
    package let because: String
    /// What a yes takes for granted.
    package let assumes: [Assumption]

    init(
        _ verdict: Decision,
        _ because: String,
        errno: String? = nil,
        assumes: [Assumption] = []
    ) {
        self.verdict = verdict
        self.errno = errno
        self.because = because
        self.assumes = assumes
    }
}

extension BatchAnswer {
    /// A no about the subject as it is.
    ///
    /// - Parameter reach: What the subject could by itself; nil where it could not.
    init(refused because: String, _ errno: String, unless reach: String?) {
        if let reach {
            self.init(.undetermined, "\(because); \(reach)", errno: errno)
        } else {
            self.init(.denied, because, errno: errno)
        }
    }

    /// Why who the subject is has no answer.
    package init(unknown reason: Reason) {
        self.init(.undetermined, "\(reason.object) \(reason.message)")
    }

    package init(_ verdict: Verdict, errno: String? = nil) {
        let because = verdict.reasons.map(\.message).joined(separator: "; ")
        switch verdict {
        case .authorized: self.init(.authorized, because, assumes: verdict.assumes)
        case .denied: self.init(.denied, because, errno: errno)
        case .undetermined: self.init(.undetermined, because, assumes: verdict.assumes)
        }
    }
}
