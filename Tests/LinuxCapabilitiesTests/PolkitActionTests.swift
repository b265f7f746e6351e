import Capabilities
import Kernel
import LinuxCapabilities
import LinuxSystem
import Procedures
import TestSupport
import Testing
import WarrantTesting

/// Tests with described answers. Tests of polkit itself are with the systemd host.
@Suite struct `Polkit action` {
    private static let action = "org.example.act"

    private static func status(
        _ answer: PolkitAnswer?,
        asking: Bool = false
    ) async throws -> PolkitActionStatus {
        let capability = PolkitAction(
            action,
            on: .whole { facts in facts.polkit[action] = answer.map { .init($0) } }
        )
        return try await asking
            ? capability.requestAuthorization() : capability.authorizationStatus()
    }

    @Test(
        arguments: [
            (.init(.yes), .authorized, "is allowed by polkit"),
            (
                .init(.yes, details: ["polkit.temporary_authorization_id": "tmpauthz1"]),
                .authorized, "is allowed by polkit, which was asked before"
            ),
            (.init(.no), .denied, "is not allowed by polkit"),
            (.init(.challenge), .undetermined, "is not decided: polkit would have to ask"),
            (
                .init(.challenge, details: ["polkit.result": "auth_self_keep"]),
                .undetermined, "is not decided: polkit would have to ask (auth_self_keep)"
            ),
        ] as [(PolkitAnswer, Verdict.Answer, String)]
    )
    func `Polkit decides an action`(answer: PolkitAnswer, meaning: Verdict.Answer, message: String)
        async throws
    {
        let verdict = try await Self.status(answer).verdict
        #expect(verdict.answer == meaning)
        #expect(verdict.reasons.map(\.message) == [message])
        #expect(verdict.reasons.map(\.object) == [Self.action])
        #expect(verdict.reasons.map(\.cause) == [.permission])
    }

    /// `authorized` must hold for every thread, and polkit judges each by its user.
    @Test(
        arguments: [
            ([.yes, .yes], .authorized), ([.yes, .challenge], .undetermined),
            ([.challenge, .yes], .undetermined), ([.yes, .no], .undetermined),
            ([.no, .yes], .undetermined), ([.no, .challenge], .undetermined),
            ([.challenge, .no], .undetermined), ([.no, .no], .denied),
        ] as [([PolkitAnswer.Decision], Verdict.Answer)]
    )
    func `An action of a process is judged for the user of each thread`(
        answers: [PolkitAnswer.Decision],
        meaning: Verdict.Answer
    ) async throws {
        let users: [UInt32] = [1000, 1001]
        let threads = zip([9, 10], users).map { thread, user in
            ThreadCredentials(thread: thread, user: user, group: user)
        }
        let capability = PolkitAction(
            Self.action,
            as: .process(pid: 9),
            on: .whole { facts in
                facts.processes[9] = ProcessFacts(
                    pid: 9,
                    startTime: 42,
                    threads: threads,
                    namespaces: .success(.all(1))
                )
                let known = Dictionary(
                    uniqueKeysWithValues: zip(users, answers.map { PolkitAnswer($0) })
                )
                facts.polkit[Self.action] = .init(of: known)
            }
        )
        #expect(await capability.verdict().answer == meaning)
    }

    /// polkit is asked about the calling thread, and may answer yes for another thread's user.
    @Test(
        arguments: [(1000, .denied), (1001, .undetermined), (0, .undetermined)]
            as [(UInt32, Verdict.Answer)]
    )
    func `A no of polkit is undetermined if a thread has another user`(
        user: UInt32,
        meaning: Verdict.Answer
    ) async {
        let threads = OwnThreads(
            calling: ThreadCredentials(thread: 1, user: 1000, group: 1000),
            others: [ThreadCredentials(thread: 2, user: user, group: 1000)]
        )
        let host = LinuxCapabilities.Host.whole {
            $0.polkit[Self.action] = .init(PolkitAnswer(.no))
        }
        let capability = PolkitAction(
            Self.action,
            on: host.asking(
                LinuxCapabilities.Host.processFamily,
                by: OwnProcess(threads: threads, others: host.processes)
            )
        )
        #expect(await capability.verdict().answer == meaning)
    }

    @Test(
        arguments: [
            (.init(.no), "is not allowed by polkit: no person authenticated"),
            (
                .init(.no, details: ["polkit.dismissed": "true"]),
                "is not allowed by polkit: the question was dismissed"
            ),
            (
                .init(.challenge, details: ["polkit.result": "auth_admin"]),
                "is not decided: polkit would have to ask (auth_admin), "
                    + "but no authentication agent runs; start one, such as pkttyagent"
            ),
        ] as [(PolkitAnswer, String)]
    )
    func `A failed request names its cause`(answer: PolkitAnswer, message: String) async throws {
        let verdict = try await Self.status(answer, asking: true).verdict
        #expect(verdict.reasons.map(\.message) == [message])
    }

    @Test func `An action that is unknown to polkit is denied`() async throws {
        let status = try await Self.status(nil)
        #expect(status.answer == nil)
        #expect(status.verdict.answer == .denied)
        #expect(status.verdict.reasons.map(\.message) == ["is not known to polkit here"])
        #expect(status.verdict.reasons.map(\.cause) == [.other])
    }

    @Test func `The question to polkit has the id, start and real user`()
        async throws
    {
        let described = DescribedHost(.whole { $0.polkit[Self.action] = .init(PolkitAnswer(.yes)) })
        let action = PolkitAction(
            Self.action,
            details: ["colour": "red"],
            on: described.host
        )
        _ = try await action.authorizationStatus()
        let process = try PolkitProcess.own()
        #expect(process.pid == ProcessCalls.ownProcess)
        #expect(process.startTime == (try ProcessCalls.startTime(ofProcess: process.pid)))
        #expect(
            described.questions.polkit == [
                PolkitQuestion(Self.action, of: .process(process), details: ["colour": "red"])
            ]
        )
    }

    /// polkit judges by one user, and allows root everything.
    @Test(
        arguments: [
            (33, [], .denied, "not-by-itself"), (0, [], .undetermined, "within-reach"),
            (33, [.setuid], .undetermined, "within-reach"),
            (34, [], .undetermined, "reach-unknown"),
        ] as [(UInt32, [KernelCapability], Verdict.Answer, String)]
    )
    func `A no of polkit is undetermined if the process can change its user`(
        savedUser: UInt32,
        permitted: [KernelCapability],
        answer: Verdict.Answer,
        code: String
    ) async throws {
        var thread = ThreadCredentials(thread: 10, user: 33, group: 33)
        thread.user.saved = savedUser
        thread.capabilities.permitted = KernelCapabilitySet(permitted)
        let leader = ThreadCredentials(thread: 9, user: 33, group: 33)
        let other = ProcessFacts(
            pid: 9,
            startTime: 42,
            threads: [leader, thread],
            namespaces: .success(.all(1))
        )
        let host = Host.whole {
            $0.processes[9] = other
            $0.polkit[Self.action] = .init(PolkitAnswer(.no))
        }
        let status = try await PolkitAction(Self.action, as: .process(pid: 9), on: host)
            .authorizationStatus()
        #expect(status.answer == .no)
        #expect(status.verdict.answer == answer)
        #expect(status.verdict.reasons.last?.code.rawValue == code)
    }

    @Test func `The question to polkit names the subject`() async throws {
        let thread = ThreadCredentials(thread: 9, user: 33, group: 33)
        let other = ProcessFacts(
            pid: 9,
            startTime: 42,
            threads: [thread],
            namespaces: .success(.all(1))
        )
        let described = DescribedHost(
            .whole {
                $0.processes[9] = other
                $0.busNames = ["org.example.name": BusNameFacts(owner: ":1.7")]
                $0.sessions = ["c1": SessionFacts(leader: 9, user: 44)]
            }
        )
        let host = described.host
        for action in [
            PolkitAction(Self.action, as: .process(pid: 9), on: host),
            PolkitAction(Self.action, busName: ":1.9", on: host),
            PolkitAction(Self.action, busName: "org.example.name", on: host),
            PolkitAction(Self.action, session: "c1", on: host),
        ] { _ = try await action.authorizationStatus() }
        #expect(
            described.questions.polkit.map(\.subject) == [
                .process(PolkitProcess(pid: 9, startTime: 42, user: 33)), .connection(":1.9"),
                .connection(":1.7"),
                .process(PolkitProcess(pid: 9, startTime: 42, user: 44)),
            ]
        )
    }

    @Test(
        arguments: [
            (
                [:],
                "is not known: only root may ask polkit about the processes of others; "
                    + "ask as root"
            ),
            (
                ["unit": "a.service"],
                "is not known: only root may ask polkit with details; ask as root"
            ),
        ] as [([String: String], String)]
    )
    func `An action is undetermined if polkit refuses the question`(
        details: [String: String],
        message: String
    ) async {
        let failure = BusFailure.remote(
            .polkit,
            name: "org.freedesktop.PolicyKit1.Error.NotAuthorized",
            message: "Only trusted callers"
        )
        let host = Host.whole { $0.polkitFailure = failure }
        let verdict = await PolkitAction(Self.action, details: details, on: host).verdict()
        #expect(verdict.answer == .undetermined)
        #expect(verdict.reasons.map(\.message) == [message])
    }

    @Test func `A polkit action keeps the contract of capabilities`() async {
        var polkit = HostFacts.Polkit(nil)
        polkit.ofPerson = PolkitAnswer(.yes)
        let described = DescribedHost(.whole { [polkit] in $0.polkit[Self.action] = polkit })
        let host = described.host
        let contract = CapabilityContract(within: patience) { PolkitAction(Self.action, on: host) }
            .unlike(
                PolkitAction("org.example.other", on: host),
                PolkitAction(Self.action, as: .process(pid: 1), on: host),
                PolkitAction(Self.action, details: ["unit": "a.service"], on: host),
                PolkitAction(Self.action, busName: ":1.7", on: host),
                PolkitAction(Self.action, session: "1", on: host),
                PolkitAction(Self.action, on: .whole())
            )
            .denied {}
            .authorized { described.facts.polkit[Self.action]?.answer = PolkitAnswer(.yes) }
            .undetermined { described.facts.polkit[Self.action]?.answer = PolkitAnswer(.challenge) }
            .keeping("the questions to a person") { described.questions.toPersons }
        #expect(await contract.violations() == [])

        let broken = Host.whole { $0.polkitFailure = .noBus(at: "/run/bus", code: 2) }
        let without = CapabilityContract(PolkitAction(Self.action, on: broken), within: patience)
            .undetermined {}
        #expect(await without.violations() == [])
        let wrong = CapabilityContract(PolkitAction("no action", on: host), within: patience)
            .undetermined {}
        #expect(await wrong.violations() == [])
    }
}

/// This process with other threads, among described processes.
private struct OwnProcess: ProcessProbe {
    let threads: OwnThreads
    let others: any ProcessProbe

    func ownThreads() -> OwnThreads { threads }

    func ownCredentials() -> ThreadCredentials { threads.calling }

    func ownSets(around bit: UInt8) -> KernelCapabilitySets { threads.calling.capabilities }

    func ownPlace() throws -> OwnPlace { try others.ownPlace() }

    func facts(ofProcess pid: Int32) async throws -> ProcessFacts {
        try await others.facts(ofProcess: pid)
    }

    func facts(ofControlGroup group: String) async throws -> [ProcessFacts] {
        try await others.facts(ofControlGroup: group)
    }

    func end(ofProcess pid: Int32, waking bell: Bell) throws -> any ChangeSource {
        try others.end(ofProcess: pid, waking: bell)
    }

    func tracing() throws -> TracingFacts { try others.tracing() }

    var lastCapability: Int { others.lastCapability }
}
