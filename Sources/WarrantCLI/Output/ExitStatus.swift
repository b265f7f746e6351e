import ArgumentParser
import Capabilities
import Policies

/// The exit status of the program. A monitor must be able to tell "no" from "unknown".
enum ExitStatus: Int32 {
    case holds = 0
    case fails = 1
    case undetermined = 2
    /// `EX_DATAERR` of sysexits.h.
    case invalidPolicy = 65
    /// `EX_NOINPUT`.
    case unreadablePolicy = 66
    /// `EX_SOFTWARE`.
    case fault = 70

    /// The order of precedence among several statuses.
    private static let worstFirst: [ExitStatus] = [
        .fault, .unreadablePolicy, .invalidPolicy, .fails, .undetermined,
    ]

    static func worst(of all: [ExitStatus]) -> ExitStatus {
        worstFirst.first { all.contains($0) } ?? .holds
    }

    var code: ExitCode { ExitCode(rawValue) }
}

extension ExitStatus {
    init(_ outcome: PolicyReport.Outcome) {
        switch outcome {
        case .holds: self = .holds
        case .fails: self = .fails
        case .undetermined, .notApplicable: self = .undetermined
        }
    }

    init(_ verdict: Verdict) {
        switch verdict {
        case .authorized: self = .holds
        case .denied: self = .fails
        case .undetermined: self = .undetermined
        }
    }
}
