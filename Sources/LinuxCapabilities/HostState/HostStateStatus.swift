package import Capabilities

/// The result of one look at a state of the host that is the same for every subject.
package struct HostStateStatus: AuthorizationStatus, Hashable {
    package let verdict: Verdict

    package func meets(_ requirement: Void) -> Verdict { verdict }
}
