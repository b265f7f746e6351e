import Glibc
import Warrant

/// How the program ends, by the numbers of sysexits.h, which a unit can tell apart:
/// `RestartPreventExitStatus=77`.
enum ExitStatus: Int32 {
    case done = 0
    case usage = 64
    /// Something broke.
    case software = 70
    /// A gate was closed, and nothing is broken.
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
