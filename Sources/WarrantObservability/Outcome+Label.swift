import Procedures

extension Outcome {
    /// How the procedure ended, in a word.
    var label: String {
        switch self {
        case .succeeded: "succeeded"
        case .failed: "failed"
        case .refused: "refused"
        case .skipped: "skipped"
        case .cancelled: "cancelled"
        }
    }
}
