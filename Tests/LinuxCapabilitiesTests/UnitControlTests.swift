import Capabilities
import LinuxCapabilities
import LinuxSystem
import Procedures
import TestSupport
import Testing
import WarrantTesting

/// Tests with described answers. Tests of systemd and polkit themselves are with the systemd host.
@Suite struct `Control over a unit` {
    private static let unit = "nginx.service"
    private static let active = UnitActiveState.active
    private static let manage = "org.freedesktop.systemd1.manage-units"

    private static func facts(
        _ operations: Set<UnitOperation> = Set(UnitOperation.allCases),
        active: UnitActiveState = active,
        load: String = "loaded"
    ) -> UnitFacts {
        UnitFacts(
            id: unit,
            activeState: active,
            subState: "running",
            loadState: UnitLoadState(rawValue: load),
            operations: operations
        )
    }

    private static func host(
        _ facts: UnitFacts = facts(),
        _ answer: PolkitAnswer? = nil,
        ofPerson: PolkitAnswer? = nil
    ) -> DescribedHost {
        var polkit = HostFacts.Polkit(answer)
        polkit.ofPerson = ofPerson
        return DescribedHost(
            .whole {
                $0.units[unit] = facts
                $0.processes[9] = nobody
                $0.polkit[manage] = polkit
            }
        )
    }

    private static let nobody = ProcessFacts(
        pid: 9,
        startTime: 42,
        threads: [ThreadCredentials(thread: 9, user: 65534, group: 65534)],
        namespaces: .success(.all(1))
    )

    @Test(arguments: UnitControl.Operation.allCases)
    func `Root needs no polkit for a possible operation`(
        operation: UnitControl.Operation
    ) async throws {
        let described = Self.host()
        let verdict = await UnitControl(operation, Self.unit, on: described.host).verdict()
        #expect(
            verdict.reasons.map(\.message) == [
                "accepts \(operation) from root", "can \(operation)",
            ]
        )
        #expect(described.questions.polkit == [])
    }

    @Test(arguments: UnitControl.Operation.allCases)
    func `Polkit gets the question of systemd`(operation: UnitControl.Operation) async throws {
        let described = Self.host(Self.facts(), PolkitAnswer(.yes))
        let host = described.host
        let control = UnitControl(operation, Self.unit, as: .process(pid: 9), on: host)
        #expect(await control.verdict().isAuthorized)
        #expect(
            described.questions.polkit == [
                PolkitQuestion(
                    Self.manage,
                    of: .process(PolkitProcess(pid: 9, startTime: 42, user: 65534)),
                    details: [
                        "unit": Self.unit, "verb": operation.rawValue,
                        "polkit.message": "Authentication is required to \(operation) '$(unit)'.",
                        "polkit.gettext_domain": "systemd",
                    ]
                )
            ]
        )
    }

    /// The verdict is the weaker of polkit's answer and the unit's ability.
    @Test(
        arguments: [
            (.yes, true, .authorized), (.yes, false, .denied), (.no, true, .denied),
            (.no, false, .denied), (.challenge, true, .undetermined), (.challenge, false, .denied),
        ] as [(PolkitAnswer.Decision, Bool, Verdict.Answer)]
    )
    func `A verdict combines polkit and the unit`(
        decision: PolkitAnswer.Decision,
        isPossible: Bool,
        answer: Verdict.Answer
    ) async {
        let unit = Self.facts(isPossible ? [.start] : [])
        let host = Self.host(unit, PolkitAnswer(decision)).host
        let control = UnitControl(.start, Self.unit, as: .process(pid: 9), on: host)
        #expect(await control.verdict().answer == answer)
    }

    @Test func `An active unit that is not loaded can only be stopped`() async {
        for load in ["masked", "bad-setting", "error"] {
            let host = Self.host(Self.facts(load: load)).host
            #expect(await UnitControl(.stop, Self.unit, on: host).verdict().isAuthorized)
            let start = await UnitControl(.start, Self.unit, on: host).verdict()
            #expect(start.reasons.map(\.message) == ["does not accept start: it is \(load)"])
            #expect(start.reasons.map(\.cause) == [.other])
        }
    }

    @Test(arguments: [("masked", true), ("bad-setting", false), ("error", false)])
    func `An inactive unit that is not loaded can be stopped only if masked`(
        load: String,
        isPossible: Bool
    ) async {
        let host = Self.host(Self.facts(active: .inactive, load: load)).host
        let verdict = await UnitControl(.stop, Self.unit, on: host).verdict()
        #expect(verdict.isAuthorized == isPossible)
    }

    @Test func `Control over a unit keeps the contract of capabilities`() async {
        let described = Self.host(ofPerson: PolkitAnswer(.yes))
        let host = described.host
        let contract = CapabilityContract(within: patience) {
            UnitControl(.restart, Self.unit, as: .process(pid: 9), on: host)
        }
        .unlike(
            UnitControl(.start, Self.unit, as: .process(pid: 9), on: host),
            UnitControl(.restart, "sshd.service", as: .process(pid: 9), on: host),
            UnitControl(.restart, Self.unit, on: host),
            UnitControl(.restart, Self.unit, as: .process(pid: 9), on: .whole())
        )
        .undetermined { described.facts.polkit[Self.manage]?.answer = PolkitAnswer(.challenge) }
        .authorized { described.facts.polkit[Self.manage]?.answer = PolkitAnswer(.yes) }
        .denied { described.facts.polkit[Self.manage]?.answer = PolkitAnswer(.no) }
        #expect(await contract.violations() == [])
        let nowhere = CapabilityContract(
            UnitControl(.start, "nginx", on: .inMemory(HostFacts())),
            within: patience
        )
        .undetermined {}
        #expect(await nowhere.violations() == [])
    }
}
