import Capabilities
import Kernel
import LinuxSystem
import Procedures
import TestSupport
import Testing
import WarrantTesting

@testable import LinuxCapabilities

/// Tests the text of RFC 8305 with a manual clock.
@Suite(.timeLimit(.minutes(20))) struct `Connection to the addresses of a name` {
    private static func address(_ text: String) -> SocketAddress {
        .ip((try? IPAddress(text)) ?? .anyIPv4, port: 80)
    }

    @Test(arguments: [
        (
            ["::1", "::2", "::3", "1.1.1.1", "1.1.1.2"],
            ["::1", "1.1.1.1", "::2", "1.1.1.2", "::3"]
        ),
        (["1.1.1.1", "::1", "1.1.1.2", "1.1.1.3"], ["1.1.1.1", "::1", "1.1.1.2", "1.1.1.3"]),
        (["1.1.1.1", "1.1.1.2"], ["1.1.1.1", "1.1.1.2"]), ([], []),
    ])
    func `The order of attempts alternates the families`(resolved: [String], order: [String]) {
        #expect(
            StaggeredAttempts.interleaved(resolved.map(Self.address)) == order.map(Self.address)
        )
    }

    @Test func `An attempt starts at once after a failed one`() async throws {
        let refusal = ConnectAttempt(.refused(.ECONNREFUSED))
        let clock = ManualClock()
        let attempts = StaggeredAttempts(
            ["::1", "1.1.1.1", "::2"].map(Self.address),
            on: DeadlineTimer(clock: clock)
        )
        let findings = try await attempts.findings { _ in refusal }
        #expect(findings.map(\.address) == ["::1", "1.1.1.1", "::2"].map(Self.address))
        #expect(
            findings.map(\.attempt?.outcome) == [refusal.outcome, refusal.outcome, refusal.outcome]
        )
    }

    @Test func `An attempt starts 250 ms after a silent one`() async throws {
        let clock = ManualClock()
        let begun = Locked<[SocketAddress]>([])
        let beginnings = AsyncStream<Void>.makeStream()
        let addresses = ["::1", "1.1.1.1", "::2", "1.1.1.2"].map(Self.address)
        let attempts = StaggeredAttempts(addresses, on: DeadlineTimer(clock: clock))
        let third = Latch()
        let finding = Task {
            try await attempts.findings { address in
                begun.withLock { $0.append(address) }
                beginnings.continuation.yield()
                guard address == addresses[2] else {
                    await untilCancelled()
                    return ConnectAttempt(.timedOut)
                }
                await third.wait()
                return ConnectAttempt(.connected)
            }
        }
        var beginning = beginnings.stream.makeAsyncIterator()
        await beginning.next()
        for count in 1...2 {
            await clock.sleepers(1)
            clock.advance(by: .milliseconds(249))
            #expect(begun.withLock { $0 } == Array(addresses.prefix(count)))
            clock.advance(by: .milliseconds(1))
            await beginning.next()
        }
        third.open()
        let findings = try await finding.value
        #expect(findings.map(\.address) == Array(addresses.prefix(3)))
        #expect(findings.map(\.isConnected) == [false, false, true])
        #expect(findings.map { $0.attempt == nil } == [true, true, false])
    }

    @Test func `The evidence lists addresses in the order of attempts`() async throws {
        let name = try HostName("db.test")
        let resolved = try ["::1", "::2", "127.0.0.1"].map { try IPAddress($0) }
        let host = Host.whole {
            $0.network.names = [name.text: .addresses(resolved)]
            $0.network.peers = [
                .init(.tcp, .ip(resolved[0], port: 80)): .unreachable(.ENETUNREACH),
                .init(.tcp, .ip(resolved[2], port: 80)): .connected,
            ]
        }
        let verdict = await NetworkReachability.connect(to: "tcp:db.test:80", on: host).verdict()
        #expect(
            verdict.reasons.map(\.evidence) == [
                [
                    Evidence(
                        "[::1]:80",
                        question: "connect",
                        finding: "unreachable: Network is unreachable (ENETUNREACH)",
                        holds: false
                    ),
                    Evidence(
                        "127.0.0.1:80",
                        question: "connect",
                        finding: "127.0.0.1:80 answers",
                        holds: true
                    ),
                ]
            ]
        )
    }

    @Test func `Cancellation ends all attempts`() async {
        let attempts = StaggeredAttempts(
            ["::1", "::2"].map(Self.address),
            on: DeadlineTimer(clock: ManualClock())
        )
        let finding = Task {
            try await attempts.findings { _ in
                await untilCancelled()
                throw CancellationError()
            }
        }
        finding.cancel()
        await #expect(throws: CancellationError.self) { try await finding.value }
    }
}
