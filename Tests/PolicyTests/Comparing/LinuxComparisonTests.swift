import Capabilities
import Kernel
import LinuxCapabilities
import Policies
import PolicyAuthoring
import Questions
import Testing

@Suite struct `Comparison of Linux policies` {
    /// Returns the exit status of the comparison.
    private func status(_ old: String, _ new: String) throws -> Int {
        let policies = try [old, new].map { text in
            let lines = "warrant: 1\nname: n\n\(text)\n"
            return try LintedPolicy(Array(lines.utf8), file: "p.yaml").policy
        }
        switch policies[1].compared(with: policies[0], by: .linux) {
        case .demandsAsMuch: return 0
        case .demandsLess: return 1
        case .unknown: return 2
        }
    }

    /// The old policy requires only the first, and the new one only the second.
    @Test(arguments: [
        // Implied requirements; in the other direction a host exists.
        ("append: /a", "write: /a", 0), ("write: /a", "append: /a", 1),
        ("stat: /a", "read: /a", 1), ("stat: /a", "append: /a", 1), ("stat: /a", "search: /a", 1),
        ("read: /a", "stat: /a", 1), ("{ read: /a, as: root }", "{ stat: /a, as: root }", 1),
        ("{ stat: /a, follow: false }", "read: /a", 2),
        ("read: /a", "list: /a", 0), ("read: /a", "read-write: /a", 0),
        ("{ capability: CAP_KILL, in: permitted }", "{ capability: CAP_KILL }", 0),
        ("{ capability: CAP_KILL }", "{ capability: CAP_KILL, in: permitted }", 1),
        ("{ capability: CAP_KILL, in: permitted }", "{ capability: CAP_KILL, in: ambient }", 0),
        ("{ mode: /a, at-most: '0644' }", "{ mode: /a, exactly: '0640' }", 0),
        ("{ mode: /a, at-most: '0644' }", "{ mode: /a, at-most: '0600' }", 0),
        ("{ mode: /a, at-most: '0600' }", "{ mode: /a, at-most: '0644' }", 1),
        ("user: a", "{ member: a, of: b }", 0), ("group: b", "{ member: a, of: b }", 0),
        ("{ sysctl: a.b, at-least: 5 }", "{ sysctl: a/b, equals: 5 }", 0),
        ("{ owner: /a, is: a }", "{ mode: /a, exactly: '0600' }", 1),
        ("{ owner: /a, is: a }", "read: /a", 2), ("user: a", "group: a", 1),
        // An `é` of one scalar and one of two are equal as texts, but different as names.
        ("user: \u{e9}", "user: \u{e9}", 0), ("user: \u{e9}", "user: e\u{301}", 1),
        ("{ member: a, of: \u{e9} }", "{ member: a, of: e\u{301} }", 2),
        ("{ sysctl: a.\u{e9}, equals: 1 }", "{ sysctl: a.e\u{301}, equals: 1 }", 1),
        ("{ owner: /a, is: \u{e9} }", "{ owner: /a, is: e\u{301} }", 2),
        ("{ read: /a, as: \u{e9} }", "{ read: /a, as: e\u{301} }", 2),
        ("user: root", "user: a", 2), ("{ mode: /proc/x, exactly: '0600' }", "user: a", 2),
        // Requirements that no user is granted.
        ("read: /a", "write: /a/", 0),
        // Independent requirements.
        ("read: /a", "read: /b", 1), ("read: /a", "read: /ab", 1),
        ("write: /a", "read: /a", 1), ("read: /a/b", "read: /a", 1),
        ("read: /a", "{ read: /b, as: nobody }", 1),
        ("read: /a", "capability: CAP_KILL", 1),
        ("capability: CAP_KILL", "capability: CAP_CHOWN", 1),
        ("connect: tcp:h:1", "connect: tcp:h:2", 1), ("bind: tcp:1", "connect: tcp:h:2", 1),
        ("resolve: a", "resolve: b", 1), ("unit: a.service", "unit: b.service", 1),
        ("{ unit: a.service, state: enabled }", "unit: a.service", 1),
        ("{ unit: a.service, state: failed }", "{ unit: a.service, state: disabled }", 1),
        ("unit: a.service", "read: /a", 1), ("connect: unix:/a", "read: /b", 1),
        ("action: a.b", "action: a.c", 1), ("start: a.service", "stop: a.service", 1),
        ("confirm: A?", "read: /a", 1), ("confirm: A?", "confirm: B?", 1),
        // Requirements whose relation is unknown.
        ("search: /a", "read: /a/b", 2), ("stat: /a", "execute: /a", 2),
        ("{ read: /a, as: root }", "{ read: /a, as: nobody }", 2),
        ("{ read: /a, as: root }", "{ write: /a, as: root }", 2),
        ("{ read: /a, as: root }", "{ read: /a/b, as: root }", 2),
        ("{ read: /a, as: '00:0' }", "{ write: /a, as: '00:0' }", 2),
        (
            "{ read: /a, as: { user: u, capabilities: [CAP_DAC_OVERRIDE] } }",
            "{ write: /a, as: { user: u, capabilities: [CAP_DAC_OVERRIDE] } }", 2
        ),
        ("read: /a/", "write: /a", 2), ("create: /a", "read: /a", 2),
        ("{ read: /a, follow: false }", "read: /a", 2), ("read: /a", "read: /b/../a", 2),
        ("connect: tcp:a:1", "connect: tcp:b:1", 2), ("bind: tcp:1", "connect: tcp:h:1", 2),
        ("{ unit: a.service, state: loaded }", "unit: a.service", 2),
        ("{ unit: a.service, state: masked }", "{ unit: a.service, state: enabled }", 2),
        ("{ unit: a.service, state: failed }", "unit: a.service", 2),
        ("start: a.service", "unit: a.service", 2), ("icmp: ipv4", "capability: CAP_NET_RAW", 2),
        ("{ chown: /a, argument: '5' }", "capability: CAP_CHOWN", 2),
        ("read-journal: system", "read: /a", 2),
        ("capability: CAP_KILL", "read-journal: system", 2),
        ("read-journal: system", "icmp: ipv4", 2),
        ("read-journal: system", "unit: a.service", 1),
        ("read-journal: system", "{ read-journal: system, as: nobody }", 2),
        ("connect: unix:/a/b", "read: /a", 2), ("route: 127.0.0.1", "resolve: a", 2),
        // Requirements that may have the same answer on every host.
        ("stat: /", "read: /a", 2), ("resolve: 127.0.0.1", "read: /a", 2),
        ("{ capability: CAP_KILL, as: nobody }", "read: /a", 2),
        ("{ raw-sockets: ipv4, as: nobody }", "read: /a", 2),
        ("{ action: a.b, as: root }", "read: /a", 2),
    ])
    func `A comparison knows related answers`(old: String, new: String, status: Int) throws {
        #expect(try self.status("require: [\(old)]", "require: [\(new)]") == status)
    }

    @Test(arguments: [
        ("forbid: [write: /a]", "forbid: [append: /a]", 0),
        ("forbid: [append: /a]", "forbid: [write: /a]", 1),
        // What is not permitted may be within reach, and what is not within reach is not permitted.
        ("forbid: [capability: CAP_KILL]", "forbid: [{ capability: CAP_KILL, in: permitted }]", 1),
        ("forbid: [{ capability: CAP_KILL, in: permitted }]", "forbid: [capability: CAP_KILL]", 0),
        ("forbid: [{ capability: CAP_KILL, in: ambient }]", "forbid: [capability: CAP_KILL]", 0),
        ("forbid: [{ write: /a, as: nobody }]", "require: [read: /a]", 1),
        (
            "forbid: [{ unit: a.service, state: inactive }]", "require: [unit: a.service]", 2
        ),
        ("forbid: [{ list: /a }]", "require: [write: /a]", 2),
        ("forbid: [{ write: /a, as: nobody }]", "require: [list: /a]", 2),
        ("forbid: [{ list: /a, as: nobody }]", "require: [read: /a/b]", 1),
        ("forbid: [capability: CAP_KILL]", "require: [read: /a]", 1),
        ("forbid: [stat: /]", "require: [read: /a]", 1),
        ("forbid: [write: /a/]", "require: [read: /a]", 2),
    ])
    func `A comparison knows related prohibitions`(old: String, new: String, status: Int) throws {
        #expect(try self.status(old, new) == status)
    }

    /// A comparison follows answers only from the questions of the policies, see `Relations`.
    @Test(arguments: ProcessCapability.CapabilitySet.allCases)
    func `A set that settles another implies none, and none implies it`(
        set: ProcessCapability.CapabilitySet
    ) {
        let table = WordTable.linux
        let capability = ProcessCapability(.kill, in: set)
        let isSettling = !table.settled(by: capability).isEmpty
        #expect(isSettling == (set == .effective))
        guard isSettling else { return }
        #expect(table.implied(by: capability).isEmpty)
        for other in ProcessCapability.CapabilitySet.allCases {
            let implied = table.implied(by: ProcessCapability(.kill, in: other))
            #expect(!implied.contains { $0.name == capability.name })
        }
    }

    /// Two questions with different time limits. The one with less time may have no answer yet.
    @Test(arguments: [("1s", "2s", 0), ("2s", "1s", 1), ("1s", "1s", 0)])
    func `An answer settles another question only if that has as much time`(
        effective: String,
        permitted: String,
        status: Int
    ) throws {
        let old = "forbid: [{ capability: CAP_KILL, in: permitted, within: \(permitted) }]"
        let new = "forbid: [{ capability: CAP_KILL, within: \(effective) }]"
        #expect(try self.status(old, new) == status)
    }

    /// A newcomer's two policies: both contain the same requirement with a condition.
    @Test func `A condition in both policies does not hide a difference`() throws {
        let kept = "{ read: /x, when: { stat: /x } }"
        #expect(try status("require: [\(kept), read: /y]", "require: [\(kept)]") == 1)
    }

    /// A `when` asks whether a file may be written, and a prohibition whether it may be written or created.
    @Test(arguments: [
        (
            "forbid: [write: /a]",
            "require: [read: /b, { not: { read: /b }, when: { write: /a } }]", 1
        ),
        (
            "forbid: [write: /a]",
            "require: [read: /b, { read: /b, when: { write: /a } }]\nforbid: [append: /c]", 1
        ),
        (
            "require: [{ not: { write: /a } }]",
            "require: [{ not: { append: /a } }]", 0
        ),
        ("forbid: [write: /a]", "forbid: [read-write: /a, append: /a]", 0),
        ("forbid: [read-write: /a]", "forbid: [read: /a]", 2),
    ])
    func `A comparison tells a question from a prohibition that counts creation`(
        old: String,
        new: String,
        status: Int
    ) throws { #expect(try self.status(old, new) == status) }

    /// Neither `because` nor an id affects the answer of a host.
    @Test func `A comparison ignores order, reasons and ids`() throws {
        let old = "require: [{ read: /a, because: b, id: i }, { capability: CAP_KILL }]"
        let new = "require: [{ capability: CAP_KILL, in: effective }, { read: /a, within: 5s }]"
        #expect(try status(old, new) == 0)
        #expect(try status(new, old) == 0)
    }

    @Test func `A comparison of ten thousand requirements is fast`() throws {
        let lists = [0..<10_000, 1..<10_000].map { numbers in
            "require:\n" + numbers.map { "  - read: /srv/\($0)\n" }.joined()
        }
        #expect(try status(lists[1], lists[0]) == 0)
        #expect(try status(lists[0], lists[1]) == 1)
    }
}
