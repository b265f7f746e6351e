import Foundation
import TestSupport
import Testing

/// Tests `warrant check --container` against containers whose first process really makes the calls. Every run judges new
/// containers; scripts/judge-containers judges any number of them.
@Suite(.serialized) struct `A random container` {
    private static let environment = ProcessInfo.processInfo.environment
    private static let questions = 60

    @Test func `The first process of a container of runc can do what was predicted`() async throws {
        let count = Self.environment["WARRANT_CONTAINERS"].flatMap { Int($0) } ?? 10
        try await judge(count, mayBeRootless: true) { scene, id, folder, random in
            let configuration = scene.configuration(in: folder.path, &random)
            let data = try JSONSerialization.data(withJSONObject: configuration)
            try folder.data("config.json", data)
            return scene.runc(id, in: folder.path)
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/podman")))
    func `The first process of a container of podman can do what was predicted`() async throws {
        let count = Self.environment["WARRANT_PODMAN_CONTAINERS"].flatMap { Int($0) } ?? 2
        try await judge(count, mayBeRootless: false) { scene, id, folder, random in
            scene.podman(id, in: folder.path, &random)
        }
    }

    private func judge(
        _ count: Int,
        mayBeRootless: Bool,
        _ command: (ContainerScene, String, TemporaryFolder, inout SplitMix) throws
            -> ContainerCommand
    ) async throws {
        try #require(getuid() == 0, "the judge makes files of other users: run the tests as root")
        let tools = try TemporaryFolder()
        let probe = try await ContainerTrial.buildProbe(in: tools)
        var tally = ContainerTally()
        for number in 0..<UInt64(count) {
            let seed = Trials.seed &+ number
            var random = SplitMix(seed: seed)
            let scene = ContainerScene(
                questions: Self.questions,
                mayBeRootless: mayBeRootless,
                &random
            )
            let folder = try TemporaryFolder()
            let id = String(folder.path.split(separator: "/").last ?? "")
            let build = ["sh", "-c", scene.files.script + "cp \(probe) rootfs/probe\n"]
            _ = try await runCommand(build, in: folder.path).success(of: build)
            let command = try command(scene, id, folder, &random)
            do {
                let trial = try await ContainerTrial(command, scene, in: folder)
                tally.count(trial, scene.user == nil ? "root" : "rootless", seed)
            } catch let error as ContainerTrial.Failure {
                tally.fail(error, "seed \(seed)")
            }
            _ = try await runCommand(["sh", "-c", ContainerFiles.end], in: folder.path)
        }
        print("containers, from WARRANT_SEED=\(Trials.seed): \(tally.summary)")
        for text in tally.disagreements.prefix(20) { Issue.record("\(text)") }
        #expect(tally.disagreements.isEmpty, "WARRANT_SEED=\(Trials.seed)")
        guard count >= 10 else { return }
        #expect(tally.questions > 0)
        // A runtime cannot reach some mount points and devices of random files.
        #expect(tally.notStarted * 2 <= tally.containers, "\(tally.summary)")
        // Both answers must occur, or the comparison proves nothing.
        #expect(tally.allowed * 10 > tally.questions, "\(tally.summary)")
        #expect(tally.refused * 10 > tally.questions, "\(tally.summary)")
        // One container with a filter that refuses some calls gives many doubts, so a few containers give no share.
        if count >= 100 { #expect(tally.doubts * 20 < tally.questions, "\(tally.summary)") }
    }
}
