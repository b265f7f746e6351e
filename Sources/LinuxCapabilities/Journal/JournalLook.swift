import Capabilities
import LinuxSystem
import Procedures

/// One look whether a subject may read the journal. It looks at each file that this needs.
struct JournalLook {
    private let subject: Subject
    /// The identity of another subject; nil for the asking thread.
    private let identity: SubjectIdentity?
    private let host: Host

    init(_ subject: Subject, _ identity: SubjectIdentity?, on host: Host) {
        (self.subject, self.identity, self.host) = (subject, identity, host)
    }

    func verdict() async throws -> Verdict {
        guard let machine = try await host.files.machineID(seenBy: identity) else {
            let message = "contains no machine id, so this host has no journal"
            return .denied([Reason(.journalMissing, MachineID.path, message)])
        }
        var found: [(store: JournalStore, verdict: Verdict)] = []
        for store in JournalStore.all(of: machine) {
            let verdict = try await verdict(on: store, and: store.uses)
            if !verdict.isMissing { found.append((store, verdict)) }
        }
        switch found.count {
        case 0: return Self.missing(of: machine)
        case 1: return found[0].verdict
        default: return try await verdict(on: found)
        }
    }

    /// - Parameter all: The uses that a remedy must permit together.
    private func verdict(on store: JournalStore, and all: [FileInquiry]) async throws -> Verdict {
        var unknown: Verdict?
        var known: Verdict?
        for use in store.uses {
            var inquiry = use
            inquiry.others = all.filter { $0 != use }.map(\.question)
            inquiry.tellsWays = true
            let verdict = try await verdict(of: FileLooking(inquiry, .both, host))
            switch verdict {
            case .denied: return verdict
            case .undetermined: unknown = unknown ?? verdict
            case .authorized: known = known ?? verdict
            }
        }
        return unknown ?? known ?? Verdict.all([])
    }

    private func verdict(of looking: FileLooking) async throws -> Verdict {
        guard let identity else { return try await looking.ownVerdict(keeping: false).0 }
        return try await looking.verdict(of: subject, identity)
    }

    /// Returns the verdict on a journal in both places. Each place may hold entries that the other lacks.
    private func verdict(
        on found: [(store: JournalStore, verdict: Verdict)]
    ) async throws -> Verdict {
        var verdicts = found.map(\.verdict)
        if verdicts.allSatisfy(\.isDenied) {
            // Judged again for remedies that permit both.
            let all = found.flatMap(\.store.uses)
            verdicts = []
            for (store, _) in found { verdicts.append(try await verdict(on: store, and: all)) }
        }
        // One unknown and one refused place are not a denial, because part of the journal may be readable.
        let unknown = verdicts.filter(\.isUndetermined)
        guard unknown.isEmpty else { return .undetermined(unknown.flatMap(\.reasons)) }
        guard verdicts.contains(where: \.isAuthorized), verdicts.contains(where: \.isDenied)
        else { return Verdict.all(verdicts) }
        let files = zip(found, verdicts).filter(\.1.isDenied).map(\.0.store.file)
        let message = "is permitted in part: \(files.joined(separator: " and ")) is refused"
        return .undetermined([
            Reason(
                .journalInPart,
                "read-journal system",
                message,
                evidence: verdicts.flatMap(\.reasons).flatMap(\.evidence),
                basis: .model
            )
        ])
    }

    private static func missing(of machine: MachineID) -> Verdict {
        let evidence = JournalStore.all(of: machine).map { store in
            Evidence(store.file, finding: "does not exist", holds: false)
        }
        let message = "has no journal: neither file of it exists"
        return .denied([
            Reason(.journalMissing, "this host", message, evidence: evidence, basis: .model)
        ])
    }
}

extension Verdict {
    fileprivate var isDenied: Bool { if case .denied = self { true } else { false } }
    fileprivate var isUndetermined: Bool { if case .undetermined = self { true } else { false } }

    /// True if the file itself, or its folder, does not exist.
    fileprivate var isMissing: Bool { isDenied && reasons.allSatisfy { $0.has(.missing) } }
}
