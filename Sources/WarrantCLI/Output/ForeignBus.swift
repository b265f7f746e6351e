import Text
import LinuxSystem
import PolicyLanguage

/// The bus on which systemd and polkit were asked, if the environment names another than the system bus. The owner of
/// that bus controls the answers, so each report names it.
enum ForeignBus {
    static var address: String? { SystemBus.shared.foreignBus }

    /// A line below a text report; empty if the system bus or no bus was asked.
    static var line: String { sentence.map { "\n\($0)\n" } ?? "" }

    /// Names the bus on standard error, for a report that has no place for it.
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
