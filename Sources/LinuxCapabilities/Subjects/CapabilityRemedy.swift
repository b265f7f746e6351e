import Capabilities
import Kernel
import Procedures

/// A kernel capability as a remedy: the ways to give it to a subject, and its other effects.
struct CapabilityRemedy {
    let capability: KernelCapability
    /// The part of the remedy before the capability; nil if there is none.
    private var before: Remedy?

    init(_ capability: KernelCapability) { self.capability = capability }

    /// The remedy for a subject that may be given every kernel capability.
    var remedy: Remedy {
        remedy(by: [ambient], or: "\(file), \(container)")
    }

    private func remedy(by lines: [String], or others: String = "") -> Remedy {
        let place = lines.count == 1 ? "in its unit" : "two lines in its unit"
        let others = others.isEmpty ? "" : "; or \(others)"
        let own = Remedy(lines.joined(separator: " and "), note: "\(place); \(reach)\(others)")
        return before?.followed(by: own) ?? own
    }

    /// The kernel ignores the capabilities of a script's file.
    private var file: String {
        "setcap \(capability.name.lowercased())+ep on its program, unless it is a script"
    }
    private var ambient: String { "\(Self.setting)\(capability)" }
    private var bounding: String { "CapabilityBoundingSet=\(capability)" }
    private var container: String { "--cap-add=\(capability.name.dropFirst(4)) on its container" }
    private var reach: String { Self.reach[capability] ?? "more than this" }

    /// The lines of a unit that may give it, the fewest first.
    private var lines: [[String]] { [[ambient], [bounding], [bounding, ambient]] }

    private static let setting = "AmbientCapabilities="
    /// See capabilities(7).
    private static let reach: [KernelCapability: String] = [
        .chown: "lets it change the owner of every file",
        .dacOverride: "lets it read and write every file",
        .dacReadSearch: "lets it read every file",
        .fowner: "lets it change modes and times of every file",
        .fsetid: "lets files that it changes keep their set-user-ID bit",
        .kill: "lets it send signals to every process",
        .setgid: "lets it join every group",
        .setuid: "lets it become every user, root too",
        .setpcap:
            "lets it change its securebits, and add what its bounding set has to its inheritable set",
        .linuxImmutable: "lets it change which files are immutable or append-only",
        .netBindService: "lets it bind every port",
        .netBroadcast: "has no effect, since the kernel does not use it",
        .netAdmin: "lets it change addresses, routes and packet filters of its network",
        .netRaw: "lets it read and forge all packets of its network",
        .ipcLock: "lets it lock any amount of memory",
        .ipcOwner: "lets it use all shared memory, semaphores and message queues",
        .sysModule: "lets it load code into the kernel",
        .sysRawio: "lets it use the machine's devices past their drivers",
        .sysChroot: "lets it change its root directory",
        .sysPtrace: "lets it read and change the memory of every process, root's too",
        .sysPacct: "lets it turn process accounting on and off",
        .sysAdmin: "lets it do nearly everything that root may do",
        .sysBoot: "lets it restart the machine",
        .sysNice: "lets it take processor time from every process",
        .sysResource: "lets it exceed limits and quotas",
        .sysTime: "lets it set the clock",
        .sysTtyConfig: "lets it configure and hang up terminals",
        .mknod: "lets it create every device node",
        .lease: "lets it hold a lease on every file",
        .auditWrite: "lets it write to the audit log",
        .auditControl: "lets it change what is audited",
        .setfcap: "lets it give kernel capabilities to programs",
        .macOverride: "lets it ignore Smack, see smack(7)",
        .macAdmin: "lets it change the rules of Smack",
        .syslog: "lets it read and clear the kernel's log",
        .wakeAlarm: "lets it set timers that wake the machine",
        .blockSuspend: "lets it keep the machine awake",
        .auditRead: "lets it read the audit log",
        .perfmon: "lets it watch every process with perf_event_open(2)",
        .bpf: "lets it load BPF programs",
        .checkpointRestore: "lets it restore processes with ids of its choice",
    ]
}

extension CapabilityRemedy {
    /// Creates the remedy from its text; nil for every other remedy.
    private init?(_ remedy: Remedy) {
        guard let setting = remedy.change.ranges(of: Self.setting).last,
            let capability = KernelCapability(named: String(remedy.change[setting.upperBound...]))
        else { return nil }
        self.init(capability)
        let (change, note) = (remedy.change[..<setting.lowerBound], remedy.note)
        guard !change.isEmpty else { return }
        before = Remedy(
            String(change.dropLast(Remedy.conjunction.count)),
            note: String(note.dropLast("; \(self.remedy.note)".count))
        )
    }

    /// Returns the remedy as far as it helps the subject. A program gains nothing by the capabilities of its file with
    /// `no_new_privs`.
    ///
    /// - Returns: nil if the bounding set lacks it, since what took it away from a running process is not known.
    fileprivate static func fitting(_ remedy: Remedy, to identity: SubjectIdentity) -> Remedy? {
        guard identity.sandbox == nil, let own = Self(remedy) else { return remedy }
        let all = identity.everyone
        guard all.allSatisfy({ $0.sets.bounding?.contains(own.capability) ?? true }) else {
            return nil
        }
        // Docker gives capabilities only to a user root.
        let others = [
            all.contains(where: \.hasNoNewPrivileges) ? nil : own.file,
            all.allSatisfy(\.isRoot) ? own.container : nil,
        ].compactMap(\.self)
        return own.remedy(by: [own.ambient], or: others.joined(separator: ", "))
    }

    /// Returns the remedy with the fewest lines that permit it, or nil if none do.
    fileprivate static func proven(
        _ remedy: Remedy,
        _ permits: (_ lines: [String]) async throws -> Bool
    ) async throws -> Remedy? {
        guard let own = Self(remedy) else { return remedy }
        let before = own.before.map { [$0.change] } ?? []
        for lines in own.lines where try await permits(before + lines) {
            return own.remedy(by: lines)
        }
        return nil
    }
}

extension Verdict {
    /// Returns the verdict without ways to give a kernel capability that would not help the subject.
    func fitting(_ identity: SubjectIdentity) -> Verdict {
        var reasons = reasons
        for index in reasons.indices {
            reasons[index].remedies = reasons[index].remedies.compactMap {
                CapabilityRemedy.fitting($0, to: identity)
            }
        }
        return with(reasons)
    }

    fileprivate func with(_ reasons: [Reason]) -> Verdict {
        switch self {
        case .authorized: .authorized(reasons)
        case .denied: .denied(reasons)
        case .undetermined: .undetermined(reasons)
        }
    }
}

extension Host {
    /// Returns the verdict about a subject with those remedies that help it. For a service that does not run, each
    /// kernel capability becomes lines of its unit, with which the question is decided again.
    func proving(
        _ verdict: Verdict,
        of subject: Subject,
        _ decide: (SubjectIdentity) async throws -> Verdict
    ) async throws -> Verdict {
        switch subject {
        case .unitFile, .restartedUnit: break
        case .current, .process, .user, .unit, .container: return verdict
        }
        var reasons = verdict.reasons
        for index in reasons.indices {
            var remedies: [Remedy] = []
            for remedy in reasons[index].remedies {
                let proven = try await CapabilityRemedy.proven(remedy) { lines in
                    let changed = subject.changingStart { $0.settings += lines }
                    guard case .known(let identity) = try await self.identity(of: changed) else {
                        return false
                    }
                    return try await decide(identity).isAuthorized
                }
                if let proven { remedies.append(proven) }
            }
            reasons[index].remedies = remedies
        }
        return verdict.with(reasons)
    }
}
