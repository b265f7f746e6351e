import AccessModel
import Kernel

/// A signal from one random process to another.
struct JudgedSignal: JudgedCase {
    static let name = "signals"

    private let target: JudgedProcess
    private let sender: JudgedProcess
    private let isContinue: Bool
    private let isInSession: Bool

    init(_ maker: inout CaseMaker) {
        target = maker.process(isTraceable: false)
        sender = maker.process(isTraceable: false)
        isContinue = maker.one(in: 2)
        isInSession = maker.one(in: 2)
    }

    /// 18 is SIGCONT; 0 only asks.
    var numbers: [UInt64] {
        [2] + target.numbers + sender.numbers + [isContinue ? 18 : 0, isInSession ? 1 : 0]
    }

    func compare(with answer: [UInt64], on kernel: RunningKernel, _ found: inout Disagreements) {
        let target = SignalTarget(
            realUser: target.credentials.user.real,
            savedUser: target.credentials.user.saved,
            namespace: target.credentials.namespace,
            isInSendersSession: isInSession
        )
        let permission = sender.credentials.permission(toSignal: target, isContinue: isContinue)
        found.see("\(permission)")
        let error: Errno = permission == .refused ? .EPERM : .none
        found.compare(error, Errno(rawValue: answer[0]), "\(self)")
    }
}
