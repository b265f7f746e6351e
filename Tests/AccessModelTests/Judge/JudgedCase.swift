import Kernel
import Testing

/// A question for both the model and the kernel.
protocol JudgedCase: Sendable {
    static var name: String { get }

    init(_ maker: inout CaseMaker)

    /// The case in the form that the judge reads.
    var numbers: [UInt64] { get }

    /// Compares the judge's answer with the model's.
    func compare(with answer: [UInt64], on kernel: RunningKernel, _ found: inout Disagreements)
}

extension Judge {
    /// Judges random cases, a thousand in each random scene.
    ///
    /// - Returns: The count of each observation.
    static func judge<Case: JudgedCase>(_: Case.Type) async throws -> [String: Int] {
        let kernel = try #require(kernel)
        var found = Disagreements()
        for first in stride(from: 0, to: cases, by: 1000) {
            var maker = CaseMaker(seed: seed &+ UInt64(first))
            let cases = (first..<min(first + 1000, cases)).map { _ in Case(&maker) }
            let answers = try await answers(to: cases.map(\.numbers), in: maker.scene)
            for (tried, answer) in zip(cases, answers) {
                tried.compare(with: answer, on: kernel, &found)
            }
        }
        found.report(Case.name)
        return found.seen
    }
}
