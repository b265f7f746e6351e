import ArgumentParser
import LinuxCapabilities
import Policies
import PolicyLanguage
import Procedures
import Questions

/// `warrant who-can`.
struct WhoCanCommand: AnsweringCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "who-can",
            abstract: "List the users and groups of this host that may do something.",
            usage: "warrant who-can [<options>] <action> <object> [<argument>]",
            discussion: isDocumented ? discussion : ""
        )
    }

    private static var discussion: String {
        """
        ACTIONS
        The file actions of `warrant can`; see `warrant help can`. Besides:
        \(WordTable.linux.help { $0.isOfUsers && $0.fileAction == nil })

        It asks about the users and groups that the name service lists, up to 10000 of each. A directory \
        service may know more users than it lists. Each user has the groups of a login and no kernel \
        capability; root has the bounding set of this process. The report names a group if membership in \
        it alone changes the answer. It names no group for units and polkit actions, because polkit looks \
        up the groups itself.

        EXAMPLES
          warrant who-can read /etc/shadow
          warrant who-can write notes.txt
          warrant who-can create /srv/upload/new directory
          warrant who-can bind tcp:443
          warrant who-can restart nginx.service
          warrant who-can --format json delete /etc/nginx/nginx.conf

        Exits 0 if every answer is known, 2 if one is not, 64 for a wrong question.
        """
    }

    @Argument(help: "The action, for example read.", completion: .userActions)
    var action: String

    @Argument(help: "The object, such as a path, an endpoint or a unit.", completion: .file())
    var object: String

    @Argument(help: "The argument of the action, where it takes one.")
    var argument: String?

    @Flag(help: "Do not follow a symbolic link at the end of the path.")
    var noFollow = false

    @Option(help: "How to print the answer: text for people, json for programs.")
    var format: ReportFormat = .text

    /// The time limit for all users together.
    private static let limit = Duration.seconds(60)

    func answer() async throws -> ExitCode {
        let asked = try question(action, object, argument)
        let isOfFile = WordTable.linux.action(action)?.word.fileAction != nil
        // Facts about a file are read once; other facts are read for each user.
        let limit = isOfFile ? Policy.defaultLimit : Self.limit
        let report: WhoCanReport
        do throws(NoAnswer) {
            report = try await Patience.ofProcess.answer(within: limit) { await reported(asked) }
        } catch {
            report = WhoCanReport(asked, .failure(.init("\(asked.object) \(error)")))
        }
        switch format {
        case .text: try write(report.text(Style.ofStandardOutput) + ForeignBus.line)
        case .json: try write(try report.json())
        }
        return report.status.code
    }

    private func question(
        _ action: String,
        _ object: String,
        _ argument: String?
    ) throws -> WhoCanReport.Asked {
        let table = WordTable.linux
        guard let (word, _) = table.action(action) else {
            let help = table.advice(for: action, among: table.userActions)
            throw ValidationError("unknown action \(action.quoted); \(help)")
        }
        guard word.isOfUsers else {
            throw ValidationError(
                "`who-can` does not ask \(action.quoted); `warrant can` asks it about one subject"
            )
        }
        let typed = try TypedQuestion(
            action,
            object,
            argument,
            follow: noFollow ? false : nil,
            asking: nil,
            as: .current
        )
        guard case .may(let phrase) = typed.question.claim else { throw ExitStatus.fault.code }
        return WhoCanReport.Asked(action, typed.object, typed.argument, phrase)
    }

    /// Returns the answer, with the answer to the question that was probably meant.
    private func reported(_ asked: WhoCanReport.Asked) async -> WhoCanReport {
        var report = WhoCanReport(asked, await found(asked))
        guard case .success(let found) = report.found, found.obstacle == .isADirectory else {
            return report
        }
        var name = FileWords.newFile(in: asked.object)
        let end = asked.object.utf8.count + 255
        // An existing name would be refused only because it exists.
        while name.utf8.count < end, let likely = try? question("create", name, nil) {
            let found = await self.found(likely)
            guard case .success(let answer) = found, answer.obstacle == .exists else {
                report.likely = [WhoCanReport(likely, found)]
                break
            }
            name += "X"
        }
        return report
    }

    private func found(
        _ asked: WhoCanReport.Asked
    ) async -> Result<WhoCan, WhoCanReport.Unknown> {
        do {
            let question = try asked.question(noFollow: noFollow, as: .current)
            guard let file = question.capability as? FileAccess else {
                return .success(
                    try await WhoCan.live {
                        try asked.question(noFollow: false, as: $0).capability
                    }
                )
            }
            return .success(
                try await WhoCan.live(FileInquiry(file.action, file.path, follow: file.follow))
            )
        } catch {
            return .failure(.init("\(error)"))
        }
    }
}
