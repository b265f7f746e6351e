import ArgumentParser
import LinuxCapabilities
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
            warrant new [service <name>] --unit-file <file>
            warrant new --from-unit <unit>
            """,
        discussion: """
            KINDS
            \(kinds)

            `warrant lint` has no finding in the new policy, and `warrant check` can check it as it is. \
            A policy for a service asks about those of its files that are here: up to three in /etc/NAME, or \
            /etc/NAME.conf; /var/lib/NAME; /var/log/NAME or NAME.log; with --as, its program. With --unit-file, \
            the user, the program, the directories and the files of EnvironmentFile= come from the unit file and \
            its drop-ins; systemd need not run. With --from-unit, it has a requirement for each setting of the \
            unit that grants or removes something, and a comment names the setting; Warrant asks systemd for \
            them over D-Bus.

            EXAMPLES
              warrant new service shop > shop.yaml
              warrant new service shop --as www-data > shop.yaml
              warrant new --unit-file /etc/systemd/system/shop.service > shop.yaml
              warrant new --from-unit nginx.service > nginx.yaml

            Exits 0, 64 if the kind, name or unit is not valid, 66 if the unit or its file cannot be read.
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

    @Option(
        help: ArgumentHelp("Make the policy from a unit file.", valueName: "file"),
        completion: .file(extensions: ["service"])
    )
    var unitFile: String?

    func validate() throws {
        let hasKind = kind != nil || unitFile != nil
        guard hasKind != (fromUnit != nil) else {
            throw ValidationError(
                "give one of \(PolicyTemplate.listed), or --unit-file, or --from-unit"
            )
        }
        guard unitFile == nil || kind ?? .service == .service else {
            throw ValidationError("--unit-file belongs to the kind `service`")
        }
        if let name, !PolicyTemplate.canName(name) {
            throw ValidationError(
                "\(name.quoted) cannot name a policy; "
                    + "begin with a letter, and use letters, digits, `.`, `-` and `_`"
            )
        }
        guard user == nil || unitFile != nil || kind == .service else {
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
        if let unitFile { return try await answer(from: unitFile) }
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

extension New {
    private func answer(from unitFile: String) async throws -> ExitCode {
        let (path, settings) = try await reading(unitFile) {
            ($0, try await Host.live.settings(ofUnitFile: $0))
        }
        let name = try name ?? Self.name(of: settings)
        try write(PolicyTemplate.service.text(named: name, as: user, of: (path, settings)))
        return ExitStatus.holds.code
    }

    private static func name(of unit: UnitSettings) throws -> String {
        let name = unit.id.split(separator: ".").dropLast().joined(separator: ".")
        guard PolicyTemplate.canName(name) else {
            throw ValidationError(
                "\(name.quoted) cannot name a policy; write `new service NAME --unit-file FILE`"
            )
        }
        return name
    }
}

extension PolicyTemplate: WordOption {
    fileprivate static var listed: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
