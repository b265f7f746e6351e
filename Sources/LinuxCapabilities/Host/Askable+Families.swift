import Capabilities

// What asking comes to for others than this process, it does in their place: so it is asked for this one alone,
// but for what is the same for everybody.

extension Confirmation: Askable {
    package var canBeAskedFor: Bool { invalidQuestion == nil }
}

extension NetworkReachability: Askable {
    /// A port that comes free is not waited for.
    package var canBeAskedFor: Bool { if case .bind = question { false } else { true } }
}

extension PolkitAction: Askable {
    package var canBeAskedFor: Bool { judged == .subject(.current) }
}

extension SystemdUnit: Askable {
    package var canBeAskedFor: Bool {
        switch state {
        case .active, .inactive, .enabled, .disabled: true
        case .failed, .loaded, .masked: false
        }
    }
}

extension UnitControl: Askable {
    package var canBeAskedFor: Bool { subject == .current }
}
