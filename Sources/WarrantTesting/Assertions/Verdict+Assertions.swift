public import Capabilities
public import Procedures

extension Verdict {
    /// The three answers, without their reasons.
    public enum Answer: String, Hashable, Sendable, CaseIterable {
        case authorized, denied, undetermined
    }

    /// The answer alone: `#expect(await capability.verdict().answer == .denied)`.
    public var answer: Answer {
        switch self {
        case .authorized: .authorized
        case .denied: .denied
        case .undetermined: .undetermined
        }
    }

    /// The codes of the reasons, in their order.
    public var codes: [Reason.Code] { reasons.map(\.code) }
}
