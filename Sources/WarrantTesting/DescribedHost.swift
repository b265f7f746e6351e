public import LinuxCapabilities
package import Procedures

/// A host that is made from facts, which a test may change while it runs.
///
/// ```swift
/// let described = DescribedHost(try HostFacts(yaml: "polkit: { org.example.rotate: no }"))
/// let rotate = PolkitAction("org.example.rotate", on: described.host)
/// #expect(await rotate.verdict().isAuthorized == false)
///
/// described.facts = try HostFacts(yaml: "polkit: { org.example.rotate: yes }")
/// #expect(await rotate.verdict().isAuthorized)
/// ```
///
/// Capabilities use the same code to decide about it as about a live host. A change of the facts is announced like a
/// change of a live host: to `updates`, to conditions that hold `while: .executing`, and to waits.
public final class DescribedHost: Sendable {
    /// The host that has these facts.
    public let host: Host
    private let described: DescribedFacts

    /// - Parameter facts: The facts. A question that they leave open is undetermined.
    public convenience init(_ facts: HostFacts = HostFacts()) {
        self.init(facts, timer: .shared)
    }

    /// - Parameter timer: Measures the waits on this host.
    package init(_ facts: HostFacts, timer: DeadlineTimer) {
        described = DescribedFacts(facts)
        host = .inMemory(described, timer: timer)
    }

    /// The present facts. Setting them announces a change.
    public var facts: HostFacts {
        get { described.current }
        set { described.change { $0 = newValue } }
    }

    /// The questions to polkit and to persons, in order.
    package var questions: DescribedFacts.Questions { described.questions }
}
