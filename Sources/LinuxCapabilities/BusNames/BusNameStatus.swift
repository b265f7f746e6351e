public import Capabilities
import Procedures

/// The state of a well-known name on the bus.
public struct BusNameStatus: AuthorizationStatus, Hashable {
    public let wellKnownName: String
    /// The connection that owns the name: `:1.42`; nil if none does.
    public let owner: String?
    /// True if the bus starts a service when a message to the name arrives.
    public let isActivatable: Bool
    /// The reason why a request was not enough; nil if it was, or if there was none.
    private var trouble: Reason?

    init(wellKnownName: String, owner: String?, isActivatable: Bool) {
        self.wellKnownName = wellKnownName
        self.owner = owner
        self.isActivatable = isActivatable
    }

    public func meets(_ requirement: BusName.State) -> Verdict {
        if let owner {
            return .authorized([reason(.busNameOwned, "is owned by \(owner)")])
        }
        let trouble = trouble.map { [$0] } ?? []
        guard isActivatable else {
            let message = "is not on the bus, and the bus can start no service for it"
            return .denied([reason(.busNameMissing, message)] + trouble)
        }
        let idle = reason(
            .busNameActivatable,
            "is not on the bus, and the bus can start its service"
        )
        return requirement == .available ? .authorized([idle]) : .denied([idle] + trouble)
    }

    func asked(_ trouble: Reason?) -> Self {
        var status = self
        status.trouble = trouble
        return status
    }

    private func reason(_ code: ReasonCode, _ message: String) -> Reason {
        Reason(
            code,
            wellKnownName,
            message,
            evidence: [
                Evidence("owner", facts: owner ?? "none"),
                Evidence("activatable", facts: isActivatable ? "yes" : "no"),
            ]
        )
    }
}
