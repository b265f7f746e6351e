import Text
import LinuxSystem
import PolicyLanguage

/// The bus over which systemd and polkit were asked, where the environment names another than the system's: whoever
/// runs that one decides what they say, so each report names it.
enum ForeignBus {
    static var address: String? { SystemBus.shared.foreignBus }

    /// A line below a report for people; empty where the system's bus was asked, or none.
    static var line: String { sentence.map { "\n\($0)\n" } ?? "" }

    /// Names it beside a report that has no place for it.
    static func complainOf() {
        if let sentence { complain(sentence) }
    }

    private static var sentence: String? {
        address.map {
            "systemd and polkit were asked over `\($0.onOneLine)`, which "
                + "DBUS_SYSTEM_BUS_ADDRESS names in place of the system's bus"
        }
    }
}
