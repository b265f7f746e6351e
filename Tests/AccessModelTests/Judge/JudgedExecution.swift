import AccessModel
import Kernel

/// The execution of a random program by a random process.
struct JudgedExecution: JudgedCase {
    static let name = "executions"

    private let process: JudgedProcess
    private let program: JudgedProgram
    private let distrust: MountDistrust?

    init(_ maker: inout CaseMaker) {
        process = maker.process()
        program = maker.program(for: process)
        distrust = program.distrust(of: process, in: maker.scene)
    }

    var numbers: [UInt64] { [0] + process.numbers + program.numbers }

    func compare(with answer: [UInt64], on kernel: RunningKernel, _ found: inout Disagreements) {
        let answer = ExecutionAnswer(answer)
        let file = answer.file(distrust: distrust)
        let decision = execution(of: file, by: process.credentials, on: kernel)
        let about = "\(process.credentials)\n\(file)\n\(decision.steps)"
        guard answer.isExecutable(by: process.credentials) else {
            found.see("not executable")
            return found.compare(Errno.EACCES, answer.error, about)
        }
        for step in decision.steps { found.see("\("\(step)".prefix { $0 != "(" })") }
        switch decision.outcome {
        case .refused(let refusal):
            found.see("refused")
            found.compare(Errno(refusal), answer.error, about)
        case .becomes(let new, let isSecure):
            found.compare(nil, answer.error, about)
            found.compare(FinalProcess(new, isSecure: isSecure), answer.process, about)
        }
    }
}
