import Text

/// The reason why a look or another wait gave no answer.
public enum NoAnswer: Error, Hashable, Sendable {
    /// It took longer than this limit. It was cancelled, and abandoned if it ignored that.
    case late(Duration)
    /// The task that waited was cancelled.
    case cancelled
    /// It was not begun, because too many calls still run past their deadlines.
    case tooManyAbandoned
}

extension NoAnswer: CustomStringConvertible {
    /// One line that continues a sentence after the name of the examined object.
    public var description: String {
        switch self {
        case .late(let limit): "gave no answer within \(limit.inWords)"
        case .cancelled: "was cancelled"
        case .tooManyAbandoned:
            "is not checked: \(Patience.abandonedLimit) checks past their deadlines still run"
        }
    }

    /// Returns the reason for a verdict about `object`.
    package func reason(of object: String) -> Reason {
        switch self {
        case .late: Reason(.deadlinePassed, object, description)
        case .cancelled: Reason(.cancelled, object, description)
        case .tooManyAbandoned: Reason(.tooManyAbandoned, object, description)
        }
    }
}
