import ArgumentParser
import Capabilities
import LinuxSystem
import Policies
import PolicyLanguage
import Procedures
import Text

/// The meaning of `--authorize` and `--within`.
struct AskingChoice {
    /// No family of capabilities has a longer limit of its own for a request.
    private static let longest = Duration.seconds(300)

    /// The time limit of each request.
    private let limit: Duration

    /// - Parameter subject: Must name none: requests are for this process.
    /// - Returns: nil if there is nothing to ask for.
    /// - Throws: `ValidationError` for options that exclude each other, and for an invalid time limit.
    init?(_ authorize: Bool, within: String?, _ subject: SubjectChoice) throws {
        guard authorize else {
            guard within == nil else { throw ValidationError("--within belongs to --authorize") }
            return nil
        }
        guard !subject.isGiven else {
            throw ValidationError(
                "--authorize asks for this process; leave out \(SubjectChoice.names)"
            )
        }
        limit = try within.map(Self.limit) ?? Self.longest
    }

    private static func limit(_ text: String) throws -> Duration {
        guard let limit = Duration(written: text) else {
            throw ValidationError("\(text.quoted) is not a time limit; \(Duration.writtenForm)")
        }
        guard limit <= longest else {
            throw ValidationError("\(text.quoted) is longer than the maximum; give at most 5m")
        }
        return limit
    }

    func reports(
        on policies: [Policy],
        after reports: [PolicyReport]
    ) async -> [PolicyReport] {
        await PolicyAsking(forUpTo: limit, telling: tell).reports(on: policies, after: reports)
    }

    func verdict(of capability: any Capability) async -> Verdict {
        await capability.verdictAsking(within: Policy.defaultLimit, forUpTo: limit) {
            tell(capability)
        }.verdict
    }

    /// Writes to standard error, because a program may read the report.
    private func tell(_ capability: any Capability) {
        let name = capability.name.onOneLine
        // If standard error is closed, the program that prompts is still visible.
        try? Output.error.write("warrant: asking: \(name) (\(limit.inWords) at most)\n")
    }
}

extension [CheckResult] {
    func asked(_ asking: AskingChoice) async -> [CheckResult] {
        var policies: [Policy] = []
        var reports: [PolicyReport] = []
        for case .checked(let file, let report) in self {
            policies.append(file.policy)
            reports.append(report)
        }
        var asked = await asking.reports(on: policies, after: reports)[...]
        return map { result in
            guard case .checked(let file, _) = result, let report = asked.popFirst() else {
                return result
            }
            return .checked(file, report)
        }
    }
}
