import Procedures

extension Outcome {
    /// Each label that there is.
    static var labels: [String] { ["succeeded", "failed", "refused", "skipped", "cancelled"] }

    /// The outcome in one word.
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
