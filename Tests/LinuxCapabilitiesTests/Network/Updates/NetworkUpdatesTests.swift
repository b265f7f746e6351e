import Capabilities
import Foundation
import Glibc
import Kernel
import Procedures
import TestSupport
import Testing
import WarrantTesting

@testable import LinuxCapabilities
@testable import LinuxSystem

/// The kernel's own events in the tests' own networks decide. If an event is missed, a test waits until its time limit.
@Suite(.timeLimit(.minutes(20))) struct `Updates of the network` {
    @Test func `Updates of a route report each change of the network`() async throws {
        try await ForeignNetwork.make { network in
            let route = NetworkReachability.route(
                to: "192.0.2.7",
                as: .process(pid: network.pid)
            )
            let audience = Audience(route.updates)
            for change in [
                "addr add 192.0.2.7/32 dev lo", "addr del 192.0.2.7/32 dev lo",
                "addr add 192.0.2.1/24 dev near", "link set near up", "link set near down",
                "route add 192.0.2.0/24 dev lo", "route replace blackhole 192.0.2.0/24",
                "rule add pref 1 to 192.0.2.0/24 prohibit", "rule del pref 1",
            ] {
                try await audience.isTold(route.authorizationStatus())
                try await network.ip(change)
            }
            try await audience.isTold(route.authorizationStatus())
            let told = try Set(audience.statuses().map(\.verdict))
            #expect(told.count >= 5)
            #expect(await audience.leave() == nil)
        }
    }

    @Test func `Updates of a bind report addresses and the end of a holder`() async throws {
        try await ForeignNetwork.make { network in
            let bind = NetworkReachability.bind(
                "tcp:192.0.2.7:4242",
                as: .process(pid: network.pid)
            )
            #expect(bind.updates.unreported?.message.contains("taken by another process") == true)
            let audience = Audience(bind.updates)
            func isTold(_ code: Reason.Code) async {
                await audience.isTold { _, look in
                    (try? look.get())?.verdict.reasons.map(\.code) == [code]
                }
            }
            await isTold("address-not-local")
            try await network.ip("addr add 192.0.2.7/32 dev lo")
            await isTold("bind-permitted")
            let address = try SocketAddress("192.0.2.7:4242")
            do {
                let holder = try NetworkNamespace.run(ofProcess: network.pid) {
                    try TestSocket(.stream, address).listening()
                }
                // No event reports this; a change of something else causes a new check.
                try await network.ip("addr add 192.0.2.8/32 dev lo")
                await isTold("port-held")
                withExtendedLifetime(holder) {}
            }
            await isTold("bind-permitted")
            #expect(await audience.leave() == nil)
        }
    }

    @Test func `Updates of a Unix socket report its creation and removal`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "socket")
        let endpoint = try Endpoint("unix:\(path)")
        let bind = NetworkReachability.bind(endpoint)
        let connect = NetworkReachability.connect(to: endpoint)
        #expect(bind.updates.unreported == nil)
        #expect(
            connect.updates.unreported?.message
                == "may stop answering, and the kernel does not announce it"
        )
        let (binding, connecting) = (Audience(bind.updates), Audience(connect.updates))
        try await binding.isTold(bind.authorizationStatus())
        try await connecting.isTold(connect.authorizationStatus())
        let listener = try TestSocket(.stream, .unix(path: path)).listening()
        try await binding.isTold(bind.authorizationStatus())
        // The socket had its name before it listened.
        try folder.change("socket", mode: 0o600)
        await connecting.isTold { _, look in connect.verdict(of: look).isAuthorized }
        try #require(unsafe unlink(path) == 0)
        await binding.isTold { _, look in bind.verdict(of: look).isAuthorized }
        await connecting.isTold { _, look in !connect.verdict(of: look).isAuthorized }
        #expect(await binding.leave() == nil)
        #expect(await connecting.leave() == nil)
        withExtendedLifetime(listener) {}
    }

    @Test func `Updates of a connection follow changes of the network`() async throws {
        try await ForeignNetwork.make { network in
            let listener = try NetworkNamespace.run(ofProcess: network.pid) {
                try TestSocket.listener(.anyIPv4)
            }
            let connect = NetworkReachability.connect(
                to: try Endpoint("tcp:192.0.2.7:\(listener.port)"),
                as: .process(pid: network.pid)
            )
            let audience = Audience(connect.updates)
            await audience.isTold { _, look in !connect.verdict(of: look).isAuthorized }
            try await network.ip("addr add 192.0.2.7/32 dev lo")
            await audience.isTold { _, look in connect.verdict(of: look).isAuthorized }
            #expect(await audience.leave() == nil)
        }
    }

    @Test func `Updates of a route end with the process of its network`() async throws {
        try await withChild(["unshare", "--net", "cat"]) { child in
            let route = NetworkReachability.route(
                to: "192.0.2.7",
                as: .process(pid: child.pid)
            )
            #expect(route.updates.unreported != nil)
            let audience = Audience(route.updates)
            await audience.isTold { count, _ in count >= 1 }
            child.kill()
            let end = await audience.end()
            #expect(end?.reason.code == "process-ended", "\(String(describing: end))")
            let last = try #require(audience.statuses().last)
            #expect(last.verdict.reasons.map(\.code) == ["subject-missing"])
        }
    }

    /// The process has its own mounts. After each answer, a shell adds the name to the process's `/etc/hosts`.
    @Test func `Updates of a name report changes of its files`() async throws {
        let folder = try TemporaryFolder()
        let hosts = try folder.file("hosts")
        let program = PortJudge.builds.appending(path: "PrivilegeProbe").path()
        let script = """
            mount --bind \(hosts) /etc/hosts
            \(program) name-updates told.example | while read -r answer; do
                echo "$answer"
                echo 192.0.2.7 told.example >>/etc/hosts
            done
            """
        let namespaces = ["unshare", "--net", "--mount", "--propagation", "private"]
        let told = try await runCommand(namespaces + ["sh", "-c", script]).output
        #expect(told.hasPrefix("false\n"))
        #expect(told.hasSuffix("true\n"))
    }

    @Test(arguments: ["unix:@name", "tcp:192.0.2.7"] as [Endpoint])
    func `Updates without a source report one status and end`(endpoint: Endpoint) async {
        let connect = NetworkReachability.connect(to: endpoint)
        let audience = Audience(connect.updates)
        #expect(await audience.end()?.reason == connect.updates.unreported)
        #expect(audience.told.count == 1)
    }

    @Test func `Updates recover when the kernel has lost events`() async throws {
        try await ForeignNetwork.make { network in
            let route = NetworkReachability.route(
                to: "192.0.2.7",
                as: .process(pid: network.pid)
            )
            var updates = route.updates.patient.makeAsyncIterator()
            #expect(try await updates.next()?.get().verdict.isAuthorized == false)
            // The witness has the same buffer size as the updates, and so shows that it was too small.
            let witness = try NetworkNamespace.run(ofProcess: network.pid) { try NetworkChanges() }
            let folder = try TemporaryFolder()
            let lines = (0..<2000).map { "addr add 10.0.\($0 / 250).\($0 % 250)/32 dev lo\n" }
            let batch = try folder.file("batch", lines.joined() + "addr add 192.0.2.7/32 dev lo\n")
            try await network.ip("-batch \(batch)")
            #expect(try witness.taken().contains(.lost))
            #expect(try await updates.next()?.get().verdict.isAuthorized == true)
            // All later events are received as before.
            try await network.ip("addr del 192.0.2.7/32 dev lo")
            #expect(try await updates.next()?.get().verdict.isAuthorized == false)
        }
    }

    @Test func `A procedure is cancelled when its route vanishes`() async throws {
        try await ForeignNetwork.make { network in
            try await network.ip("addr add 192.0.2.7/32 dev lo")
            let route = NetworkReachability.route(to: "192.0.2.7", on: .inside(network))
            let outcome = try await outcome(ofServingWhile: route) {
                try await network.ip("addr del 192.0.2.7/32 dev lo")
            }
            #expect(
                "\(outcome)" == "cancelled: `serve` was cancelled; `192.0.2.7` "
                    + "no route leads there: Network is unreachable (ENETUNREACH)"
            )
        }
    }
}
