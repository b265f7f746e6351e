import CLinux
import Kernel

/// The address of a bus in D-Bus notation: `unix:path=/run/dbus/system_bus_socket`.
struct BusAddress: Hashable, Sendable {
    private static let systemText = "unix:path=/run/dbus/system_bus_socket"
    private static let variable = "DBUS_SYSTEM_BUS_ADDRESS"

    let text: String
    /// Whether the address comes from the environment, not from code.
    private let isFromEnvironment: Bool

    init(text: String) { (self.text, isFromEnvironment) = (text, false) }

    /// - Parameter named: The value of `DBUS_SYSTEM_BUS_ADDRESS`; nil or empty if it names no address.
    init(namedByEnvironment named: String?) {
        let text = named.flatMap { $0.isEmpty ? nil : $0 } ?? Self.systemText
        self.text = text
        isFromEnvironment = text != Self.systemText
    }

    /// The bus that the environment names, or otherwise the system bus.
    ///
    /// The environment is ignored if the program runs with privileges that its caller lacks, see secure_getenv(3).
    static var system: BusAddress { BusAddress(namedByEnvironment: Environment[variable]) }

    /// The address, if the environment names another bus than the system bus.
    var foreign: String? { isFromEnvironment ? text : nil }

    /// Returns the reason why this process must not connect to the address, or nil if it may.
    ///
    /// A process with privilege accepts only the path of a socket from the environment. `unixexec:` would run a
    /// program, `tcp:` would ask another machine, and `unix:abstract=` would ask the first process that took the name.
    /// This process cannot know who set the variable: sudo(8) and su(1) may keep that of their caller.
    func refusal(toPrivileged isPrivileged: Bool) -> BusFailure? {
        guard isFromEnvironment, isPrivileged, !isSocketPath else { return nil }
        return .untrusted(text, variable: Self.variable)
    }

    /// Whether the address is `unix:path=/…` without anything else than the `guid` that D-Bus appends.
    private var isSocketPath: Bool {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        return parts[0].hasPrefix("unix:path=/") && !text.contains(";")
            && parts.dropFirst().allSatisfy { $0.hasPrefix("guid=") }
    }

    /// The address for messages: the socket's path, if it has one.
    var place: String { socketPath ?? text }

    /// The path of the socket, if the address contains nothing else.
    var socketPath: String? {
        let prefix = "unix:path="
        guard text.hasPrefix(prefix), !text.contains(where: { ",;".contains($0) }) else {
            return nil
        }
        return String(text.dropFirst(prefix.count))
    }
}

extension ProcessCalls {
    /// Whether this process may have privileges that its caller lacks: its effective user is root, or its calling
    /// thread has a permitted kernel capability. Unreadable sets count as privilege.
    static var isPrivileged: Bool {
        guard ownUser != 0 else { return true }
        return (try? CapabilityCalls.ownThreeSets())?.permitted.isEmpty != true
    }
}
