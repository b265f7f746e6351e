public import Capabilities
public import Procedures

extension Verdict {
    /// The codes of the reasons, in their order.
    public var codes: [Reason.Code] { reasons.map(\.code) }
}
