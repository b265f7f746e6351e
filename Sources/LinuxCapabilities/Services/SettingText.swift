/// The text of a setting of a unit.
package enum SettingText {
    /// Returns whether a path can be written in a setting as it is. Colons, quotes and specifiers have a meaning there.
    package static func isPlain(_ path: String) -> Bool {
        path.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "/._-+@,=".utf8.contains(byte)
            }
        }
    }
}
