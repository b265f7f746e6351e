import CLinux
import Kernel

/// Where a bus is, as D-Bus writes it: `unix:path=/run/dbus/system_bus_socket`.
struct BusAddress: Hashable, Sendable {
    private static let systemText = "unix:path=/run/dbus/system_bus_socket"
    private static let variable = "DBUS_SYSTEM_BUS_ADDRESS"

    let text: String
    /// Whether it comes from the environment, and not from code.
    private let isFromEnvironment: Bool

    init(text: String) { (self.text, isFromEnvironment) = (text, false) }

    /// - Parameter named: The value of `DBUS_SYSTEM_BUS_ADDRESS`; nil or empty where it names none.
    init(namedByEnvironment named: String?) {
        let text = named.flatMap { $0.isEmpty ? nil : $0 } ?? Self.systemText
        self.text = text
        isFromEnvironment = text != Self.systemText
    }

    /// The bus that the environment names, or else the system's own.
    ///
    /// The environment is not read where the program runs with privileges that its caller lacks, see
    /// secure_getenv(3).
    static var system: BusAddress { BusAddress(namedByEnvironment: Environment[variable]) }

    /// The address, where the environment names another bus than the system's.
    var foreign: String? { isFromEnvironment ? text : nil }

    /// Why this process must not connect there; nil where it may.
    ///
    /// A process that has privilege takes only a socket's path from the environment. `unixexec:` would run a program,
    /// `tcp:` would ask another machine, and `unix:abstract=` whoever was first to take the name. It cannot be known
    /// who set the variable: sudo(8) and su(1) may keep that of their caller.
    func refusal(toPrivileged isPrivileged: Bool) -> BusFailure? {
        guard isFromEnvironment, isPrivileged, !isSocketPath else { return nil }
        return .untrusted(text, variable: Self.variable)
    }

    /// Whether it is `unix:path=/…` and nothing more, but for the `guid` that D-Bus appends.
    private var isSocketPath: Bool {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        return parts[0].hasPrefix("unix:path=/") && !text.contains(";")
            && parts.dropFirst().allSatisfy { $0.hasPrefix("guid=") }
    }

    /// For messages: the socket's path where it has one.
    var place: String { socketPath ?? text }

    /// The path of the socket, where the address is that and nothing more.
    var socketPath: String? {
        let prefix = "unix:path="
        guard text.hasPrefix(prefix), !text.contains(where: { ",;".contains($0) }) else {
            return nil
        }
        return String(text.dropFirst(prefix.count))
    }
}

extension ProcessCalls {
    /// Whether this process may do what its caller perhaps may not: its effective user is root, or its calling thread
    /// has a kernel capability permitted. Unreadable sets count as privilege.
    static var isPrivileged: Bool {
        guard ownUser != 0 else { return true }
        return (try? CapabilityCalls.ownThreeSets())?.permitted.isEmpty != true
    }
}
