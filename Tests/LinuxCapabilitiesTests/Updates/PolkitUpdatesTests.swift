import Capabilities
import LinuxCapabilities
import LinuxSystem
import Procedures
import TestSupport
import Testing
import WarrantTesting

/// Tests with described answers and a real process. Tests of polkit's own signals are with the systemd host.
@Suite(.timeLimit(.minutes(20))) struct `Updates of a polkit action` {
    @Test func `Updates report each answer and end with the process`() async throws {
        try await withChild(["cat"]) { child async throws in
            let described = DescribedHost(
                .whole { $0.polkit["org.example.act"] = .init(PolkitAnswer(.no)) }
            )
            let host = Host.live.asking(Host.polkitFamily, by: described.host.polkit)
            let action = PolkitAction("org.example.act", as: .process(pid: child.pid), on: host)
            #expect(action.updates.unreported?.message.contains("announces only its end") == true)
            let audience = Audience(action.updates)
            func isTold(_ answer: PolkitActionStatus.Answer) async {
                await audience.isTold { _, look in (try? look.get())?.answer == answer }
            }
            await isTold(.no)
            described.facts.polkit["org.example.act"] = .init(PolkitAnswer(.yes))
            await isTold(.yes)
            child.kill()
            #expect(await audience.end()?.reason.code == "process-ended")
            let last = try #require(audience.statuses().last)
            #expect(last.verdict.reasons.map(\.code) == ["subject-missing"])
        }
    }
}
