import Capabilities
import Procedures

/// What is said to a question of a batch.
struct BatchAnswer {
    enum Word: String { case authorized, denied, undetermined }

    let verdict: Word
    /// The first error that the system call would give, by its name.
    let errno: String?
    /// One line.
    let because: String
    /// What a yes takes for granted.
    let assumes: [Assumption]

    init(
        _ verdict: Word,
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
    init(_ verdict: Verdict, errno: String? = nil) {
        let because = verdict.reasons.map(\.message).joined(separator: "; ")
        switch verdict {
        case .authorized: self.init(.authorized, because, assumes: verdict.assumes)
        case .denied: self.init(.denied, because, errno: errno)
        case .undetermined: self.init(.undetermined, because, assumes: verdict.assumes)
        }
    }
}
