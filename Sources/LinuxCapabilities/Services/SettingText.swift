import ServiceModel

/// The text of a setting of a unit.
package enum SettingText {
    /// Returns whether a path can be written in a setting as it is.
    package static func isPlain(_ path: String) -> Bool {
        path.utf8.allSatisfy(ServiceModel.isPlain)
    }
}
