import Glibc
import Warrant

/// The exit status of the program, by the numbers of sysexits.h. A unit can distinguish them:
/// `RestartPreventExitStatus=77`.
enum ExitStatus: Int32 {
    case done = 0
    case usage = 64
    /// An internal error.
    case software = 70
    /// A gate was closed. The program itself works.
    case refused = 77
    case configuration = 78

    init(_ outcome: Outcome<[GroupOutcome]>) {
        switch outcome {
        case .succeeded, .skipped: self = .done
        case .refused: self = .refused
        case .failed(let failure as GroupFailure):
            self = failure.failures.allSatisfy(\.wasRefused) ? .refused : .software
        case .failed, .cancelled: self = .software
        }
    }
}

func exit(_ status: ExitStatus) -> Never { Glibc.exit(status.rawValue) }

extension GroupOutcome {
    fileprivate var wasRefused: Bool { if case .refused = outcome { true } else { false } }
}
