import Capabilities
import Kernel
import LinuxCapabilities
import LinuxSystem
import Procedures
import TestSupport
import Testing
import WarrantTesting

/// The assumptions of an `authorized` for a confined subject.
@Suite struct `Confined subject` {
    private static let nginx = SecurityLabel(.appArmor, "nginx")
    private static let confined = Confinement(
        hasNoNewPrivileges: true,
        isFiltered: true,
        labels: [nginx]
    )
    private static let clauses = [
        "AppArmor permits it to the label `nginx`", "no seccomp filter refuses it",
        "no Landlock domain refuses it (no_new_privs is set, so there may be one)",
    ]
    private static let codes = ["security-label", "seccomp-filter", "landlock-possible"]

    @Test func `Each kind of confinement is an assumption`() {
        #expect(Self.confined.assumptions.map(\.clause) == Self.clauses)
        #expect(Self.confined.assumptions.map(\.code.rawValue) == Self.codes)
        #expect(Confinement().assumptions == [])
        #expect(Confinement(hasNoNewPrivileges: true, mayHaveLandlock: false).assumptions == [])
    }

    @Test(arguments: [
        (SecurityLabel(.appArmor, "nginx", isEnforcing: false), nil),
        (SecurityLabel(.seLinux, "a:b:c_t:s0"), "SELinux permits it to the label `a:b:c_t:s0`"),
        (SecurityLabel(.smack, nil), "Smack permits it to a label that cannot be read"),
    ])
    func `Only an enforcing label is an assumption`(
        label: SecurityLabel,
        clause: String?
    ) {
        #expect(
            Confinement(labels: [label]).assumptions.map(\.clause) == [clause].compactMap(\.self)
        )
    }

    private static let bit = KernelCapabilitySet([.sysAdmin])

    private static func host(_ confinement: Confinement) -> Host {
        let thread = ThreadCredentials(
            thread: 7,
            user: 33,
            group: 33,
            capabilities: KernelCapabilitySets(effective: bit, permitted: bit, bounding: bit)
        )
        let other = ProcessFacts(pid: 7, threads: [thread], namespaces: .success(.all(1)))
        return .whole { facts in
            facts.own?.capabilities = KernelCapabilitySets(
                effective: bit,
                permitted: bit,
                bounding: bit
            )
            facts.users["web"] = SubjectAccount(user: 33, groups: [33])
            facts.processes[7] = other
            facts.confinements = [nil: confinement, 7: confinement]
        }
    }

    @Test(arguments: [Subject.current, .process(pid: 7)])
    func `An authorized verdict names its assumptions`(subject: Subject) async {
        let capability = ProcessCapability(.sysAdmin, as: subject, on: Self.host(Self.confined))
        let verdict = await capability.verdict()
        #expect(verdict.isAuthorized)
        #expect(verdict.assumes.map(\.code.rawValue) == Self.codes)
        guard case .undetermined(let reasons) = await Strict(capability).verdict() else {
            Issue.record("a strict answer that assumes something")
            return
        }
        #expect(
            reasons.map(\.message) == [
                "is authorized only if " + Self.clauses.joined(separator: ", and ")
            ]
        )
        let free = ProcessCapability(.sysAdmin, as: subject, on: Self.host(Confinement()))
        #expect(await Strict(free).verdict() == free.verdict())
    }

    /// A literal set needs no assumption. A denial stays one, because confinement never grants anything.
    @Test func `A literal set and a denial have no assumptions`() async {
        let host = Self.host(Self.confined)
        let literal = ProcessCapability(.sysAdmin, in: .bounding, on: host)
        #expect(await literal.verdict().assumes == [])
        let missing = ProcessCapability(.netAdmin, as: .process(pid: 7), on: host)
        #expect(await missing.verdict().assumes == [])
        #expect(await Strict(missing).verdict() == missing.verdict())
    }

    @Test func `A user has no assumptions about confinement`() async {
        let user = Subject.user("web", capabilities: [.sysAdmin])
        let capability = ProcessCapability(.sysAdmin, as: user, on: Self.host(Self.confined))
        #expect(await capability.verdict().isAuthorized)
        #expect(await capability.verdict().assumes == [])
    }

    @Test func `A missing process has unknown confinement`() async {
        let found = await Self.host(Confinement()).assumptions(of: .process(pid: 8))
        #expect(found.map(\.code.rawValue) == ["confinement-unknown"])
        #expect(
            found.map(\.clause) == [
                "nothing confines it, which could not be read: "
                    + "pidfd_open(2) failed for `process 8`: No such process (ESRCH)"
            ]
        )
    }

    /// setpriv(1) starts a process with no_new_privs, and this kernel has Landlock.
    @Test func `A live process with no_new_privs assumes no Landlock domain`() async throws {
        try await withChild(["setpriv", "--no-new-privs", "cat"]) { child in
            let access = FileAccess(.read, "/etc/passwd", as: .process(pid: child.pid))
            let verdict = await access.verdict()
            #expect(verdict.isAuthorized)
            let possible = SecurityModules.mayHaveLandlock ? ["landlock-possible"] : []
            #expect(verdict.assumes.map(\.code.rawValue) == possible)
        }
    }
}
