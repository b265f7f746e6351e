import Capabilities
import Kernel
package import LinuxCapabilities
import LinuxSystem
package import Policies
import PolicyLanguage
import Procedures
import Questions
import Text

/// The tightest settings of a unit under which a policy holds.
///
/// The settings are verified: each requirement was asked again about the service with all of them.
package struct Hardening: Sendable {
    /// A line of the drop-in.
    package struct Line: Sendable, Encodable {
        package let setting: String
        package let reason: String
        /// True if it permits what a requirement needs; the policy does not hold without it.
        package let isAllowance: Bool
    }

    /// A restriction that the unit cannot have, or not in full.
    package struct LeftOut: Sendable, Encodable {
        package let setting: String
        /// The requirement that needs more.
        package let requirement: String
    }

    /// The report on the policy for the service with these lines.
    package let report: PolicyReport
    package let lines: [Line]
    package let leftOut: [LeftOut]
    /// The uses that the service with these lines may make, and that the policy does not require.
    package let surplus: [String]

    /// The requirements that no settings satisfy, and those that are not known.
    package var failures: [PolicyReport.Finding] {
        report.findings.filter {
            $0.severity == .failure && ($0.outcome == .fails || $0.outcome == .undetermined)
        }
    }

    /// - Parameters:
    ///   - source: The policy.
    ///   - unit: The service: a unit file without further settings.
    /// - Throws: ``Diagnostics`` of the policy; `CancellationError`.
    package init(of source: PolicySource, for unit: Subject) async throws {
        let host = Host.live.keepingServices
        var search = try Search(source, unit, Catalogue(.linux, on: host))
        try await search.leaveOutNotEnforced(on: host)
        try await search.run()
        report = try await search.report()
        lines = search.drawn
        leftOut = search.leftOut
        surplus = try await Surplus(report, on: host).found(for: search.subject)
    }
}

extension Subject {
    /// Returns a service that would also have these settings. Other subjects stay the same.
    fileprivate func with(_ lines: [String]) -> Self {
        changingStart { $0.settings += lines }
    }
}

/// The search for the settings. It starts with all restrictions, and loosens them for each requirement that does not
/// hold with them.
private struct Search {
    private let source: PolicySource
    private let unit: Subject
    private let words: Catalogue<Subject>
    /// The questions about files of each requirement.
    private let files: [[FileAccess]]
    /// The lines that permit what the unit as it is does not.
    private var additions: [Restriction.Allowance] = []
    private var restrictions = Restriction.all
    /// The restrictions for single requirements of `forbid`.
    private var closed: [Hardening.Line] = []

    init(
        _ source: PolicySource,
        _ unit: Subject,
        _ words: Catalogue<Subject>
    ) throws(Diagnostics) {
        (self.source, self.unit, self.words) = (source, unit, words)
        files = try source.policy(about: unit, in: words).requirements.map(\.part.files)
    }

    var subject: Subject { unit.with(lines(with: restrictions)) }

    private func lines(with restrictions: [Restriction]) -> [String] {
        additions.map(\.line) + restrictions.flatMap(\.lines) + closed.map(\.setting)
    }

    func report() async throws -> PolicyReport {
        try await policy(with: lines(with: restrictions)).check()
    }

    private func policy(with lines: [String], only index: Int? = nil) throws -> Policy {
        let policy = try source.policy(about: unit.with(lines), in: words)
        return index.map(policy.only) ?? policy
    }

    private func finding(_ index: Int, with lines: [String]) async throws -> PolicyReport.Finding {
        try Task.checkCancellation()
        return try await policy(with: lines, only: index).check().findings[0]
    }

    private func holds(_ index: Int, _ restrictions: [Restriction]) async throws -> Bool {
        try await finding(index, with: lines(with: restrictions)).isKept
    }

    /// Removes the restrictions that systemd or the kernel ignores here.
    mutating func leaveOutNotEnforced(on host: Host) async throws {
        guard case .known(let identity) = try await host.identity(of: subject) else { return }
        let ignored = identity.namesNotEnforced.map { "\($0)=" }
        restrictions.removeAll { restriction in
            restriction.steps.joined().contains { line in ignored.contains { line.hasPrefix($0) } }
        }
    }

    mutating func run() async throws {
        let now = try await policy(with: []).check()
        var kept: [Int] = []
        for (index, finding) in now.findings.enumerated() where finding.rule == .require {
            if finding.isKept {
                kept.append(index)
            } else if let addition = try await addition(for: index, finding) {
                additions.append(addition)
                kept.append(index)
            }
        }
        let tight = try await report()
        for index in kept where !tight.findings[index].isKept {
            if try await !holds(index, restrictions) { try await loosen(for: index) }
        }
        for (index, finding) in now.findings.enumerated() where finding.rule == .forbid {
            if try await !holds(index, restrictions) { try await close(index, keeping: kept) }
        }
        try await prune()
    }
}

// MARK: More than the unit permits

extension Search {
    /// Returns a line that permits a requirement which does not hold for the unit as it is; nil if no setting does.
    private func addition(
        for index: Int,
        _ finding: PolicyReport.Finding
    ) async throws -> Restriction.Allowance? {
        // A kernel capability that bypasses the permissions of all files is no hardening.
        let capabilities = files[index].isEmpty ? finding.capabilities : []
        let ambient = capabilities.map { "AmbientCapabilities=\($0)" }
        for line in finding.allowances + ambient {
            let changed = try await self.finding(index, with: additions.map(\.line) + [line])
            if changed.isKept {
                return Restriction.Allowance(line: line, requirement: finding.words)
            }
        }
        return nil
    }
}

// MARK: Loosening

extension Search {
    private mutating func loosen(for index: Int) async throws {
        if try await loosenNamed(for: index) { return }
        var kept: [Restriction] = []
        for restriction in restrictions {
            kept.append(try await loosened(restriction, for: index, besides: kept))
        }
        restrictions = kept
    }

    /// Loosens only the restriction that a reason names.
    ///
    /// - Returns: False if the requirement does not hold then.
    private mutating func loosenNamed(for index: Int) async throws -> Bool {
        let found = try await finding(index, with: lines(with: restrictions))
        guard let named = restrictions.firstIndex(where: found.isRefused) else { return false }
        var others = restrictions
        let restriction = others.remove(at: named)
        let loosened = try await loosened(restriction, for: index, besides: others)
        guard try await holds(index, others + [loosened]) else { return false }
        restrictions[named] = loosened
        return true
    }

    /// Returns the restriction with as much of it as the requirement permits.
    private func loosened(
        _ restriction: Restriction,
        for index: Int,
        besides others: [Restriction]
    ) async throws -> Restriction {
        var loosened = restriction
        while let step = loosened.step {
            let found = try await finding(index, with: lines(with: others + [loosened]))
            if found.isKept { return loosened }
            if let allowing = try await allowing(loosened, found, index, besides: others) {
                return allowing
            }
            loosened.obstacle = found.words
            loosened.step = step + 1 < loosened.steps.count ? step + 1 : nil
        }
        return loosened
    }

    /// Returns the restriction with the lines that the requirement needs; nil if there are none.
    private func allowing(
        _ restriction: Restriction,
        _ finding: PolicyReport.Finding,
        _ index: Int,
        besides others: [Restriction]
    ) async throws -> Restriction? {
        let capabilities = restriction.limitsCapabilities ? finding.capabilities : []
        let lines = finding.allowances + capabilities.map { "CapabilityBoundingSet=\($0)" }
        let each = lines.map { [$0] }
        for wanted in lines.count > 1 ? each + [lines] : each {
            var allowing = restriction
            allowing.allowances += wanted.map {
                Restriction.Allowance(line: $0, requirement: finding.words)
            }
            if try await holds(index, others + [allowing]) { return allowing }
        }
        return nil
    }
}

// MARK: Forbidden uses

extension Search {
    /// Adds a restriction that denies a forbidden use, if all requirements still hold with it.
    private mutating func close(_ index: Int, keeping kept: [Int]) async throws {
        let finding = try await finding(index, with: lines(with: restrictions))
        for line in files[index].flatMap(\.closing) {
            let before = closed
            closed.append(
                Hardening.Line(
                    setting: line,
                    reason: "for \(finding.words)",
                    isAllowance: false
                )
            )
            if try await allHold([index] + kept) { return }
            closed = before
        }
    }

    private func allHold(_ indices: [Int]) async throws -> Bool {
        for index in indices where try await !holds(index, restrictions) { return false }
        return true
    }

    /// Takes away each allowance that no requirement needs any more.
    private mutating func prune() async throws {
        let report = try await report()
        let holding = report.findings.indices.filter { report.findings[$0].isKept }
        for index in restrictions.indices {
            for allowance in restrictions[index].allowances {
                let before = restrictions[index]
                restrictions[index].allowances.removeAll { $0 == allowance }
                // Its own requirement is the likeliest to need it.
                let own = holding.filter { report.findings[$0].words == allowance.requirement }
                if try await !allHold(own + holding) { restrictions[index] = before }
            }
        }
    }
}

// MARK: The drop-in

extension Search {
    var drawn: [Hardening.Line] {
        let added = additions.map { $0.drawn }
        let restricting = restrictions.flatMap { restriction -> [Hardening.Line] in
            guard let step = restriction.step else { return [] }
            return restriction.steps[step].map {
                Hardening.Line(setting: $0, reason: restriction.purpose, isAllowance: false)
            } + restriction.allowances.map(\.drawn)
        }
        return added + restricting + closed
    }

    var leftOut: [Hardening.LeftOut] {
        restrictions.compactMap { restriction in
            restriction.obstacle.map {
                Hardening.LeftOut(setting: restriction.steps[0][0], requirement: $0)
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
        let directory = "/" + path.pathNames.dropLast().joined(separator: "/")
        return switch action {
        case .read, .list, .search, .stat, .readLink, .execute, .executeFrom, .access:
            ["InaccessiblePaths=\(path)"]
        case .create, .delete, .rename, .link, .openCreate:
            ["ReadOnlyPaths=\(directory)", "InaccessiblePaths=\(directory)"]
        default:
            ["ReadOnlyPaths=\(path)", "InaccessiblePaths=\(path)"]
        }
    }
}

extension PolicyReport.Finding {
    /// True if the requirement holds or does not apply.
    fileprivate var isKept: Bool { outcome == .holds || outcome == .notApplicable }

    /// Returns whether a reason names a setting of the restriction, or a kernel capability that it takes away.
    fileprivate func isRefused(by restriction: Restriction) -> Bool {
        guard let step = restriction.step else { return false }
        if restriction.limitsCapabilities, !capabilities.isEmpty { return true }
        let settings = restriction.steps[step]
        return texts.contains { text in settings.contains { text.contains($0) } }
    }

    /// The requirement and its place, for comments: `write /srv/x` (web.yaml:12)
    fileprivate var words: String { "`\(title)` (\(location.file):\(location.line))".onOneLine }

    /// The lines for a unit among the remedies.
    fileprivate var allowances: [String] {
        let settings = [
            "ReadWritePaths=", "ExecPaths=", "BindReadOnlyPaths=", "BindPaths=",
            "RestrictAddressFamilies=",
        ]
        return verdict.reasons.flatMap(\.remedies).map(\.change).filter { change in
            settings.contains { change.hasPrefix($0) }
        }
    }

    private var texts: [String] {
        [title]
            + verdict.reasons.flatMap { reason in
                [reason.message] + reason.evidence.map(\.finding) + reason.remedies.map(\.change)
            }
    }

    /// The kernel capabilities that the requirement or its reasons name.
    fileprivate var capabilities: [String] {
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
