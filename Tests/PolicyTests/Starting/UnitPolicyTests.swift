import Kernel
import LinuxSystem
import Policies
import PolicyAuthoring
import PolicyLanguage
import TestSupport
import Testing

@Suite struct `Policy from a unit` {
    @Test func `A policy from a unit names each setting that grants something`() {
        var unit = UnitSettings(id: "shop.service")
        (unit.user, unit.group, unit.supplementaryGroups) = ("shop", "adm", ["ssl-cert"])
        unit.ambientSet = KernelCapabilitySet([.netBindService])
        unit.boundingSet = .all.removing(.sysAdmin).removing(.sysModule)
        unit.programs = ["/usr/bin/shop"]
        unit.environmentFiles = [.init("/etc/default/shop", isOptional: true)]
        unit.directories = [.init("StateDirectory", "/var/lib/shop")]
        unit.writablePaths = ["/var/lib/shop", "-/srv/shop", "/tmp/shop"]
        unit.readOnlyPaths = ["+/etc"]
        unit.requires = ["sysinit.target", "shop.socket", "db.service"]
        unit.bindsTo = ["dev-sda.device", "db.service"]
        unit.wants = ["system.slice", "db.service", "dev-sda.device", "mail.service"]
        (unit.after, unit.triggeredBy) = (["db.service"], ["shop.socket"])
        var socket = UnitSettings(id: "shop.socket")
        socket.listeners = [
            .init("Stream", "[::]:80"), .init("Stream", "/run/shop.sock"), .init("Stream", "@shop"),
        ]

        #expect(UnitPolicy(unit, sockets: [socket]).text == Self.expected)
    }

    private static let expected = """
        # The access that shop.service has by its settings, as systemd has loaded them.
        # Add the files that it opens and the servers that it connects to, with a reason
        # under `because`. Forbid access that it must never have. warrant-policy(5)
        # describes all words and keys.
        warrant: 1
        name: shop
        summary: shop.service has what its unit gives it.
        subject: { unit: shop.service }
        # While it does not run, ask about the user that it would run as:
        #   User=shop, Group=adm, SupplementaryGroups=ssl-cert
        #   subject: { user: shop, groups: [adm, ssl-cert], capabilities: [CAP_NET_BIND_SERVICE] }

        require:
          # ExecStart=
          - execute: /usr/bin/shop
          # EnvironmentFile=, which systemd reads before the start
          - read: /etc/default/shop
            as: root
            when: { stat: /etc/default/shop }
          # StateDirectory=
          - access: /var/lib/shop
            argument: rwx
          # ReadWritePaths=
          - access: /srv/shop
            argument: rw
            when: { stat: /srv/shop }
          # ReadWritePaths=
          # warrant: allow world-writable-parent the unit has it so
          - access: /tmp/shop
            argument: rw
          # AmbientCapabilities=
          - capability: CAP_NET_BIND_SERVICE
            in: ambient
          # Requires=, After=
          - unit: db.service
          # BindsTo=
          - unit: dev-sda.device
          # Wants=
          - unit: mail.service
            severity: advice
          # Sockets=
          - unit: shop.socket
          # ListenStream=
          - bind: tcp:80
          # ListenStream=
          - bind: unix:/run/shop.sock
          # LoadState=
          - unit: shop.service
            state: loaded

        forbid:
          # ReadOnlyPaths=
          - access: /etc
            argument: w
            because: ReadOnlyPaths= makes it read-only
          # CapabilityBoundingSet=
          - because: CapabilityBoundingSet= leaves them out
            any:
              - { capability: CAP_SYS_MODULE, in: bounding }
              - { capability: CAP_SYS_ADMIN, in: bounding }

        """

    @Test func `A policy from random settings passes lint`() async throws {
        try await withFreshSeed { seed in
            var random = SplitMix(seed: seed)
            for _ in 0..<300 {
                let unit = UnitSettings.random(&random)
                let text = UnitPolicy(unit, sockets: []).text
                let found = LintResult(Array(text.utf8), file: "new.yaml")
                #expect(found.findings.map(\.description) == [], "\(text)")
            }
        }
    }
}

extension UnitSettings {
    /// Returns settings with texts that a stranger's unit files may contain.
    fileprivate static func random(_ random: inout SplitMix) -> Self {
        let texts = [
            "/usr/bin/a", "/usr/bin//b", "/srv/a b", "/tmp/x", "-/var/run/c", "+/a/../d", "/",
            "/ä${x}",
            "/\u{1B}'\"\\", "-+/etc", "/dev/shm/y", "/a: #b", "/e/.",
        ]
        let paths = { (random: inout SplitMix) in random.some(of: texts, percent: 25) }
        var unit = UnitSettings(id: random.pick(["a.service", "null.service", "a@b.service"]))
        unit.user = random.pick(["", "root", "33", "null"])
        unit.group = random.pick(["", "adm"])
        let masks = [nil, 0, ~0, ~(1 << 21), random.next()] as [UInt64?]
        unit.boundingSet = random.pick(masks).map(KernelCapabilitySet.init(mask:))
        unit.ambientSet = KernelCapabilitySet(
            mask: random.pick([0, 1 << 21, 1 << 1, random.next()])
        )
        unit.programs = paths(&random).filter { $0.hasPrefix("/") }
        unit.readOnlyPaths = paths(&random)
        unit.writablePaths = paths(&random)
        unit.directories = paths(&random).map { .init("RuntimeDirectory", "/run" + $0) }
        unit.environmentFiles = paths(&random).filter { $0.hasPrefix("/") }
            .map { .init($0, isOptional: random.chance(50)) }
        let units = ["db.service", "a.slice", "b.socket"]
        unit.requires = random.some(of: units, percent: 50)
        unit.bindsTo = random.some(of: units, percent: 50)
        unit.wants = random.some(of: units, percent: 50)
        return unit
    }
}
