import Capabilities
import Foundation
import Glibc
import Kernel
import LinuxCapabilities
import Procedures

/// The counts of the kernel's answers, and the disagreements.
struct PortTally {
    /// The decision as the errno of the bind; 0 is yes.
    enum Answer: Equatable {
        case code(Int32)
        case unknown
        case strange(String)
    }

    private(set) var cases = 0
    private(set) var decisions = 0
    private(set) var undetermined: [String: Int] = [:]
    private(set) var codes: [String: Int] = [:]
    private(set) var disagreements: [String] = []

    mutating func count(_ code: Int32, _ owner: String) {
        cases += 1
        codes[code == 0 ? "bound" : Errno(rawValue: code).name, default: 0] += 1
        codes["on a network of \(owner)", default: 0] += 1
    }

    mutating func compare(_ answer: Answer, _ code: Int32, _ form: String, _ text: String) {
        decisions += 1
        switch answer {
        case .unknown: undetermined[form, default: 0] += 1
        case .code(code): break
        default:
            let kernel = code == 0 ? "bound" : Errno(rawValue: code).name
            disagreements.append("\(form): \(answer), the kernel: \(kernel); \(text)")
        }
    }

    /// The number of questions without an answer.
    var doubts: Int { undetermined.values.reduce(0, +) }

    var summary: String {
        "\(cases) binds, \(decisions) decisions, \(disagreements.count) disagreements; "
            + "undetermined \(Self.text(undetermined)); \(Self.text(codes))"
    }

    private static func text(_ counts: [String: Int]) -> String {
        counts.isEmpty
            ? "none"
            : counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
}

extension PortTally.Answer {
    init(_ code: Int32?) { self = code.map(Self.code) ?? .unknown }

    init(_ status: NetworkReachabilityStatus) {
        switch status.verdict {
        case .authorized: self = .code(0)
        case .denied:
            self = status.error.map { .code($0.rawValue) } ?? .strange("denied without an errno")
        // The subject cannot bind as it is, though perhaps by itself. The real bind is made as it is, with the same
        // result.
        case .undetermined where status.verdict.isRefusedNow:
            self =
                status.error.map { .code($0.rawValue) } ?? .strange("refused now without an errno")
        case .undetermined(let reasons):
            let isKnownDoubt = reasons.contains {
                ["port-perhaps-held", "capability-unknown"].contains($0.code)
            }
            self = isKnownDoubt ? .unknown : .strange("\(reasons.map(\.message))")
        }
    }

    /// Reads a line of a batch.
    init(batch line: Substring, id: Int) {
        struct Line: Decodable {
            var id: Int
            var verdict: String
            var errno: String?
        }
        guard let found = try? JSONDecoder().decode(Line.self, from: Data(line.utf8)),
            found.id == id
        else {
            self = .strange(String(line))
            return
        }
        switch (found.verdict, found.errno) {
        case ("authorized", nil): self = .code(0)
        case ("undetermined", nil): self = .unknown
        case ("denied", let name?), ("undetermined", let name?):
            self = Self.codes[name].map(Self.code) ?? .strange(String(line))
        default: self = .strange(String(line))
        }
    }

    private static let codes: [String: Int32] = [
        "EACCES": EACCES, "EADDRINUSE": EADDRINUSE,
        "EADDRNOTAVAIL": EADDRNOTAVAIL, "EINVAL": EINVAL,
    ]
}
