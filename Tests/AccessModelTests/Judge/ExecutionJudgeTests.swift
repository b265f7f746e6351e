import AccessModel
import Testing

@Suite struct `The kernel as judge of executions` {
    @Test func `agrees with every one of the model`() async throws {
        let kernel = try #require(Judge.kernel)
        var found = Disagreements()
        for batch in 0..<(Judge.cases + 999) / 1000 {
            var maker = CaseMaker(seed: Judge.seed &+ UInt64(batch))
            let cases = (0..<min(1000, Judge.cases - batch * 1000)).map { _ in
                let process = maker.process()
                return (process, maker.program(for: process))
            }
            let numbers = cases.map { [0] + $0.0.numbers + $0.1.numbers }
            let answers = try await Judge.answers(to: numbers, in: maker.scene)
            for (tried, answer) in zip(cases, answers) {
                judge(tried.0, tried.1, maker.scene, kernel, ExecutionAnswer(answer), &found)
            }
        }
        found.report("executions")
        for what in ["becomes", "refused", "setUser", "setGroup", "grantedToRoot", "cut"]
        where Judge.cases >= 3000 {
            #expect(found.seen[what, default: 0] > Judge.cases / 100, "too few: \(what)")
        }
    }

    private func judge(
        _ process: JudgedProcess,
        _ program: JudgedProgram,
        _ scene: Scene,
        _ kernel: Kernel,
        _ answer: ExecutionAnswer,
        _ found: inout Disagreements
    ) {
        let credentials = process.credentials
        let file = answer.file(distrust: program.distrust(of: process, in: scene))
        let decision = execution(of: file, by: credentials, on: kernel)
        let about = "\(credentials)\n\(file)\n\(decision.steps)"
        guard answer.isExecutable(by: credentials) else {
            found.see("not executable")
            return found.compare(Errno.EACCES, answer.error, about)
        }
        for step in decision.steps { found.see("\("\(step)".prefix { $0 != "(" })") }
        switch decision.outcome {
        case .refused(let refusal):
            found.see("refused")
            found.compare(Errno(refusal), answer.error, about)
        case .becomes(let new, let isSecure):
            found.see("becomes")
            found.compare(Errno.none, answer.error, about)
            found.compare(Told(new, isSecure: isSecure), answer.told, about)
        }
    }
}
