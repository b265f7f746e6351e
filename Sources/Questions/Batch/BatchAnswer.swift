package import Capabilities
package import Procedures

/// The answer to a question of a batch.
package struct BatchAnswer: Sendable {
    package let verdict: Verdict.Answer
    /// The first error of the system call, by its name; nil if it is not known.
    package let errno: String?
    /// The reason, in one line.
    package let because: String
    /// The facts that a yes assumes.
    package let assumes: [Assumption]

    init(
        _ verdict: Verdict.Answer,
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
    /// Creates a no about the subject as it is.
    ///
    /// - Parameter reach: The way in which the subject could get a yes by itself; nil if there is none.
    init(refused because: String, _ errno: String?, unless reach: String?) {
        if let reach {
            self.init(.undetermined, "\(because); \(reach)", errno: errno)
        } else {
            self.init(.denied, because, errno: errno)
        }
    }

    /// Creates an answer for a subject that cannot be determined.
    package init(unknown reason: Reason) {
        self.init(.undetermined, "\(reason.object) \(reason.message)")
    }

    package init(_ verdict: Verdict, errno: String? = nil) {
        let because = verdict.reasons.map(\.message).joined(separator: "; ")
        let errno = verdict.answer == .denied ? errno : nil
        self.init(verdict.answer, because, errno: errno, assumes: verdict.assumes)
    }
}
