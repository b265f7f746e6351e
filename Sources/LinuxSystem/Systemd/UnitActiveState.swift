// An open set of words: a newer systemd may answer with one that is not listed here.

/// The active state of a unit, see systemctl(1).
package struct UnitActiveState: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    package static let active = UnitActiveState(rawValue: "active")
    package static let reloading = UnitActiveState(rawValue: "reloading")
    package static let inactive = UnitActiveState(rawValue: "inactive")
    package static let failed = UnitActiveState(rawValue: "failed")
    package static let activating = UnitActiveState(rawValue: "activating")
    package static let deactivating = UnitActiveState(rawValue: "deactivating")
}
