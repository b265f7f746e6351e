import ArgumentParser
import Kernel
import LinuxCapabilities
import LinuxSystem
import Policies
import PolicyLanguage
import Procedures
import Questions
import Text

/// The subject that a command line names. It takes precedence over the subject of a policy.
struct SubjectChoice: Equatable {
    var user: String?
    var pid: String?
    var unit: String?
    var restarted = false
    var container: String?
    var unitFile: String?
    var command: String?
    var setUnit: [String] = []
    var systemdVersion: String?
    var capabilities: String?
    var exactFilter = false

    private var given: [String] {
        [user, pid, unit, container, unitFile].compactMap(\.self)
    }

    var isGiven: Bool { !given.isEmpty }

    /// The options that name a subject, as messages list them.
    static let names = "--as, --pid, --unit, --container and --unit-file"

    static let needlessVersion =
        "--systemd-version belongs to --unit-file; name a unit file with it"

    /// Splits arguments into words and the one option that names a subject, with its value.
    ///
    /// - Returns: nil if any other option is among the arguments, or if a value is missing.
    static func split(_ arguments: [String]) -> (words: [String], subject: SubjectChoice)? {
        var words: [String] = []
        var subject = SubjectChoice()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.isOption else {
                words.append(argument)
                continue
            }
            guard !subject.isGiven, let value = rest.popFirst(), !value.isOption else { return nil }
            switch argument {
            case "--as": subject.user = value
            case "--pid": subject.pid = value
            case "--unit": subject.unit = value
            case "--container": subject.container = value
            case "--unit-file": subject.unitFile = value
            default: return nil
            }
        }
        return (words, subject)
    }

    func validate() throws {
        guard given.count <= 1 else {
            throw ValidationError("\(Self.names) each name a subject; give one of them")
        }
        guard capabilities == nil || user != nil else {
            throw ValidationError("--capabilities belongs to --as; name a user with it")
        }
        guard !restarted || unit != nil else {
            throw ValidationError("--restarted belongs to --unit; name a unit with it")
        }
        guard command == nil || unitFile != nil || restarted else {
            throw ValidationError(
                "--command belongs to --unit-file and to --unit with --restarted; add one of them"
            )
        }
        guard setUnit.isEmpty || unitFile != nil || restarted else {
            throw ValidationError(
                "--set-unit belongs to --unit-file and to --unit with --restarted; add one of them"
            )
        }
        guard systemdVersion == nil || unitFile != nil else {
            throw ValidationError(Self.needlessVersion)
        }
        guard !exactFilter || user == nil && unitFile == nil && !restarted else {
            throw ValidationError(
                "--exact-filter reads the filters of a process; leave out --as, --unit-file and --restarted"
            )
        }
    }

    /// This host, as questions look at it.
    var host: Host { exactFilter ? Host.live.readingFilters() : .live }

    /// Returns the subject as it is asked about: a unit that does not run as systemd would start it.
    ///
    /// - Parameter named: The result of ``subject()``.
    static func asked(_ named: Subject?) async -> Subject? {
        guard let named else { return nil }
        // If systemd does not answer, the question has no answer either, and gives the reason.
        let asked = await withDeadline(Policy.defaultLimit) {
            await Host.live.startingIfStopped(named)
        }
        return asked ?? named
    }

    /// Returns the subject, or nil if the command line names none. To find it, the name service is asked.
    func subject() throws -> Subject? {
        if let pid {
            guard let number = Int32(pid), number > 0 else {
                throw ValidationError("\(pid.quoted) is not a process id; give a number above 0")
            }
            return .process(pid: number)
        }
        if let unit {
            if let problem = SystemdUnit(unit).invalidName { throw ValidationError(problem) }
            guard restarted else { return .unit(unit) }
            let subject = Subject.restartedUnit(
                unit,
                UnitStart(command: command, settings: setUnit)
            )
            if let problem = subject.problem {
                throw ValidationError("--unit \(unit.quoted) \(problem)")
            }
            return subject
        }
        if let container {
            let subject = Subject.container(container)
            if let problem = subject.problem {
                throw ValidationError("--container \(container.quoted) \(problem)")
            }
            return subject
        }
        if let unitFile {
            let path = try RelativePath.absolute(unitFile)
            let start = UnitStart(
                command: command,
                settings: setUnit,
                systemdVersion: systemdVersion
            )
            let subject = Subject.unitFile(path, start)
            let fault = UnitFileFault.inName(of: path).map { "has a wrong name: \($0)" }
            if let problem = subject.problem ?? fault {
                throw ValidationError("--unit-file \(unitFile.quoted) \(problem)")
            }
            return subject
        }
        guard let user else { return nil }
        let parts = user.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 1, let comma = user.firstIndex(of: ",") {
            let named = "\(user[..<comma]):\(user[user.index(after: comma)...])"
            throw ValidationError(
                "--as \(user.quoted) names no user; groups follow a colon: `--as \(named.onOneLine)`"
            )
        }
        let groups = parts.count > 1 ? parts[1].split(separator: ",").map(String.init) : nil
        let subject = Subject.user(String(parts[0]), groups: groups)
        if let problem = subject.problem { throw ValidationError("--as \(user.quoted) \(problem)") }
        // If the name service gives no answer, the question has none either, and gives the reason.
        if let problem = try? unknown(user: String(parts[0]), groups: groups) {
            throw ValidationError(problem)
        }
        return .user(String(parts[0]), groups: groups, capabilities: try capabilityList())
    }

    private func capabilityList() throws -> [KernelCapability]? {
        try capabilities?.split(separator: ",").map { name in
            do throws(InvalidUse) {
                return try KernelCapability.written(String(name), isTyped: true)
            } catch {
                throw ValidationError(error.sentence(for: String(name)))
            }
        }
    }

    /// Returns the problem with a subject that does not exist here, or nil if it exists.
    ///
    /// - Throws: ``SystemError`` if the name service gives no answer.
    private func unknown(user: String, groups: [String]?) throws(SystemError) -> String? {
        if let uid = UInt32(user) {
            if groups == nil, try Accounts.user(numbered: uid) == nil {
                return "uid \(user) has no entry here; name its groups too: --as \(user):GROUP"
            }
        } else if try Accounts.user(named: user) == nil {
            return Self.unknown(.user, user, listedBy: "getent passwd")
        }
        for group in groups ?? [] where UInt32(group) == nil {
            guard try Accounts.group(named: group) == nil else { continue }
            return Self.unknown(.group, group, listedBy: "getent group")
        }
        return nil
    }

    private static func unknown(
        _ kind: AccountKind,
        _ name: String,
        listedBy command: String
    ) -> String {
        let help =
            kind.likelyName(for: name).map { "did you mean \($0.quoted)?" }
            ?? "`\(command)` lists them"
        return "no \(kind.rawValue) \(name.quoted) here; \(help)"
    }
}

extension String {
    /// Compares bytes: `-` and a combining mark after it are one character.
    fileprivate var isOption: Bool { utf8.first == UInt8(ascii: "-") }
}
