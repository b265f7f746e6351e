import Capabilities
import Procedures
import TestSupport
import Testing
import WarrantTesting

@Suite struct `The contract of capabilities` {
    typealias Rule = ContractViolation.Rule

    private struct Broken: Error, CustomStringConvertible {
        let description = "the disk is on fire"
    }

    private static let denied = [Reason("no", "key", "is not there")]

    @Test(arguments: [
        Verdict.authorized(), .denied(denied), .undetermined(denied),
        .authorized([Reason("held", "key", "is there")]),
    ])
    func `A scripted capability keeps the contract`(verdict: Verdict) async {
        let scripted = ScriptedCapability("key", verdict)
        #expect(await CapabilityContract.untimed { scripted }.violations() == [])
    }

    @Test func `Unavailable and throwing capabilities keep the contract`() async {
        let reason = Reason("no-systemd", "key", "no systemd here")
        let unavailable = ScriptedCapability(
            "key",
            .undetermined([reason]),
            availability: .unavailable(reason)
        )
        #expect(await CapabilityContract.untimed { unavailable }.violations() == [])
        let broken = ScriptedCapability("key", failing: Broken())
        #expect(await CapabilityContract.untimed { broken }.violations() == [])
    }

    @Test func `The contract is checked in every situation that a test arranges`() async {
        let lock = Lock()
        let contract = CapabilityContract.untimed { Crooked(find: { _, _ in lock.verdict }) }
            .unlike(Crooked(identity: 2))
            .authorized { lock.verdict = .authorized() }
            .denied { lock.verdict = Crooked.no }
            .undetermined { lock.verdict = .undetermined(Self.denied) }
        #expect(await contract.violations() == [])

        lock.verdict = Crooked.no
        let stuck = CapabilityContract.untimed { Crooked() }.authorized {}.denied {}
        #expect(
            await stuck.violations().map(\.description) == [
                "situation: `use the key`, when authorized, is denied (key-missing); "
                    + "arrange what makes it authorized, or mend the look"
            ]
        )
    }

    @Test func `A situation that a test cannot arrange violates the contract`() async {
        let contracts = [
            CapabilityContract.untimed { Crooked() }.denied { throw Broken() },
            CapabilityContract.untimed { () async throws -> Crooked in throw Broken() },
            CapabilityContract.untimed { Crooked() }.keeping("it") { () async throws -> Int in
                throw Broken()
            },
        ]
        for contract in contracts {
            let violations = await contract.violations()
            #expect(violations.map(\.rule) == [.situation])
            #expect(violations.allSatisfy { $0.message.contains("the disk is on fire") })
        }
    }

    @Test func `The contract asks once, and not if it only looks`() async {
        let asked = Counter()
        let capability = Crooked(asking: { _, _ in
            asked.next()
            return Crooked.no
        })
        let contract = CapabilityContract.untimed { capability }
        #expect(await contract.lookingOnly().violations() == [])
        #expect(asked.value == 0)
        #expect(await contract.violations() == [])
        #expect(asked.value == 1)
    }

    @Test func `A look that never ends violates the deadline rule`() async {
        let mayEnd = Latch()
        let contract = CapabilityContract(clock: SkippingClock()) {
            Crooked(find: { _, _ in
                await mayEnd.wait()
                return Crooked.no
            })
        }
        #expect(await Set(contract.violations().map(\.rule)) == [.deadline])
        mayEnd.open()
    }

    /// The contract makes two for each situation.
    @Test func `Equal capabilities with different names violate the contract`() async {
        let made = Counter()
        let contract = CapabilityContract.untimed { Crooked(name: "key \(made.next())") }
        #expect(
            await contract.violations().map(\.description) == [
                "equality: `key 1` is equal to `key 2`; make the name of what `==` compares"
            ]
        )
    }

    @Test func `A look that ignores its cancellation violates the contract`() async {
        let (begun, mayEnd, clock) = (Latch(), Latch(), ManualClock())
        let contract = CapabilityContract(clock: clock) {
            Crooked(find: { _, isCancelled in
                guard isCancelled else { return Crooked.no }
                begun.open()
                await mayEnd.wait()
                return Crooked.no
            })
        }
        let checking = Task { await contract.violations() }
        await begun.wait()
        // The timer wakes each second. Its next sleep is for the check that does not end.
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        await clock.sleepers(1)
        clock.advance(by: .seconds(10))
        #expect(
            await checking.value.map(\.description) == [
                "cancellation: `use the key` did not end a cancelled `look` within 10 s; "
                    + "end on cancellation, and move calls that block to a thread of their own"
            ]
        )
        mayEnd.open()
    }

    @Test func `Updates that report no change violate the contract`() async {
        let (arranged, clock, lock) = (Latch(), ManualClock(), Lock())
        let silent = Crooked(
            find: { _, _ in lock.verdict },
            telling: {
                StatusUpdates {
                    let verdict = lock.verdict
                    return Crooked.Status { verdict }
                } whenever: {
                    AsyncStream<Void> { _ in }
                }
            }
        )
        let contract = CapabilityContract(clock: clock) { silent }.denied {}.authorized {
            lock.verdict = .authorized()
            arranged.open()
        }
        let checking = Task { await contract.violations() }
        await arranged.wait()
        // As above: the timer wakes each second.
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        await clock.sleepers(1)
        clock.advance(by: .seconds(10))
        #expect(
            await checking.value.map(\.description) == [
                "updates: `use the key`, when authorized, did not tell that it is authorized within "
                    + "10 s; report every change, or state in `unreported` which changes have no update"
            ]
        )
    }

    @Test func `Updates that report changes keep the contract`() async {
        let scripted = ScriptedCapability("key", Crooked.no)
        let contract = CapabilityContract.untimed { scripted }.lookingOnly()
            .denied {}
            .authorized { scripted.change(to: .authorized()) }
            .undetermined { scripted.change(to: .undetermined(Self.denied)) }
        #expect(await contract.violations() == [])
    }

    @Test func `A request that throws and still succeeds violates the contract`() async {
        let lock = Lock()
        let contract = CapabilityContract.untimed {
            Crooked(
                find: { _, _ in lock.verdict },
                asking: { _, _ in
                    lock.verdict = .authorized()
                    throw Broken()
                }
            )
        }
        #expect(
            await contract.violations().map(\.description) == [
                "asking: `use the key` is authorized after asking threw `the disk is on fire`; "
                    + "return what the next look finds"
            ]
        )
    }

    @Test func `The message of a violation says in one line how to mend it`() async {
        let contract = CapabilityContract.untimed {
            Crooked(find: { _, _ in .denied([Reason("no", "key", "is not there.")]) })
        }
        #expect(
            await contract.denied {}.violations().map(\.description) == [
                "reasons: `use the key`, when denied, has a reason `no` whose message ends in a "
                    + "full stop; leave it off"
            ]
        )
    }
}
