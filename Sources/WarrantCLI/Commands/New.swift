import ArgumentParser
import LinuxSystem
import Policies
import PolicyAuthoring
import PolicyLanguage

struct New: Answering {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Print a commented policy to start from.",
        usage: """
            warrant new <kind> [<name>]
            warrant new --from-unit <unit>
            """,
        discussion: """
            KINDS
            \(kinds)

            It passes warrant lint, and ends with a verdict. One from a unit has a requirement for each \
            setting that gives or takes something, which a comment names. systemd is asked for them \
            over D-Bus, so that it has to know the unit: a file elsewhere is not read.

            EXAMPLES
              warrant new service shop > shop.yaml
              warrant new --from-unit nginx.service > nginx.yaml

            Exits 0, 64 for a kind, name or unit that is none, 66 when the unit cannot be read.
            """
    )

    private static let kinds = PolicyTemplate.allCases.map { kind in
        "  \(kind.rawValue)" + String(repeating: " ", count: 12 - kind.rawValue.count)
            + kind.summary
    }.joined(separator: "\n")

    @Argument(help: "What the policy is about.")
    var kind: PolicyTemplate?

    @Argument(help: "Its name; else that of the kind.")
    var name: String?

    @Option(help: ArgumentHelp("Write one from the settings of a unit.", valueName: "unit"))
    var fromUnit: String?

    func validate() throws {
        guard (kind == nil) != (fromUnit == nil) else {
            let kinds = PolicyTemplate.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("give one of \(kinds), or --from-unit")
        }
        if let name, !PolicyTemplate.canName(name) {
            throw ValidationError(
                "\(name.quoted) cannot name a policy; "
                    + "begin with a letter, and use letters, digits, `.`, `-` and `_`"
            )
        }
        if let fromUnit { try refuseInvalid(unit: fromUnit) }
    }

    private func refuseInvalid(unit: String) throws {
        do throws(InvalidUnitName) {
            if try UnitName(unit).isTemplate { throw InvalidUnitName(unit, .template) }
        } catch {
            throw ValidationError(error.description)
        }
    }

    func answer() async throws -> ExitCode {
        if let kind {
            try write(kind.text(named: name ?? kind.rawValue))
            return ExitStatus.holds.code
        }
        do {
            let text = try await UnitPolicy(ofUnit: fromUnit ?? "").text
            ForeignBus.complainOf()
            try write(text)
            return ExitStatus.holds.code
        } catch let error as UnreadableUnit {
            complain(error.description)
            return ExitStatus.unreadablePolicy.code
        }
    }
}

extension PolicyTemplate: WordOption {}
