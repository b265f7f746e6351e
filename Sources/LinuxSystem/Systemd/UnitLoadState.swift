// An open set of words: a newer systemd may answer with one that is not listed here.

/// The load state of a unit, see systemctl(1).
package struct UnitLoadState: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    package static let loaded = UnitLoadState(rawValue: "loaded")
    package static let notFound = UnitLoadState(rawValue: "not-found")
    package static let badSetting = UnitLoadState(rawValue: "bad-setting")
    package static let error = UnitLoadState(rawValue: "error")
    package static let masked = UnitLoadState(rawValue: "masked")
}
