import Foundation
import TestSupport
import Testing

/// A judged scene: the kernel's verdicts, and a program's answers on the same tree.
struct Trial {
    let scene: Scene
    /// The name of the errno of each question, or `0`.
    let verdicts: [String]
    /// The output of the program.
    let output: String

    struct Failure: Error, CustomStringConvertible { let description: String }

    /// The directory of the built programs, beside the tests.
    static let builds = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

    /// Lets the program examine the tree first, while it is untouched.
    ///
    /// With a `checkInterval`, the whole tree is compared with its original after every so many questions. In the
    /// command, `QUESTIONS` stands for the file of the questions. `INSIDE` stands for the prefix of the files with
    /// questions that subjects ask in their own user namespaces.
    init(of scene: Scene, checkInterval: Int = 0, command: [String] = []) async throws {
        try #require(getuid() == 0, "the judge mounts and becomes others: run the tests as root")
        let folder = try TemporaryFolder()
        let questions = try folder.file("questions.jsonl", scene.json)
        for number in scene.runs.indices where command.contains("INSIDE") {
            guard let inside = scene.jsonInside(of: number) else { continue }
            try folder.file("inside.\(number)", inside)
        }
        let judge = Self.builds.appending(path: "KernelJudge").path()
        let judged = try await runCommand(
            ["timeout", "--kill-after=5", "300", judge, scene.folder]
                + [folder.path(of: "verdicts"), "\(checkInterval)"]
                + command.map {
                    $0 == "QUESTIONS" ? questions : $0 == "INSIDE" ? folder.path(of: "inside") : $0
                },
            input: try folder.file("scene", scene.lines)
        )
        guard judged.status == 0 else {
            let problem = "\(judged.status) \(judged.errors)"
            throw Failure(description: "the judge of \(scene.folder): \(problem)")
        }
        self.scene = scene
        verdicts = try folder.text("verdicts").split(separator: "\n").map(String.init)
        output = judged.output
        try #require(verdicts.count == scene.runs.reduce(0) { $0 + $1.questions.count })
        try keep(folder)
    }

    /// Keeps the files, so that a developer can ask the same again: see `scripts/judge-decisions`.
    private func keep(_ folder: TemporaryFolder) throws {
        guard let kept = ProcessInfo.processInfo.environment["WARRANT_KEEP"] else { return }
        let name = String(scene.folder.split(separator: "/").last ?? "scene")
        try folder.file("answers", output)
        try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
        for file in ["scene", "questions.jsonl", "answers", "verdicts"] {
            let copy = "\(kept)/\(name).\(file)"
            try? FileManager.default.removeItem(atPath: copy)
            try FileManager.default.copyItem(atPath: folder.path(of: file), toPath: copy)
        }
    }
}

extension TemporaryFolder {
    fileprivate func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path(of: name))), as: UTF8.self)
    }
}
