import Capabilities
import Kernel
import LinuxCapabilities
import LinuxSystem
import Policies
import PolicyLanguage
import Procedures
import Questions
import Text

/// The search for the settings. It starts with all restrictions, and loosens them for each need that they do not meet.
struct HardeningSearch {
    private let unit: Subject
    private let host: Host
    private let policies: BoundPolicies
    private let looks = Looks()
    /// The questions about files of each requirement.
    private let files: [[FileAccess]]
    private var needs: [Need] = []
    /// The findings for the unit as it is.
    private var before: [PolicyReport.Finding] = []
    /// The lines that permit what the unit as it is does not.
    private var additions: [Restriction.Allowance] = []
    private var restrictions = Restriction.all
    /// The restrictions for single requirements of `forbid`.
    private var closed: [Hardening.Line] = []

    init(_ source: PolicySource, _ unit: Subject, on host: Host) throws(Diagnostics) {
        (self.unit, self.host) = (unit, host)
        policies = BoundPolicies(source, Catalogue(.linux, on: host))
        files = try policies.policy(about: unit).requirements.map(\.part.files)
    }

    /// The time limit of a question. A question without an answer costs a restriction.
    private static let limit = Duration.seconds(60)

    var subject: Subject { unit.with(lines(with: restrictions)) }

    private func lines(with restrictions: [Restriction]) -> [String] {
        additions.map(\.line) + restrictions.flatMap(\.lines) + closed.map(\.setting)
    }

    func report() async throws -> PolicyReport { try await report(with: lines(with: restrictions)) }

    private func report(with lines: [String]) async throws -> PolicyReport {
        let policy = try policies.policy(about: unit.with(lines))
        return await policy.check(within: Self.limit)
    }

    private func finding(_ index: Int, with lines: [String]) async throws -> PolicyReport.Finding {
        let policy = try policies.policy(about: unit.with(lines)).only(index)
        return await policy.check(within: Self.limit).findings[0]
    }

    private func look(_ need: Need, with lines: [String]) async throws -> Look {
        if let known = looks[need, lines] { return known }
        let found = try await newLook(need, with: lines)
        // An answer that came too late may come the next time.
        if !found.findings.contains(where: { $0.has(.deadlinePassed, .tooManyAbandoned) }) {
            looks[need, lines] = found
        }
        return found
    }

    private func newLook(_ need: Need, with lines: [String]) async throws -> Look {
        switch need {
        case .holds(let index):
            let found = try await finding(index, with: lines)
            return Look(found, isMet: found.isKept)
        case .isOpen(let index):
            let found = try await finding(index, with: lines)
            return Look(found, isMet: found.outcome != .fails)
        case .starts(let command):
            let service = unit.with(lines).changingStart { $0.command = command }
            let problem = try await host.problem(of: service)
            let words = "the start of `\(command)`"
            return Look(isMet: problem == nil, words: words, findings: problem.map { [$0] } ?? [])
        case .enters(let path):
            let verdict = try await host.verdict(entering: path, by: unit.with(lines))
            let words = "`WorkingDirectory=\(path)`".onOneLine
            return Look(isMet: verdict.isAuthorized, words: words, findings: verdict.reasons)
        }
    }

    private func isMet(_ need: Need, _ restrictions: [Restriction]) async throws -> Bool {
        try await look(need, with: lines(with: restrictions)).isMet
    }

    private func areMet(_ needs: [Need]) async throws -> Bool {
        for need in needs {
            let isMet = try await isMet(need, restrictions)
            if !isMet { return false }
        }
        return true
    }

    /// Removes the restrictions that systemd or the kernel ignores here, and the one that would permit a socket.
    mutating func leaveOut(for identity: SubjectIdentity) async throws {
        if !identity.mayUseUnixSockets { restrictions.removeAll(where: \.limitsFamilies) }
        guard case .known(let all) = try await host.identity(of: subject) else { return }
        let ignored = all.namesNotEnforced.map { "\($0)=" }
        restrictions.removeAll { restriction in
            restriction.steps.joined().contains { line in ignored.contains { line.hasPrefix($0) } }
        }
    }

    mutating func run(_ identity: SubjectIdentity) async throws {
        before = try await report(with: []).findings
        for (index, finding) in before.enumerated() where finding.rule == .require {
            if finding.isKept {
                needs.append(.holds(index))
            } else if let (addition, need) = try await addition(for: index, finding) {
                additions.append(addition)
                needs.append(need)
            } else if finding.outcome == .undetermined {
                needs.append(.isOpen(index))
            }
        }
        let starts = identity.startingCommands.map(Need.starts)
        for need in starts + (identity.workingDirectory.map { [.enters($0)] } ?? []) {
            // A need that the unit does not meet as it is has nothing to do with its hardening.
            let isMet = try await look(need, with: []).isMet
            if isMet { needs.append(need) }
        }
        for need in needs {
            let isMet = try await isMet(need, restrictions)
            if !isMet { try await loosen(for: need) }
        }
        for (index, finding) in before.enumerated() where finding.rule == .forbid {
            let isMet = try await isMet(.holds(index), restrictions)
            if isMet { needs.append(.holds(index)) } else { try await close(index) }
        }
        try await prune()
    }

    /// Returns the requirements without a good end. One that fails for the unit as it is has the reason from there.
    func failures(in report: PolicyReport) -> [PolicyReport.Finding] {
        report.findings.enumerated().compactMap { index, finding in
            guard finding.severity == .failure, !finding.isKept else { return nil }
            let isOlder =
                finding.rule == .require && finding.outcome == .fails && !before[index].isKept
            return isOlder ? before[index] : finding
        }
    }
}

// MARK: More than the unit permits

extension HardeningSearch {
    /// Returns a line that permits a requirement which does not hold for the unit as it is, and the need that it meets;
    /// nil if no setting does. With the line, only a setting that is not modelled may still refuse it.
    private func addition(
        for index: Int,
        _ finding: PolicyReport.Finding
    ) async throws -> (Restriction.Allowance, Need)? {
        // A kernel capability that bypasses the permissions of all files is no hardening.
        let found = Look(finding, isMet: false)
        let capabilities = files[index].isEmpty ? found.capabilities : []
        let ambient = capabilities.map { "AmbientCapabilities=\($0)" }
        var open: Restriction.Allowance?
        for line in found.allowances + ambient {
            let changed = try await self.finding(index, with: additions.map(\.line) + [line])
            let allowance = Restriction.Allowance(line: line, requirement: found.words)
            if changed.isKept { return (allowance, .holds(index)) }
            let isOpen = changed.verdict.reasons.contains { $0.has(.settingNotModelled) }
            if finding.outcome == .fails, changed.outcome == .undetermined, isOpen {
                open = open ?? allowance
            }
        }
        return open.map { ($0, .isOpen(index)) }
    }
}

// MARK: Loosening

extension HardeningSearch {
    private mutating func loosen(for need: Need) async throws {
        if let index = try await indexOfNamed(by: need) {
            var others = restrictions
            let restriction = others.remove(at: index)
            let loosened = try await loosened(restriction, for: need, besides: others)
            let isEnough = try await isMet(need, others + [loosened])
            if isEnough {
                restrictions[index] = loosened
                return
            }
        }
        var kept: [Restriction] = []
        for restriction in restrictions {
            kept.append(try await loosened(restriction, for: need, besides: kept))
        }
        restrictions = kept
    }

    /// Returns the index of a restriction that a reason names.
    private func indexOfNamed(by need: Need) async throws -> Int? {
        let found = try await look(need, with: lines(with: restrictions))
        return restrictions.firstIndex(where: found.isRefused)
    }

    /// Returns the restriction with as much of it as the need permits.
    private func loosened(
        _ restriction: Restriction,
        for need: Need,
        besides others: [Restriction]
    ) async throws -> Restriction {
        var loosened = restriction
        while let step = loosened.step {
            let found = try await look(need, with: lines(with: others + [loosened]))
            if found.isMet { return loosened }
            if let allowing = try await allowing(loosened, found, need, besides: others) {
                return allowing
            }
            let service = unit.with(lines(with: others + [loosened]))
            let problem = try await host.problem(of: service)
            loosened.obstacle = problem.map { "the service, which \($0.message)" } ?? found.words
            loosened.step = step + 1 < loosened.steps.count ? step + 1 : nil
        }
        return loosened
    }

    /// Returns the restriction with the lines that the need takes; nil if there are none.
    private func allowing(
        _ restriction: Restriction,
        _ found: Look,
        _ need: Need,
        besides others: [Restriction]
    ) async throws -> Restriction? {
        let capabilities = restriction.limitsCapabilities ? found.capabilities : []
        var lines = found.allowances + capabilities.map { "CapabilityBoundingSet=\($0)" }
        // An IPv6 socket may reach an IPv4 address. If only those are permitted, there is neither a no nor a remedy.
        if restriction.limitsFamilies, lines.isEmpty {
            lines = ["AF_INET", "AF_INET6"].map { "RestrictAddressFamilies=\($0)" }
        }
        let each = lines.map { [$0] }
        for wanted in lines.count > 1 ? each + [lines] : each {
            var allowing = restriction
            allowing.allowances += wanted.map {
                Restriction.Allowance(line: $0, requirement: found.words)
            }
            let isEnough = try await isMet(need, others + [allowing])
            if isEnough { return allowing }
        }
        return nil
    }
}

// MARK: Forbidden uses

extension HardeningSearch {
    /// Adds a restriction that denies a forbidden use, if all needs are still met with it.
    private mutating func close(_ index: Int) async throws {
        for line in files[index].flatMap(\.closing) {
            let before = closed
            closed.append(
                Hardening.Line(
                    setting: line,
                    reason: "for \(self.before[index].words)",
                    isAllowance: false
                )
            )
            let areMet = try await areMet([.holds(index)] + needs)
            if areMet {
                needs.append(.holds(index))
                return
            }
            closed = before
        }
    }

    /// Takes away each allowance without which all needs are met.
    private mutating func prune() async throws {
        for allowance in additions {
            let before = additions
            additions.removeAll { $0 == allowance }
            let areMet = try await areMet(needs)
            if !areMet { additions = before }
        }
        for index in restrictions.indices {
            for allowance in restrictions[index].allowances {
                let before = restrictions[index]
                restrictions[index].allowances.removeAll { $0 == allowance }
                let areMet = try await areMet(needs)
                if !areMet { restrictions[index] = before }
            }
        }
    }
}

// MARK: The drop-in

extension HardeningSearch {
    var drawn: [Hardening.Line] {
        let restricting = restrictions.flatMap { restriction -> [Hardening.Line] in
            guard let step = restriction.step else { return [] }
            return restriction.steps[step].map {
                Hardening.Line(setting: $0, reason: restriction.purpose, isAllowance: false)
            } + restriction.allowances.map(\.drawn)
        }
        return additions.map(\.drawn) + restricting + closed
    }

    var leftOut: [Hardening.LeftOut] {
        restrictions.compactMap { restriction in
            restriction.obstacle.map {
                Hardening.LeftOut(
                    setting: restriction.steps[0].joined(separator: ", "),
                    requirement: $0
                )
            }
        }
    }
}

extension Restriction.Allowance {
    fileprivate var drawn: Hardening.Line {
        Hardening.Line(setting: line, reason: "for \(requirement)", isAllowance: true)
    }
}

extension Policy.Part {
    /// The questions about files in the part and its parts.
    fileprivate var files: [FileAccess] {
        if case .question(let capability) = kind {
            return [capability].compactMap { $0 as? FileAccess }
        }
        return kind.parts.flatMap(\.files)
    }
}

extension FileAccess {
    /// The lines that deny the use, the narrowest first.
    fileprivate var closing: [String] {
        // In a unit, other characters need quotes or have a meaning.
        guard SettingText.isPlain(path) else { return [] }
        return switch action {
        case .read, .list, .search, .stat, .readLink, .execute, .executeFrom, .access:
            ["InaccessiblePaths=\(path)"]
        case .create, .delete, .rename, .link, .openCreate:
            ["ReadOnlyPaths=\(path.parentDirectory)", "InaccessiblePaths=\(path.parentDirectory)"]
        default:
            ["ReadOnlyPaths=\(path)", "InaccessiblePaths=\(path)"]
        }
    }
}

extension PolicyReport.Finding {
    /// True if the requirement holds or does not apply.
    fileprivate var isKept: Bool { outcome == .holds || outcome == .notApplicable }

    /// The requirement and its place, for comments: `write /srv/x` (web.yaml:12)
    fileprivate var words: String { "`\(title)` (\(location.file):\(location.line))".onOneLine }
}

extension PolicyReport.PartFinding {
    /// The titles of the questions about kernel capabilities in the part and its parts.
    fileprivate var capabilityTitles: [String] {
        (title.hasPrefix("capability ") ? [title] : []) + parts.flatMap(\.capabilityTitles)
    }
}

extension Look {
    init(_ finding: PolicyReport.Finding, isMet: Bool) {
        self.init(
            isMet: isMet,
            words: finding.words,
            findings: finding.verdict.reasons,
            titles: finding.part.capabilityTitles
        )
    }

    /// The lines for a unit among the remedies.
    var allowances: [String] {
        let settings = [
            "ReadWritePaths=", "ExecPaths=", "BindReadOnlyPaths=", "BindPaths=",
            "RestrictAddressFamilies=",
        ]
        return findings.flatMap(\.remedies).map(\.change).filter { change in
            settings.contains { change.hasPrefix($0) }
        }
    }

    /// Returns whether a reason names a setting of the restriction, or a kernel capability that it takes away.
    func isRefused(by restriction: Restriction) -> Bool {
        guard let step = restriction.step else { return false }
        if restriction.limitsCapabilities, !capabilities.isEmpty { return true }
        return findings.contains { reason in
            ([reason.message] + reason.evidence.map(\.finding)).contains { text in
                restriction.steps[step].contains { text.contains($0) }
            }
        }
    }

    /// The kernel capabilities that the question or its reasons name. Each of them is only tried.
    var capabilities: [String] {
        let texts =
            titles
            + findings.flatMap { $0.evidence.map(\.finding) + $0.remedies.map(\.change) }
            + findings.map(\.message)
        var names: [String] = []
        for word in texts.flatMap({ $0.split { !($0.isLetter || $0.isNumber || $0 == "_") } }) {
            guard word.hasPrefix("CAP_"), let one = KernelCapability(named: String(word)),
                !names.contains(one.name)
            else { continue }
            names.append(one.name)
        }
        return names
    }
}

// MARK: Needs

/// A condition that the service must meet with all lines.
private enum Need: Hashable {
    /// The requirement of this index holds, or does not apply.
    case holds(Int)
    /// The requirement of this index, which cannot be known to hold, does not fail.
    case isOpen(Int)
    /// A command starts.
    case starts(String)
    /// The working directory can be entered.
    case enters(String)
}

/// The answer to a need with some lines.
private struct Look {
    let isMet: Bool
    /// The need, for comments.
    let words: String
    var findings: [Reason] = []
    /// The title of the question, if it is about a kernel capability.
    var titles: [String] = []
}

/// The answers so far. The search asks some questions again on its way.
private final class Looks {
    private struct Asked: Hashable {
        let need: Need
        let lines: [String]
    }

    private var known: [Asked: Look] = [:]

    subscript(_ need: Need, _ lines: [String]) -> Look? {
        get { known[Asked(need: need, lines: lines)] }
        set { known[Asked(need: need, lines: lines)] = newValue }
    }
}

/// A policy bound to the service with several lists of lines.
private final class BoundPolicies {
    private let source: PolicySource
    private let words: Catalogue<Subject>
    private var last: (subject: Subject, policy: Policy)?

    init(_ source: PolicySource, _ words: Catalogue<Subject>) {
        (self.source, self.words) = (source, words)
    }

    func policy(about subject: Subject) throws(Diagnostics) -> Policy {
        if let last, last.subject == subject { return last.policy }
        let policy = try source.policy(about: subject, in: words)
        last = (subject, policy)
        return policy
    }
}

extension Subject {
    /// Returns a service that would also have these settings. Other subjects stay the same.
    fileprivate func with(_ lines: [String]) -> Self {
        changingStart { $0.settings += lines }
    }
}

extension Host {
    /// Returns the reason that a service does not start; nil if it does.
    func problem(of subject: Subject) async throws -> Reason? {
        guard case .unknown(let reason) = try await identity(of: subject) else { return nil }
        return reason
    }
}
