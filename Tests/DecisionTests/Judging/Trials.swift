import Foundation

/// How many, from which seed, and by which program: what the environment can tell otherwise.
enum Trials {
    private static let environment = ProcessInfo.processInfo.environment

    static let seed =
        environment["WARRANT_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1 << 32)
    static let cases = environment["WARRANT_CASES"].flatMap { Int($0) } ?? 15_000
    static let program =
        environment["WARRANT_PROGRAM"] ?? Trial.builds.appending(path: "warrant").path()
    static let command = [program, "can", "--batch", "QUESTIONS"]
    static let inside = ["--inside", program, "INSIDE"]

    /// The questions of one tree.
    static let size = min(4000, max(1000, cases / 10))

    /// The scene of a seed: the same each time.
    static func scene(_ seed: UInt64, questions: Int = size) -> Scene {
        let folder = "/var/tmp/warrant-judge-\(seed)"
        return SceneMaker.scene(seed: seed, folder: folder, questions: questions)
    }
}
