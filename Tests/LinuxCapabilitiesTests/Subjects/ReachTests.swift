import AccessModel
import Capabilities
import Kernel
import LinuxCapabilities
import LinuxSystem
import Procedures
import Testing

/// A refusal that a thread could undo by itself is not a denial; see docs/decisions.md, "By itself".
@Suite struct `Denial for a process` {
    private static let all = KernelCapabilitySet(KernelCapability.named)
    private static let every = KernelCapabilitySets(effective: all, permitted: all, bounding: all)

    private static func host(_ threads: [ThreadCredentials], own: ThreadCredentials? = nil) -> Host
    {
        var facts = HostFacts()
        facts.processes[7] = ProcessFacts(
            pid: 7,
            threads: threads,
            namespaces: .success(.all(1))
        )
        facts.own = own
        facts.users["alice"] = SubjectAccount(user: 5, groups: [6])
        let shadow = Place(.regular, mode: 0o640, uid: 0, gid: 42)
        facts.describe(HostFacts.File(shadow), at: "/etc/shadow")
        facts.describe(
            HostFacts.File(Place(.regular, mode: 0, uid: 5, gid: 6)),
            at: "/srv/closed"
        )
        return .inMemory(facts)
    }

    private static func thread(
        _ id: Int32,
        user: UInt32 = 33,
        _ sets: KernelCapabilitySets = KernelCapabilitySets(),
        _ change: (inout ThreadCredentials) -> Void = { _ in }
    ) -> ThreadCredentials {
        var thread = ThreadCredentials(
            thread: id,
            process: 7,
            user: user,
            group: user,
            capabilities: sets
        )
        thread.secureBits = []
        change(&thread)
        return thread
    }

    private static func message(_ verdict: Verdict) -> String {
        let messages = verdict.reasons.map(\.message).joined(separator: " | ")
        return switch verdict {
        case .authorized: "authorized"
        case .denied: "denied: \(messages)"
        case .undetermined: "\(verdict.reasons[0].code.rawValue): \(messages)"
        }
    }

    private static func read(
        _ path: String,
        _ threads: [ThreadCredentials],
        as subject: Subject = .process(pid: 7)
    ) async -> String {
        message(await FileAccess(.read, path, as: subject, on: host(threads)).verdict())
    }

    @Test func `A denial is undetermined beside a privileged thread`() async {
        let threads = [Self.thread(7, user: 0, Self.every), Self.thread(9, user: 65534)]
        let capability = ProcessCapability(
            .sysAdmin,
            as: .process(pid: 7),
            on: Self.host(threads)
        )
        #expect(
            Self.message(await capability.verdict())
                == "within-reach: is not in the effective set of thread 9, but in that of others; "
                + "thread 7 of process 7 may"
        )
        let read = await Self.read("/etc/shadow", threads)
        #expect(read.hasPrefix("within-reach: "))
        #expect(read.hasSuffix("; thread 7 of process 7 may"))
    }

    @Test func `A denial is undetermined if the process has a saved user id 0`() async {
        let threads = [
            Self.thread(7, KernelCapabilitySets(permitted: Self.all, bounding: Self.all)) {
                $0.user.saved = 0
            }
        ]
        let capability = ProcessCapability(
            .sysAdmin,
            as: .process(pid: 7),
            on: Self.host(threads)
        )
        #expect(
            Self.message(await capability.verdict())
                == "within-reach: is not in the effective set, only in permitted, bounding; "
                + "process 7 can gain the permission by itself: CAP_SYS_ADMIN is permitted, "
                + "so it can raise it"
        )
        let read = await Self.read("/etc/shadow", threads)
        #expect(read.hasPrefix("within-reach: "))
        #expect(
            read.hasSuffix(
                "process 7 can gain the permission by itself: it has user id 0, so it can become the owner"
            )
        )
    }

    @Test func `A denial is undetermined if the saved group has access`() async {
        let read = await Self.read("/etc/shadow", [Self.thread(7) { $0.group.saved = 42 }])
        #expect(read.hasPrefix("within-reach: "))
        #expect(
            read.hasSuffix(
                "process 7 can gain the permission by itself: it has group id 42, so it can take gid 42"
            )
        )
    }

    @Test func `A denial is undetermined for the owner of a file of mode 000`() async {
        let read = await Self.read("/srv/closed", [], as: .user("alice"))
        #expect(read.hasPrefix("within-reach: "))
        #expect(
            read.hasSuffix(
                "alice can gain the permission by itself: it owns /srv/closed, "
                    + "so it can change the mode of /srv/closed"
            )
        )
    }

    @Test func `A denial is undetermined if CAP_SETUID is permitted`() async {
        let permitted = KernelCapabilitySet([.setuid])
        let sets = KernelCapabilitySets(permitted: permitted, bounding: permitted)
        let read = await Self.read("/etc/shadow", [Self.thread(7, sets)])
        #expect(
            read.hasSuffix(
                "process 7 can gain the permission by itself: CAP_SETUID is permitted, "
                    + "so it can become the owner"
            )
        )
    }

    @Test func `A denial names the number of threads examined`() async {
        let read = await Self.read("/etc/shadow", [Self.thread(7), Self.thread(8), Self.thread(9)])
        #expect(read.hasPrefix("denied: "))
        #expect(
            read.hasSuffix(
                " | cannot gain the permission by itself (3 threads of 1 process; permitted sets, "
                    + "saved ids and ownership considered)"
            )
        )
    }

    @Test func `A denial is undetermined if CAP_SYS_PTRACE is permitted`() async {
        let sets = KernelCapabilitySets(permitted: KernelCapabilitySet([.sysPtrace]))
        let read = await Self.read("/etc/shadow", [Self.thread(7, sets)])
        #expect(read.hasPrefix("power-within-reach: "))
        #expect(
            read.hasSuffix("; process 7 could bypass this refusal: it can gain CAP_SYS_PTRACE")
        )
    }
}
