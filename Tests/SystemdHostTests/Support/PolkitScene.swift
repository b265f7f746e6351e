import Capabilities
import Foundation
import Kernel
import LinuxCapabilities
import LinuxSystem

/// A real polkit with the test's own actions, and a subject that gets none of them by being root.
struct PolkitScene {
    /// The unit of the asking process, which runs as `nobody` in no session.
    static let asker = "asker.service"

    let systemd: SystemdHost
    let bus: SystemBus
    /// The booted host, with its own process numbers.
    let host: LinuxCapabilities.Host

    /// The answer of each action to every user, by the end of its name: `org.example.warrant.yes`.
    private static let actions = [
        "yes": "yes", "no": "no", "ask": "auth_admin", "keep": "auth_self_keep", "rule": "no",
        "details": "no",
    ]

    init() async throws {
        systemd = try await SystemdHost.shared
        bus = systemd.makeBus()
        typealias Host = LinuxCapabilities.Host
        host = Host.live(systemdOn: bus).asking(Host.processFamily, by: systemd.processes)
        let file = systemd.path("/usr/share/polkit-1/actions/org.example.warrant.policy")
        guard !FileManager.default.fileExists(atPath: file) else { return }
        // No test uses polkit before this file exists.
        try Self.policy.write(toFile: file, atomically: true, encoding: .utf8)
        try await systemd.write(
            "[Service]",
            // The unit counts as started only after its program is executed; before that, its process belongs to root.
            "Type=exec",
            "User=nobody",
            "ExecStart=/bin/sleep infinity",
            toUnit: Self.asker
        )
        try await systemd.run("systemctl", "start", Self.asker)
    }

    private static var policy: String {
        let actions = actions.sorted { $0.key < $1.key }.map { name, rule in
            """
            <action id="org.example.warrant.\(name)"><description>A</description><message>A</message>
            <defaults><allow_any>\(rule)</allow_any><allow_inactive>no</allow_inactive>
            <allow_active>auth_self</allow_active></defaults></action>
            """
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE policyconfig PUBLIC "-//freedesktop//DTD PolicyKit Policy Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/PolicyKit/1/policyconfig.dtd">
            <policyconfig>\(actions.joined())</policyconfig>
            """
    }

    func action(_ name: String, details: [String: String] = [:]) -> PolkitAction {
        PolkitAction(
            "org.example.warrant.\(name)",
            as: .unit(Self.asker),
            details: details,
            on: host
        )
    }

    /// Returns the asking process in polkit's terms.
    func process() async throws -> PolkitProcess {
        let pid = try await systemd.output(of: "systemctl", "show", "-P", "MainPID", Self.asker)
        let facts = try await systemd.processes.facts(ofProcess: Int32(pid) ?? 0)
        return PolkitProcess(
            pid: facts.pid,
            startTime: facts.startTime,
            user: facts.threads[0].user.real
        )
    }

    /// Writes a rule like an administrator, and returns after polkit has announced the change.
    ///
    /// - Parameter body: The body of a function of `action` and `subject`; nil removes the rule.
    func rule(_ body: String?) async throws {
        var changes = try signals(.polkitChanged)
        // The call makes sure that polkit runs, so that it can announce changes.
        _ = await action("yes").verdict()
        try await changes.next { $0 == .listening }
        let file = systemd.path("/etc/polkit-1/rules.d/00-test.rules")
        if let body {
            let text = "polkit.addRule(function(action, subject) { \(body) });\n"
            try text.write(toFile: file, atomically: true, encoding: .utf8)
        } else {
            try FileManager.default.removeItem(atPath: file)
        }
        try await changes.next { $0 == .signal }
        // When another answer arrives on the same connection, its listeners have received the change too.
        _ = try await bus.unit(named: "dbus.service")
    }

    func signals(_ signal: BusSignal) throws -> Signals { try Signals(of: signal, on: bus) }
}

extension BusSignal {
    static let polkitChanged = BusSignal(
        of: .polkit,
        at: "/org/freedesktop/PolicyKit1/Authority",
        "org.freedesktop.PolicyKit1.Authority",
        "Changed"
    )
}

/// The events of a listener, one after another.
struct Signals {
    enum Event: Equatable { case listening, signal, deaf }

    private let subscription: BusSubscription
    private var events: AsyncStream<Event>.Iterator

    init(of signal: BusSignal, on bus: SystemBus) throws {
        let (stream, continuation) = AsyncStream<Event>.makeStream()
        events = stream.makeAsyncIterator()
        subscription = try bus.listen(to: signal) { _ in
        } _: { event in
            switch event {
            case .listening: continuation.yield(.listening)
            case .signal: continuation.yield(.signal)
            case .deaf: continuation.yield(.deaf)
            }
        }
    }

    /// Returns at the first event that matches.
    mutating func next(where isSuch: (Event) -> Bool) async throws {
        while let event = await events.next(isolation: #isolation) {
            if isSuch(event) { return }
        }
        throw SystemdHost.Failure(description: "the subscription ended")
    }
}
