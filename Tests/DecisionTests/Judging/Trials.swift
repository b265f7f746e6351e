import Foundation

/// The number of cases, the seed and the program. The environment can override them.
enum Trials {
    private static let environment = ProcessInfo.processInfo.environment

    static let seed =
        environment["WARRANT_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1 << 32)
    static let cases = environment["WARRANT_CASES"].flatMap { Int($0) } ?? 15_000
    static let program =
        environment["WARRANT_PROGRAM"] ?? Trial.builds.appending(path: "warrant").path()
    static let command = [program, "can", "--batch", "QUESTIONS"]
    static let inside = ["--inside", program, "INSIDE"]

    /// The number of questions for one tree.
    static let size = min(4000, max(1000, cases / 10))

    /// Returns the scene of a seed, which is the same each time.
    static func scene(_ seed: UInt64, questions: Int = size) -> Scene {
        let folder = "/var/tmp/warrant-judge-\(seed)"
        return SceneMaker.scene(seed: seed, folder: folder, questions: questions)
    }
}
