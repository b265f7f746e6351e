import Foundation
import TestSupport
import Testing

/// Applies each remedy that the program shows for a random refusal, in a separate mount namespace.
@Suite struct `A remedy that is shown` {
    private static let seed = UInt64.random(in: 0..<1_000_000)
    private static let kinds: Set = [
        "usermod", "SupplementaryGroups", "setfacl", "chmod", "chattr", "mount",
        "AmbientCapabilities", "User", "chown", "joined",
    ]

    @Test func `A shown remedy lets the subject do what was denied`() async throws {
        print("remedies: seed \(Self.seed)")
        var counts: [String: Int] = [:]
        var scene: UInt64 = 0
        while counts.values.reduce(0, +) < 150 || Set(counts.keys) != Self.kinds {
            try #require(scene < 100, "too few remedies: \(counts)")
            let seed = Self.seed &+ scene
            let trials = try await FileSettingsLock.held { try await RemedyTrial.all(of: seed) }
            for trial in trials {
                counts[trial.kind, default: 0] += 1
                #expect(trial.before != 0, "not refused, seed \(Self.seed &+ scene): \(trial)")
                #expect(trial.after == 0, "of no help, seed \(Self.seed &+ scene): \(trial)")
            }
            scene += 1
        }
        print("remedies: \(counts.sorted { $0.key < $1.key }) of \(scene) scenes")
    }
}

/// Applies each change that the program shows for a random permission that a policy forbids.
@Suite struct `A prevention that is shown` {
    private static let seed = UInt64.random(in: 0..<1_000_000)
    private static let kinds: Set = ["setfacl", "chmod"]

    @Test func `A shown prevention refuses what was permitted`() async throws {
        print("preventions: seed \(Self.seed)")
        var counts: [String: Int] = [:]
        var scene: UInt64 = 0
        while counts.values.reduce(0, +) < 60 || Set(counts.keys) != Self.kinds {
            try #require(scene < 100, "too few preventions: \(counts)")
            let seed = Self.seed &+ scene
            let trials = try await FileSettingsLock.held {
                try await RemedyTrial.all(of: seed, forbidding: true)
            }
            for trial in trials {
                counts[trial.kind, default: 0] += 1
                #expect(trial.before == 0, "refused, seed \(seed): \(trial)")
                #expect(![0, 98, 99].contains(trial.after), "of no help, seed \(seed): \(trial)")
            }
            scene += 1
        }
        print("preventions: \(counts.sorted { $0.key < $1.key }) of \(scene) scenes")
    }
}

/// One remedy of one question, and the results of the call without and with it.
struct RemedyTrial {
    let question: RemedyQuestion
    let change: String
    let before: Int
    let after: Int

    var kind: String {
        let parts = change.replacing(" and ", with: " && ").components(separatedBy: " && ")
        let kinds = Set(parts.map { String($0.prefix { $0 != " " && $0 != "=" }) })
        return kinds.count > 1 ? "joined" : kinds.first ?? ""
    }

    /// - Parameter forbidding: True for the changes that prevent what is permitted.
    static func all(of seed: UInt64, forbidding: Bool = false) async throws -> [RemedyTrial] {
        let folder = try TemporaryFolder()
        let tree = try folder.folder("tree")
        var scene = RemedyScene(seed: seed, at: tree)
        var random = SplitMix(seed: ~seed)
        let questions = (0..<10).map { _ in RemedyQuestion(in: &scene, &random) }
        try folder.file("scene", (["set -e"] + scene.script).joined(separator: "\n"))

        let asking = try questions.indices.map { index in
            let output = "\(folder.path)/\(index).json"
            return forbidding
                ? try questions[index].forbidding(TemporaryFolder.program, to: output)
                : questions[index].asking(TemporaryFolder.program, to: output)
        }
        try folder.file(
            "asking",
            ([folder.confinement, ". ./scene"] + asking).joined(separator: "\n")
        )
        let asked = try await folder.run(
            ["unshare", "--mount", "bash", "-e", "asking"],
            seconds: 300
        )
        try #require(asked == Ended(0), "seed \(seed)")

        let helped = try questions.indices.map { index in
            (questions[index], try Answer(at: folder.path(of: "\(index).json")).changes)
        }.filter { !$0.1.isEmpty }
        let deeds = helped.flatMap { question, changes in
            [question.doing()] + changes.map { question.doing(after: $0) }
        }
        var ends = try await folder.ends(of: deeds)[...]
        return helped.flatMap { question, changes in
            let before = ends.removeFirst()
            return changes.map {
                RemedyTrial(
                    question: question,
                    change: $0,
                    before: before,
                    after: ends.removeFirst()
                )
            }
        }
    }
}

private struct Answer: Decodable {
    struct Reason: Decodable { let remedies: [Remedy]? }
    struct Remedy: Decodable { let change: String }
    struct Policy: Decodable { let requirements: [Requirement] }
    struct Requirement: Decodable {
        struct Finding: Decodable { let verdict: String, reasons: [Reason] }
        let finding: Finding
    }
    let reasons: [Reason]?
    let policies: [Policy]?

    /// The changes for a denial, or for a breach of the policy.
    var changes: [String] {
        let breaches = (policies ?? []).flatMap(\.requirements).map(\.finding)
            .filter { $0.verdict == "authorized" }
        return ((reasons ?? []) + breaches.flatMap(\.reasons))
            .flatMap { $0.remedies ?? [] }.map(\.change)
    }

    init(at path: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: URL(filePath: path)))
    }
}

extension TemporaryFolder {
    /// Lines of bash(1) for a separate mount namespace. After them, root can change nothing on this machine outside the
    /// folder, whatever the tree, a remedy or a call does.
    ///
    /// One call makes every mount read-only. It looks up none of them, since a file system of another test may never
    /// answer.
    fileprivate var confinement: String {
        """
        mount --make-rprivate / && mount --bind \(path.hexQuoted) \(path.hexQuoted) || exit 97
        perl -e '
            # mount_setattr(2) with AT_RECURSIVE and MOUNT_ATTR_RDONLY.
            my ($root, $readOnly) = ("/", pack("Q4", 1, 0, 0, 0));
            exit(syscall(442, -100, $root, 0x8000, $readOnly, 32) != 0);
        ' && mount -o remount,bind,rw \(path.hexQuoted) || exit 98
        cd \(path.hexQuoted)
        """
    }

    /// Returns the exit status of each call, made in its own scene.
    fileprivate func ends(of deeds: [String]) async throws -> [Int] {
        var lines: [String] = []
        for (index, deed) in deeds.enumerated() {
            try file("deed-\(index)", "\(confinement)\n. ./scene\n\(deed)")
            lines.append(
                "unshare --mount timeout 60 bash deed-\(index) >/dev/null 2>&1 </dev/null; echo $?"
            )
        }
        try file("deeds", lines.joined(separator: "\n"))
        let ended = try await run(["bash", "deeds"], seconds: 300)
        let ends = ended.output.split(separator: "\n").compactMap { Int($0) }
        try #require(ends.count == deeds.count)
        return ends
    }
}
