/// The place of a setting in a unit file.
package struct SettingPlace: Hashable, Sendable {
    /// The path of the unit file or drop-in.
    package let file: String
    /// From 1. A setting that is continued over several lines has the first one.
    package let line: Int

    package init(file: String, line: Int) {
        (self.file, self.line) = (file, line)
    }
}

extension SettingPlace: CustomStringConvertible {
    package var description: String { "\(file):\(line)" }
}

/// A value, the setting that gave it, and the place of that setting.
package struct Placed<Value: Hashable & Sendable>: Hashable, Sendable {
    package var value: Value
    /// As a report says it: `ProtectSystem=strict`.
    package var setting: String
    package var place: SettingPlace

    package init(_ value: Value, _ setting: String, at place: SettingPlace) {
        (self.value, self.setting, self.place) = (value, setting, place)
    }
}

extension Placed {
    /// For example: ProtectSystem=strict in /etc/systemd/system/nginx.service.d/10-hard.conf:3
    package var words: String { "\(setting) in \(place)" }
}

/// A setting of a unit, for messages: its name and value, and its place.
package struct NamedSetting: Hashable, Sendable {
    /// For example `ProtectSystem=strict`.
    package let text: String
    package let place: SettingPlace

    package init(_ text: String, at place: SettingPlace) { (self.text, self.place) = (text, place) }
}

extension Placed {
    package var named: NamedSetting { NamedSetting(setting, at: place) }
}
