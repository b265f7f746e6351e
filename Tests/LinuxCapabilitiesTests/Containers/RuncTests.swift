import Capabilities
import Foundation
import Kernel
import LinuxCapabilities
import Procedures
import TestSupport
import Testing

/// Random containers, and what their processes really may do.
///
/// runc(8) is the judge: the questions are asked about a container by its name, and tried by a shell that runc starts in
/// it with the credentials of its first process.
@Suite(.timeLimit(.minutes(20))) struct `A container of runc` {
    /// `JUDGE_SEED` runs the containers of one seed again.
    private static let seed =
        ProcessInfo.processInfo.environment["JUDGE_SEED"].flatMap(UInt64.init)
        ?? UInt64.random(in: 0...UInt64.max)
    private static let containers =
        ProcessInfo.processInfo.environment["JUDGE_CONTAINERS"].flatMap(Int.init) ?? 8

    @Test func `The answers are what happens in the container`() async throws {
        try #require(
            FileManager.default.isExecutableFile(atPath: "/usr/sbin/runc"),
            "runc is missing; run scripts/install-packages"
        )
        print("seed \(Self.seed)")
        var random = SplitMix(seed: Self.seed)
        var (yes, no) = (0, 0)
        for number in 0..<Self.containers {
            let container = try RuncContainer(number, &random)
            let found = try await container.running { try await container.disagreements() }
            #expect(found.wrong == [], "seed \(Self.seed), container \(number)")
            yes += found.yes
            no += found.no
        }
        // Both answers must occur, or the comparison proves nothing.
        #expect(yes > 3 * Self.containers && no > 3 * Self.containers, "\(yes) yes, \(no) no")
    }

    @Test func `A container that has ended has no answer`() async throws {
        var random = SplitMix(seed: 1)
        let container = try RuncContainer(0, &random)
        let capability = FileAccess(.read, "/", as: container.subject, on: container.host)
        let before = try await container.running {
            let verdict = await capability.verdict()
            try await container.runc("kill", container.id, "KILL")
            // The process ends after the signal, at some time. Nothing may wait for its end.
            while try await !container.runc("state", container.id).contains("\"stopped\"") {
                await Task.yield()
            }
            return (verdict, await capability.verdict())
        }
        let after = await capability.verdict()

        #expect(before.0.isAuthorized)
        #expect(before.1.reasons.map(\.code.rawValue) == ["container-not-running"])
        #expect(after.reasons.map(\.code.rawValue) == ["subject-missing"])
    }
}

/// A random container below a folder of its own.
private struct RuncContainer {
    private struct Object {
        let name: String
        let isDirectory: Bool
    }

    let id: String
    private let folder: TemporaryFolder
    private let objects: [Object]
    private let capabilities: [KernelCapability]

    private static let all: [KernelCapability] = [
        .chown, .dacOverride, .dacReadSearch, .fowner, .kill, .netBindService, .setuid,
    ]

    init(_ number: Int, _ random: inout SplitMix) throws {
        folder = try TemporaryFolder()
        id = "warrant-\(ProcessInfo.processInfo.processIdentifier)-\(number)"
        capabilities = random.some(of: Self.all, percent: random.pick([0, 30, 60]))
        for name in ["run", "run/runc", "bundle", "bundle/rootfs"] { try folder.folder(name) }
        for name in ["usr", "proc", "dev", "data", "bound", "shm"] {
            try folder.folder("bundle/rootfs/\(name)")
        }
        for name in ["bin", "lib", "lib64"] {
            try folder.link("bundle/rootfs/\(name)", to: "usr/\(name)")
        }
        try folder.folder("bound")
        // The ids of a container with a user namespace begin at 100000.
        let isMapped = random.chance(30)
        let shift = isMapped ? 100_000 : 0
        var objects: [Object] = []
        let program = try Data(contentsOf: URL(filePath: "/usr/bin/true"))
        for top in ["bundle/rootfs/data", "bound"] {
            for _ in 0..<4 {
                let folderName = "\(top)/d\(objects.count)"
                try folder.folder(folderName)
                let file = "\(folderName)/f"
                try folder.data(file, program)
                for name in [file, folderName] {
                    let outside = random.chance(20)
                    let owner = random.pick([0, 1000, 65_534]) + (outside ? 0 : shift)
                    let mode = random.pick([0o000, 0o100, 0o400, 0o500, 0o640, 0o700, 0o711, 0o755])
                    try folder.change(name, owner: owner)
                    try folder.change(name, mode: mode_t(mode | (random.chance(30) ? 0o7 : 0)))
                }
                for (name, isDirectory) in [(folderName, true), (file, false)] {
                    let inside = name.replacing("bundle/rootfs", with: "")
                    objects.append(
                        Object(
                            name: inside.hasPrefix("/") ? inside : "/" + inside,
                            isDirectory: isDirectory
                        )
                    )
                }
            }
        }
        objects.append(Object(name: "/shm", isDirectory: true))
        objects.append(Object(name: "/usr/bin/true", isDirectory: false))
        self.objects = objects
        let configuration = Self.configuration(
            id,
            bound: folder.path(of: "bound"),
            capabilities,
            isMapped: isMapped,
            &random
        )
        let data = try JSONSerialization.data(withJSONObject: configuration)
        try folder.data("bundle/config.json", data)
    }

    private static func configuration(
        _ id: String,
        bound: String,
        _ capabilities: [KernelCapability],
        isMapped: Bool,
        _ random: inout SplitMix
    ) -> [String: Any] {
        let names = capabilities.map(\.name)
        let sets = Dictionary(
            uniqueKeysWithValues: [
                "bounding", "effective", "permitted", "inheritable", "ambient",
            ].map { ($0, names) }
        )
        let map = [["containerID": 0, "hostID": 100_000, "size": 65_536]]
        let readOnly = random.chance(40) ? ["ro"] : ["rw"]
        let kinds = ["mount", "pid", "network", "ipc", "uts"] + (isMapped ? ["user"] : [])
        var linux: [String: Any] = [
            "cgroupsPath": "/\(id)", "namespaces": kinds.map { ["type": $0] },
        ]
        if isMapped {
            linux["uidMappings"] = map
            linux["gidMappings"] = map
        }
        return [
            "ociVersion": "1.0.2",
            "process": [
                "terminal": false, "cwd": "/", "args": ["/bin/sleep", "infinity"],
                "env": ["PATH=/bin"],
                "user": [
                    "uid": random.pick([0, 0, 1000, 65_534]), "gid": random.pick([0, 1000]),
                    "additionalGids": random.some(of: [0, 42, 1000], percent: 40),
                ] as [String: Any],
                "capabilities": sets, "noNewPrivileges": random.chance(50),
            ] as [String: Any],
            "root": ["path": "rootfs", "readonly": random.chance(40)] as [String: Any],
            "mounts": [
                ["destination": "/proc", "type": "proc", "source": "proc"],
                [
                    "destination": "/dev", "type": "tmpfs", "source": "tmpfs",
                    "options": ["mode=755"],
                ],
                [
                    "destination": "/usr", "type": "bind", "source": "/usr",
                    "options": ["rbind", "ro"],
                ],
                [
                    "destination": "/bound", "type": "bind", "source": bound,
                    "options": ["bind"] + readOnly + (random.chance(40) ? ["noexec"] : []),
                ],
                [
                    "destination": "/shm", "type": "tmpfs", "source": "tmpfs",
                    "options": [random.pick(["mode=1777", "mode=700"])],
                ],
            ] as [[String: Any]],
            "linux": linux,
        ]
    }

    var subject: Subject { .container(id) }

    /// This machine, whose containers are those of this folder.
    var host: LinuxCapabilities.Host {
        let roots = ContainerRoots(running: folder.path(of: "run"), lasting: nil)
        let live = LinuxCapabilities.Host.live
        return live.asking(LinuxCapabilities.Host.containerFamily, by: LiveContainers(in: [roots]))
    }

    @discardableResult
    func runc(_ arguments: String...) async throws -> String {
        let command = ["runc", "--root", folder.path(of: "run/runc")] + arguments
        // A descriptor of the container's output would stay open until the container ends.
        let quiet = ["sh", "-c", "exec \"$@\" </dev/null 2>&1", "sh"]
        return try await runCommand(quiet + command, in: folder.path(of: "bundle"))
            .success(of: command)
    }

    func pid() throws -> Int {
        let data = try Data(
            contentsOf: URL(filePath: folder.path(of: "run/runc/\(id)/state.json"))
        )
        let state = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        return try #require(state?["init_process_pid"] as? Int)
    }

    func running<Value>(_ body: () async throws -> Value) async throws -> Value {
        let start = [
            "sh", "-c", "exec runc --root \"$1\" run --detach \"$2\" </dev/null >/dev/null 2>log",
            "sh", folder.path(of: "run/runc"), id,
        ]
        let started = try await runCommand(start, in: folder.path(of: "bundle"))
        let log = try? String(contentsOfFile: folder.path(of: "bundle/log"), encoding: .utf8)
        try #require(started.status == 0, "\(log ?? "")")
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        try await runc("delete", "--force", id)
        return try result.get()
    }

    struct Found {
        var (yes, no) = (0, 0)
        var wrong: [String] = []
    }

    /// Asks each question, and tries it in the container.
    func disagreements() async throws -> Found {
        var found = Found()
        var script = ""
        var asked: [(question: String, answer: Bool?)] = []
        for object in objects {
            let name = object.name
            let tries: [(FileAccess.Action, String)] =
                object.isDirectory
                ? [(.list, "ls \(name)/"), (.create(.file), ": > \(name)/new && rm \(name)/new")]
                : [
                    (.read, ": < \(name)"), (.append, ": >> \(name)"), (.execute, name),
                ]
            for (action, line) in tries {
                let path = action == .create(.file) ? "\(name)/new" : name
                let access = FileAccess(action, path, as: subject, asking: .model, on: host)
                asked.append((access.name, Self.answer(await access.verdict())))
                script += "( \(line) ) >/dev/null 2>&1 && echo y || echo n\n"
            }
        }
        let output = try await runc("exec", id, "/bin/sh", "-c", script)
        let real = output.split(separator: "\n")
        try #require(real.count == asked.count, "\(output)")
        for ((question, answer), really) in zip(asked, real) {
            let isYes = really == "y"
            if isYes { found.yes += 1 } else { found.no += 1 }
            guard answer != isYes else { continue }
            let said = answer.map { "\($0)" } ?? "undetermined"
            found.wrong.append("\(question): answered \(said), was \(isYes)")
        }
        found.wrong += try await wrongSets()
        return found
    }

    private func wrongSets() async throws -> [String] {
        let line = "while read k v; do [ $k = CapEff: ] && echo $v; done < /proc/self/status; :"
        let output = try await runc("exec", id, "/bin/sh", "-c", line)
        let mask = try #require(UInt64(output, radix: 16), "\(output)")
        var wrong: [String] = []
        for capability in Self.all {
            let asked = ProcessCapability(capability, as: subject, on: host)
            let answer = Self.answer(await asked.verdict())
            let isHeld = KernelCapabilitySet(mask: mask).contains(capability)
            if answer != isHeld { wrong.append("\(asked.name): \(answer as Bool?), was \(isHeld)") }
        }
        return wrong
    }

    /// Returns whether it may now; nil if that is not known. The shell takes no step to gain a permission, so a no that
    /// the process could change by itself is a no here.
    private static func answer(_ verdict: Verdict) -> Bool? {
        switch verdict {
        case .authorized: true
        case .denied: false
        case .undetermined(let reasons):
            reasons.contains { $0.has(.withinReach, .powerWithinReach) } ? false : nil
        }
    }
}
