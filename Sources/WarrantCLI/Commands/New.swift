import ArgumentParser
import LinuxSystem
import Policies
import PolicyAuthoring
import PolicyLanguage

struct New: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Print a commented policy to start from.",
        usage: """
            warrant new <kind> [<name>] [--as <user>]
            warrant new --from-unit <unit>
            """,
        discussion: """
            KINDS
            \(kinds)

            `warrant lint` has no finding in the new policy, and `warrant check` can check it as it is. \
            A policy for a service asks about those of its files that are here: up to three in /etc/NAME, or \
            /etc/NAME.conf; /var/lib/NAME; /var/log/NAME or NAME.log; with --as, its program. With --from-unit, it has a requirement for each setting of the unit that grants or removes \
            something, and a comment names the setting. Warrant asks systemd for the settings over D-Bus, so \
            systemd must know the unit: Warrant does not read unit files elsewhere.

            EXAMPLES
              warrant new service shop > shop.yaml
              warrant new service shop --as www-data > shop.yaml
              warrant new --from-unit nginx.service > nginx.yaml

            Exits 0, 64 if the kind, name or unit is not valid, 66 if the unit cannot be read.
            """
    )

    private static let kinds = PolicyTemplate.allCases.map { kind in
        "  \(kind.rawValue)" + String(repeating: " ", count: 12 - kind.rawValue.count)
            + kind.summary
    }.joined(separator: "\n")

    @Argument(help: "The kind of policy: \(PolicyTemplate.listed).")
    var kind: PolicyTemplate?

    @Argument(help: "The name of the policy; by default, the kind.")
    var name: String?

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("The user that the service runs as.", valueName: "user"),
        completion: .users
    )
    var user: String?

    @Option(
        help: ArgumentHelp("Make the policy from the settings of a unit.", valueName: "unit"),
        completion: .services
    )
    var fromUnit: String?

    func validate() throws {
        guard (kind == nil) != (fromUnit == nil) else {
            throw ValidationError("give one of \(PolicyTemplate.listed), or --from-unit")
        }
        if let name, !PolicyTemplate.canName(name) {
            throw ValidationError(
                "\(name.quoted) cannot name a policy; "
                    + "begin with a letter, and use letters, digits, `.`, `-` and `_`"
            )
        }
        guard user == nil || kind == .service else {
            throw ValidationError("--as belongs to the kind `service`; write `new service NAME`")
        }
        if let user, !PolicyTemplate.canBeUser(user) {
            throw ValidationError("\(user.quoted) cannot be the name of a user; see useradd(8)")
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
            try write(kind.text(named: name ?? kind.rawValue, as: user))
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

extension PolicyTemplate: WordOption {
    fileprivate static var listed: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
