import AccessModel
import Kernel

/// A random call by which a random process changes itself.
struct JudgedTransition: JudgedCase {
    static let name = "changes of credentials"

    private let process: JudgedProcess
    private let transition: Transition

    init(_ maker: inout CaseMaker) {
        process = maker.process()
        transition = maker.transition(of: process.credentials)
    }

    var numbers: [UInt64] { [1] + process.numbers + transition.numbers }

    func compare(with answer: [UInt64], on kernel: RunningKernel, _ found: inout Disagreements) {
        let old = process.credentials
        var new = old
        var refusal: Errno?
        do throws(CredentialRefusal) {
            new = try transition.applied(to: old, on: kernel)
        } catch {
            refusal = Errno(error)
        }
        found.see("\("\(transition)".prefix { $0 != "(" })")
        found.see(refusal != .none ? "refused" : new == old ? "unchanged" : "changed")
        found.compare(refusal, .judged(answer[0]), "\(transition)\n\(old)")
        found.compare(FinalProcess(new), FinalProcess(answer[1...]), "\(transition)\n\(old)")
    }
}
