import AccessModel
import Foundation
import Kernel
import LinuxCapabilities
import LinuxSystem
import ServiceModel

struct Count {
    var agreed = 0
    var undetermined = 0
    var disagreed = 0
    /// The number of services that did not start.
    var failed = 0
}

/// One service with a random sandbox, and random calls.
struct SandboxCase {
    private static let calls = [
        "read", "write", "create", "mkdir", "fifo", "list", "stat", "search", "chmod", "execute",
    ]

    private let name: String
    private let isRoot: Bool
    private let hasOwnUsers: Bool
    private var lines: [String] = []
    private var sandbox = FileSandbox()
    private var questions: [(call: String, path: String)] = []

    init(number: Int, questions count: Int, _ random: inout SplitMix) {
        name = "w\(number).service"
        isRoot = random.chance(60)
        hasOwnUsers = random.chance(25)
        sandbox.hasUserNamespace = hasOwnUsers
        addSwitches(&random)
        addLists(&random)
        addMounts(&random)
        addDirectories(&random)
        let used =
            sandbox.readWritePaths + sandbox.readOnlyPaths + sandbox.inaccessiblePaths
            + sandbox.execPaths + sandbox.noExecPaths
        let near =
            used.map(\.value.path)
            + sandbox.binds.flatMap { [$0.value.source, $0.value.destination] }
            + sandbox.temporaryFileSystems.map(\.value.path)
            + sandbox.directories.map { "\($0.value.path)" }
        for index in 0..<count {
            questions.append(Self.question(index, near, &random))
        }
        // It comes last, because it may succeed, and the answers before were for the files as they are.
        if !near.isEmpty { questions.append(("rmdir", random.one(of: near) + "/bound")) }
    }

    private static func question(
        _ index: Int,
        _ near: [String],
        _ random: inout SplitMix
    ) -> (call: String, path: String) {
        let call = random.one(of: calls)
        var path = random.one(of: Scene.all)
        if !near.isEmpty, random.chance(35) {
            path = random.one(of: near) + random.one(of: Scene.inside)
        }
        // Nothing is changed in the file systems of the kernel, which are those of the machine.
        let isOfKernel = ["/proc", "/sys"].contains { path.hasPrefix($0) }
        switch call {
        case "create", "mkdir", "fifo":
            return isOfKernel ? ("read", path) : (call, "\(path)/new-\(index)")
        case "chmod" where isOfKernel || path.hasPrefix("/dev"): return ("stat", path)
        // A program of the system could do something.
        case "execute" where !path.contains("/w") && !path.hasSuffix("/true"):
            return ("execute", random.chance(50) ? "/usr/bin/true" : "/srv/w/x")
        case "write" where path == "/proc/sysrq-trigger": return ("stat", path)
        default: return (call, path)
        }
    }
}

// Settings.
extension SandboxCase {
    private mutating func place(_ line: String) -> SettingPlace {
        lines.append(line)
        return SettingPlace(file: name, line: lines.count)
    }

    private mutating func placed<Value>(_ value: Value, _ line: String) -> Placed<Value> {
        Placed(value, line, at: place(line))
    }

    private mutating func addSwitches(_ random: inout SplitMix) {
        if random.chance(45) {
            let value = random.one(of: [FileSandbox.System.yes, .full, .strict, .strict, .no])
            sandbox.protectSystem = placed(value, "ProtectSystem=\(value.rawValue)")
        }
        if random.chance(35) {
            let value = random.one(of: [FileSandbox.Home.yes, .readOnly, .tmpfs, .no])
            sandbox.protectHome = placed(value, "ProtectHome=\(value.rawValue)")
        }
        if random.chance(15) {
            let all: [FileSandbox.Processes] = [.noAccess, .invisible, .ptraceable, .default]
            let value = random.one(of: all)
            sandbox.protectProc = placed(value, "ProtectProc=\(value.rawValue)")
        }
        let switches: [(WritableKeyPath<FileSandbox, Placed<Bool>?>, String)] = [
            (\.privateTmp, "PrivateTmp=yes"), (\.privateDevices, "PrivateDevices=yes"),
            (\.privateMounts, "PrivateMounts=yes"),
            (\.protectKernelTunables, "ProtectKernelTunables=yes"),
            (\.protectKernelModules, "ProtectKernelModules=yes"),
            (\.protectKernelLogs, "ProtectKernelLogs=yes"),
            (\.protectControlGroups, "ProtectControlGroups=yes"),
            (\.protectHostname, "ProtectHostname=yes"),
            (\.showsOnlyProcesses, "ProcSubset=pid"),
        ]
        for (setting, line) in switches where random.chance(15) {
            sandbox[keyPath: setting] = placed(true, line)
        }
    }

    private mutating func addLists(_ random: inout SplitMix) {
        // It leads each process elsewhere, so a service with a mount there is not predicted at all.
        let system = Scene.system.filter { $0 != "/dev/fd" }
        typealias List = WritableKeyPath<FileSandbox, [Placed<FileSandbox.Path>]>
        let lists: [(List, String, [String])] = [
            (\.readWritePaths, "ReadWritePaths", Scene.free + system),
            (\.readOnlyPaths, "ReadOnlyPaths", Scene.free + system),
            (\.inaccessiblePaths, "InaccessiblePaths", Scene.free),
            (\.execPaths, "ExecPaths", Scene.free), (\.noExecPaths, "NoExecPaths", Scene.free),
        ]
        for (list, name, paths) in lists where random.chance(40) {
            for _ in 0...random.below(3) {
                var path = random.one(of: paths)
                let isOptional = random.chance(60)
                if random.chance(isOptional ? 10 : 2) { path += "/missing" }
                let line = "\(name)=\(isOptional ? "-" : "")\(path)"
                sandbox[keyPath: list].append(
                    placed(FileSandbox.Path(path, isOptional: isOptional), line)
                )
            }
        }
    }

    private mutating func addMounts(_ random: inout SplitMix) {
        let directories = Scene.free.filter { path in
            !["/f", "/g", "/x", "/passwd"].contains { path.hasSuffix($0) }
        }
        while random.chance(30) {
            let options = random.one(of: ["", "ro", "mode=0777", "noexec,mode=1777", "mode=700"])
            var path = random.one(of: directories)
            if random.chance(20) { path += "/made/here" }
            let line = "TemporaryFileSystem=\(path)\(options.isEmpty ? "" : ":" + options)"
            sandbox.temporaryFileSystems.append(
                placed(FileSandbox.Temporary(path, options: options), line)
            )
        }
        while random.chance(35) {
            // A mount on a file that another mount shows elsewhere makes it appear there too.
            let other = ["/usr", "/etc", "/proc/bus", "/missing"]
            let before = sandbox.binds.flatMap { [$0.value.source, $0.value.destination] }
                .filter { !other.contains($0) }
            let isNear = !before.isEmpty && random.chance(30)
            let source = random.one(of: isNear ? before : directories + other)
            var target = random.one(of: !before.isEmpty && random.chance(30) ? before : directories)
            if random.chance(30) { target += "/bound" }
            let bind = FileSandbox.Bind(
                source,
                to: target,
                isReadOnly: random.chance(50),
                isOptional: random.chance(60),
                isRecursive: random.chance(70)
            )
            let line =
                "Bind\(bind.isReadOnly ? "ReadOnly" : "")Paths=\(bind.isOptional ? "-" : "")"
                + "\(source):\(target):\(bind.isRecursive ? "rbind" : "norbind")"
            sandbox.binds.append(placed(bind, line))
        }
    }
}

extension SandboxCase {
    private mutating func addDirectories(_ random: inout SplitMix) {
        sandbox.directoryOwner =
            isRoot
            ? FileSandbox.DirectoryOwner(user: 0, group: 0)
            : FileSandbox.DirectoryOwner(user: 65534, group: 65534)
        for kind in FileSandbox.Directory.Kind.allCases where random.chance(15) {
            let directory = FileSandbox.Directory(kind, random.one(of: Scene.directories))
            if random.chance(50) {
                let mode: UInt16 = random.one(of: [0o700, 0o750, 0o777])
                let line = "\(kind.rawValue)Mode=0\(String(mode, radix: 8))"
                sandbox.directoryModes[kind] = placed(mode, line)
            }
            let line = "\(kind.rawValue)=\(directory.name)"
            sandbox.directories.append(placed(directory, line))
        }
    }
}

// The real service, and the prediction.
extension SandboxCase {
    func write() throws {
        let unit =
            [
                "[Service]", "Type=oneshot", isRoot ? "User=root" : "User=nobody",
                "StandardInput=file:/run/w/\(name).in",
                "StandardOutput=truncate:/run/w/\(name).out",
                "PrivateUsers=\(hasOwnUsers)",
                "ExecStart=/usr/bin/perl /usr/local/lib/sandbox-caller",
            ] + lines
        try (unit.joined(separator: "\n") + "\n")
            .write(toFile: "/run/systemd/system/\(name)", atomically: false, encoding: .utf8)
        try questions.map { "\($0.call) \($0.path)\n" }.joined()
            .write(toFile: "/run/w/\(name).in", atomically: false, encoding: .utf8)
    }

    func judge(_ count: inout Count) throws {
        let live = try LiveFileTree()
        let files: (any FileFactSource)?
        var words = ""
        var mayStart = true
        do throws(MountStop) {
            files = try live.seen(through: sandbox)
        } catch {
            files = nil
            words = error.message
            if case .failsToStart = error { mayStart = false }
        }
        let subject = try subject()
        let predicted = questions.map { question in
            files.map { predict(question.call, question.path, in: $0, subject) } ?? (nil, words)
        }
        let status = try run("systemctl", "start", name)
        guard status == 0 else {
            count.failed += 1
            if !mayStart {
                count.agreed += 1
            } else if files == nil {
                count.undetermined += 1
                print("undetermined start \(words)")
            } else {
                disagree("does not start", "starts", &count)
                try run("systemctl", "status", "--no-pager", name)
            }
            return
        }
        if !mayStart { return disagree("starts", words, &count) }
        let output = try String(contentsOfFile: "/run/w/\(name).out", encoding: .utf8)
        let real = output.split(separator: "\n").map { Int32($0) ?? -1 }
        guard real.count == questions.count else {
            return disagree("answers \(real.count)", "\(questions.count) questions", &count)
        }
        for (index, question) in questions.enumerated() {
            let (error, reason) = predicted[index]
            if let error {
                guard error != real[index] else {
                    count.agreed += 1
                    continue
                }
                disagree(
                    "\(question.call) \(question.path): \(real[index])",
                    "\(error) \(reason)",
                    &count
                )
            } else {
                count.undetermined += 1
                print("undetermined \(question.call) \(question.path): \(real[index]) \(reason)")
            }
        }
    }

    private func disagree(_ real: String, _ predicted: String, _ count: inout Count) {
        count.disagreed += 1
        print(
            "DISAGREES \(name) \(isRoot ? "root" : "nobody") \(hasOwnUsers ? "alone " : "")\(lines): \(real), not \(predicted)"
        )
    }

    private func subject() throws -> Credentials {
        let user: UInt32 = isRoot ? 0 : 65534
        let own = Set([0, user]).sorted()
        let map = IDMap(own.map { IDMap.Range(inside: $0, outside: $0, count: 1) })
        let namespace =
            hasOwnUsers
            ? UserNamespace(users: map, groups: map, allowsSetgroups: false) : .initial
        guard isRoot else { return Credentials(user: user, group: user, namespace: namespace) }
        var mask = try ProcessCalls.ownCredentials().capabilities.effective.mask
        if sandbox.privateDevices != nil { mask &= ~(1 << 27 | 1 << 17) }
        if sandbox.protectKernelModules != nil { mask &= ~(1 << 16) }
        if sandbox.protectKernelLogs != nil { mask &= ~(1 << 34) }
        return Credentials(
            user: 0,
            group: 0,
            effective: KernelCapabilitySet(mask: mask),
            bounding: KernelCapabilitySet(mask: mask),
            namespace: namespace
        )
    }

    /// Returns the errno, 0 for success and nil if it is not known, and the reason.
    private func predict(
        _ call: String,
        _ path: String,
        in files: any FileFactSource,
        _ subject: Credentials
    ) -> (Int32?, String) {
        let operation: FileOperation =
            switch call {
            case "read": .open(.read)
            case "write": .open(.write)
            case "create": .create(.file)
            case "mkdir": .create(.directory)
            case "fifo": .create(.fifo)
            case "list": .list
            case "stat": .stat
            case "search": .search
            case "chmod": .changeMode
            case "rmdir": .delete(.directory)
            default: .execute(from: Array("/".utf8))
            }
        let question = FileQuestion(operation, Array(path.utf8))
        let stop = files.refusal(of: question, for: subject)
        switch stop {
        case nil: return (0, "")
        case .refused(let refusal):
            return (
                refusal.error.rawValue,
                FileWords(files.tree, subject).sentence(for: .refused(refusal), about: path)
            )
        case .unknown(let unknown):
            return (
                nil, FileWords(files.tree, subject).sentence(for: .unknown(unknown), about: path)
            )
        case .lacks: return (nil, "lacks")
        }
    }
}
