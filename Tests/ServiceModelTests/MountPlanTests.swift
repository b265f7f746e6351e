import Kernel
import TestSupport
import Testing

@testable import ServiceModel

@Suite struct `Mount plan` {
    private func plan(_ change: (inout FileSandbox) -> Void) throws -> [String] {
        var sandbox = FileSandbox()
        change(&sandbox)
        return try MountPlan(sandbox).mounts.map { "\($0.action) \($0.path)" }
    }

    private func placed<Value>(_ value: Value, _ text: String = "Setting=", line: Int = 1)
        -> Placed<Value>
    {
        Placed(value, text, at: SettingPlace(file: "/etc/systemd/system/x.service", line: line))
    }

    private func path(_ path: String) -> Placed<FileSandbox.Path> {
        placed(FileSandbox.Path(path), "Path=\(path)")
    }

    @Test func `A directory comes before what is below it, and names in the order of their bytes`()
        throws
    {
        let plan = try plan {
            $0.readWritePaths = [path("/b/a"), path("/b-c"), path("/b"), path("/B")]
            $0.noExecPaths = [path("/b/a/x")]
        }
        #expect(
            plan == [
                "readWrite /B", "readWrite /b", "noExec /b/a/x", "readWrite /b-c",
                "inaccessible /run/credentials",
            ]
        )
    }

    @Test(arguments: [
        (["ReadWritePaths", "ReadOnlyPaths"], "readOnly"),
        (["ReadOnlyPaths", "InaccessiblePaths"], "inaccessible"),
        (["TemporaryFileSystem", "ReadOnlyPaths"], "readOnly"),
        (["BindPaths", "ReadOnlyPaths"], "recursiveBind"),
        (["NoExecPaths", "ExecPaths"], "noExec"),
    ])
    func `One setting wins at the same path`(settings: [String], winner: String) throws {
        let plan = try plan { sandbox in
            for setting in settings {
                switch setting {
                case "ReadWritePaths": sandbox.readWritePaths = [path("/x")]
                case "ReadOnlyPaths": sandbox.readOnlyPaths = [path("/x")]
                case "InaccessiblePaths": sandbox.inaccessiblePaths = [path("/x")]
                case "ExecPaths": sandbox.execPaths = [path("/x")]
                case "NoExecPaths": sandbox.noExecPaths = [path("/x")]
                case "BindPaths":
                    sandbox.binds = [placed(FileSandbox.Bind("/y", to: "/x", isReadOnly: false))]
                default:
                    sandbox.temporaryFileSystems = [placed(FileSandbox.Temporary("/x"))]
                }
            }
        }
        #expect(plan == ["inaccessible /run/credentials", "\(winner) /x"])
    }

    @Test func `Nothing below an inaccessible path remains`() throws {
        let plan = try plan {
            $0.inaccessiblePaths = [path("/x")]
            $0.readWritePaths = [path("/x/a"), path("/xa")]
        }
        #expect(plan == ["inaccessible /run/credentials", "inaccessible /x", "readWrite /xa"])
    }

    @Test func `The winner has the flags of the entries that it replaces`() throws {
        var sandbox = FileSandbox()
        sandbox.binds = [placed(FileSandbox.Bind("/y", to: "/x", isReadOnly: false))]
        sandbox.readOnlyPaths = [path("/x")]
        let plan = try MountPlan(sandbox)
        #expect(plan.flags(of: MountPath("/x"), before: []).flags == .readOnly)
        #expect(plan.flags(of: MountPath("/x"), before: []).readOnly?.setting?.text == "Path=/x")
    }

    @Test(arguments: [
        ("/", true), ("/etc", true), ("/var/lib/db", false), ("/var/lib/db/inner", false),
        ("/home", false), ("/home/user", false), ("/proc", false), ("/run/user", false),
        ("/run", true), ("/run/lock", true),
    ])
    func `ProtectSystem=strict makes the host's mounts read-only outside the exceptions`(
        mount: String,
        isReadOnly: Bool
    ) throws {
        var sandbox = FileSandbox()
        sandbox.protectSystem = placed(.strict, "ProtectSystem=strict", line: 5)
        sandbox.readWritePaths = [path("/var/lib/db")]
        let flags = try MountPlan(sandbox).flags(of: MountPath(mount), before: .noSuid)
        #expect(flags.flags == (isReadOnly ? [.noSuid, .readOnly] : .noSuid))
        #expect(flags.readOnly?.setting?.place.line == (isReadOnly ? 5 : nil))
    }

    @Test func `A mount that is read-only on the host stays so`() throws {
        var sandbox = FileSandbox()
        sandbox.readWritePaths = [path("/x")]
        let flags = try MountPlan(sandbox).flags(of: MountPath("/x"), before: .readOnly)
        #expect(flags.flags == .readOnly)
        #expect(flags.readOnly == nil)
    }

    @Test func `ExecPaths= permits execution on a mount that forbids it`() throws {
        var sandbox = FileSandbox()
        sandbox.noExecPaths = [path("/")]
        sandbox.execPaths = [path("/usr")]
        let plan = try MountPlan(sandbox)
        #expect(plan.flags(of: MountPath("/"), before: []).flags == .noExec)
        #expect(plan.flags(of: MountPath("/usr"), before: .noExec).flags == [])
        #expect(plan.flags(of: MountPath("/usr/lib"), before: .noExec).flags == [])
    }

    @Test(
        arguments: [
            ("", 0o755, MountFlags.noDev), ("mode=1777,size=10M", 0o1777, .noDev),
            ("dev,noexec", 0o755, .noExec), ("rw,nosuid", 0o755, [.noDev, .noSuid]),
        ] as [(String, UInt16, MountFlags)]
    )
    func `Options of a tmpfs are over systemd's defaults`(
        options: String,
        mode: UInt16,
        flags: MountFlags
    ) {
        let parsed = TmpfsOptions(parsing: options)
        #expect(parsed?.mode == mode)
        #expect(parsed?.flags == flags)
    }

    @Test(arguments: [
        "huge=always", "uid=041", "gid=+5", "uid=4294967295", "nr_inodes=50%", "nr_blocks=50%",
        "nr_inodes=9999999999999999999", "size=9",
    ])
    func `An option of a tmpfs that is not known makes the plan unknown`(options: String) {
        var sandbox = FileSandbox()
        sandbox.temporaryFileSystems = [
            placed(FileSandbox.Temporary("/x", options: options), "TemporaryFileSystem=/x")
        ]
        #expect {
            try MountPlan(sandbox)
        } throws: { error in
            if case .notKnown(_, let setting) = error as? MountStop {
                setting?.text == "TemporaryFileSystem=/x"
            } else {
                false
            }
        }
    }

    @Test func `Settings without mounts need no namespace`() {
        var sandbox = FileSandbox()
        sandbox.protectHostname = placed(true)
        sandbox.protectClock = placed(true)
        sandbox.protectSystem = placed(.no)
        #expect(!sandbox.needsMountNamespace)
        sandbox.privateMounts = placed(true)
        #expect(sandbox.needsMountNamespace)
    }
}
