import Capabilities
import Kernel
package import LinuxSystem
import Policies
import PolicyLanguage
import Procedures
import Text

/// A policy to start from, made from the settings of a unit.
package struct UnitPolicy {
    private let unit: UnitSettings
    private let sockets: [UnitSettings]

    /// - Parameter sockets: The settings of the sockets that are passed to the unit.
    package init(_ unit: UnitSettings, sockets: [UnitSettings]) {
        self.unit = unit
        self.sockets = sockets
    }

    /// The text of the policy. Lint finds nothing in it, because comments allow its findings and give the reason.
    package var text: String { written.allowingFindings }

    private var written: String {
        let require = Self.list(required), forbid = Self.list(unit.forbidden)
        return head + identity
            + (require.isEmpty ? "" : "\nrequire:\n\(require)")
            + (forbid.isEmpty ? "" : "\nforbid:\n\(forbid)")
    }

    private var head: String {
        let name = unit.id.split(separator: ".").dropLast().joined(separator: ".")
        return """
            # The access that \(unit.id.onOneLine) has by its settings, as systemd has loaded them.
            # Add the files that it opens and the servers that it connects to, with a reason
            # under `because`. Forbid access that it must never have. warrant-policy(5)
            # describes all words and keys.
            warrant: 1
            name: \(YAMLText.scalar(name))
            summary: \(YAMLText.scalar("\(unit.id) has what its unit gives it."))
            subject: { unit: \(YAMLText.scalar(unit.id)) }

            """
    }

    /// The subject. The unit's process shows it while it runs.
    private var identity: String {
        guard !unit.user.isEmpty else { return "" }
        var settings = "User=\(unit.user)"
        if !unit.group.isEmpty { settings += ", Group=\(unit.group)" }
        if !unit.supplementaryGroups.isEmpty {
            settings += ", SupplementaryGroups=" + unit.supplementaryGroups.joined(separator: " ")
        }
        return """
            # While it does not run, ask about the user that it would run as:
            #   \(settings.onOneLine)
            #   subject: \(unit.subject)

            """
    }

    private var required: [Item] {
        unit.required + sockets.flatMap(\.listening)
            + [Item("LoadState=", "unit: \(YAMLText.scalar(unit.id))", "state: loaded")]
    }

    /// Lists each item once, though several settings may have the same.
    private static func list(_ items: [Item]) -> String {
        var seen: Set<[String]> = []
        return items.filter { seen.insert($0.lines).inserted }.map(\.text).joined()
    }
}

/// A requirement, and the setting that it comes from.
struct Item {
    let setting: String
    let lines: [String]

    init(_ setting: String, _ lines: String?...) {
        self.setting = setting
        self.lines = lines.compactMap(\.self)
    }

    var text: String {
        let body = lines.enumerated().map { "\($0 == 0 ? "  - " : "    ")\($1)\n" }
        return "  # \(setting)\n\(body.joined())"
    }
}

extension String {
    /// The policy, with a comment before each line that has a lint finding.
    fileprivate var allowingFindings: String {
        // A comment moves the lines after it, so the last lines come first.
        let found = LintResult(Array(utf8), file: "")
        guard !found.isInvalid else { return self }
        var lines = split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for finding in found.findings.reversed() {
            let index = finding.diagnostic.location.line - 1
            let space = String(lines[index].prefix { $0 == " " })
            let comment = "\(space)# warrant: allow \(finding.diagnostic.id) the unit has it so"
            if lines[index] != comment { lines.insert(comment, at: index) }
        }
        return lines.joined(separator: "\n")
    }
}

extension UnitPolicy {
    /// Makes the policy of a unit of this host. It reads the unit's settings from systemd over D-Bus.
    ///
    /// - Throws: ``UnreadableUnit``; `CancellationError`; `SystemError` if no thread can be created.
    package init(ofUnit name: String, on bus: SystemBus = .shared) async throws {
        do {
            let limit = Deadlines.look
            let unit = try await bus.settings(ofUnit: name, within: limit)
            guard unit.loadState == .loaded else {
                let why = unit.loadError ?? "its load state is \(unit.loadState.rawValue)"
                throw UnreadableUnit(name: name, problem: why.onOneLine)
            }
            var sockets: [UnitSettings] = []
            for socket in unit.triggeredBy where socket.hasSuffix(".socket") {
                sockets.append(try await bus.settings(ofUnit: socket, within: limit))
            }
            self.init(unit, sockets: sockets)
        } catch let failure as BusFailure {
            throw UnreadableUnit(name: name, problem: failure.description)
        }
    }
}

/// An error: the settings of a unit cannot be read.
package struct UnreadableUnit: Error, Hashable, Sendable, CustomStringConvertible {
    package let name: String
    package let problem: String

    package var description: String { "cannot read \(name.quoted): \(problem)".onOneLine }
}
