// Open sets of words: a newer systemd may answer with one that is not listed here.

/// Whether systemd could load a unit, see systemctl(1).
package struct UnitLoadState: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    package static let loaded = UnitLoadState(rawValue: "loaded")
    package static let notFound = UnitLoadState(rawValue: "not-found")
    package static let badSetting = UnitLoadState(rawValue: "bad-setting")
    package static let error = UnitLoadState(rawValue: "error")
    package static let masked = UnitLoadState(rawValue: "masked")
}

/// Whether a unit is up, see systemctl(1).
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

/// Whether a unit is started at boot, see `is-enabled` in systemctl(1).
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
