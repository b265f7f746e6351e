// An open set of words: a newer systemd may answer with one that is not listed here.

/// The state of a unit's file, which shows whether the unit is started at boot; see `is-enabled` in systemctl(1).
package struct UnitFileState: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    package static let enabled = UnitFileState(rawValue: "enabled")
    package static let enabledRuntime = UnitFileState(rawValue: "enabled-runtime")
    package static let linked = UnitFileState(rawValue: "linked")
    package static let linkedRuntime = UnitFileState(rawValue: "linked-runtime")
    package static let alias = UnitFileState(rawValue: "alias")
    package static let masked = UnitFileState(rawValue: "masked")
    package static let maskedRuntime = UnitFileState(rawValue: "masked-runtime")
    package static let `static` = UnitFileState(rawValue: "static")
    package static let disabled = UnitFileState(rawValue: "disabled")
    package static let indirect = UnitFileState(rawValue: "indirect")
    package static let generated = UnitFileState(rawValue: "generated")
    package static let transient = UnitFileState(rawValue: "transient")
}
