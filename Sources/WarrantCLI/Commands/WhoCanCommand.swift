import ArgumentParser
import LinuxCapabilities
import Policies
import PolicyLanguage
import Procedures
import Questions

/// `warrant who-can`.
struct WhoCanCommand: Answering {
    static let configuration = CommandConfiguration(
        commandName: "who-can",
        abstract: "Tell which users and groups of this host may do something to a file.",
        usage: "warrant who-can [<options>] <action> <path> [<argument>]",
        discussion: """
            The actions are the file actions of `warrant can`; see `warrant help can`.

            Users and groups are those that the name service lists, up to 10000 of each; a directory \
            service may know more than it lists. Users have the groups that they would log in with, and \
            no kernel capability; root has the bounding set of this process. \
            A group is named where its membership alone turns the answer.

            EXAMPLES
              warrant who-can read /etc/shadow
              warrant who-can write /var/log/syslog
              warrant who-can create /srv/upload/new directory
              warrant who-can --format json delete /etc/nginx/nginx.conf

            Exits 0 when that is known, 2 when of somebody it is not, 64 for a question asked wrongly.
            """
    )

    @Argument(help: "What is to be done.", completion: .list(WordTable.linux.fileActions))
    var action: String

    @Argument(help: "To which file.", completion: .file())
    var path: String

    @Argument(help: "The argument of the action, where it takes one.")
    var argument: String?

    @Flag(help: "Do not follow a symbolic link at the end of the path.")
    var noFollow = false

    @Option(help: "How to print the answer: text for people, json for programs.")
    var format: ReportFormat = .text

    func validate() throws { _ = try question() }

    private func question() throws -> (inquiry: FileInquiry, phrase: String) {
        let table = WordTable.linux
        guard let (word, _) = table.action(action) else {
            let help = table.advice(for: action, among: table.fileActions)
            throw ValidationError("unknown action \(action.quoted); \(help)")
        }
        guard word.fileAction != nil else {
            throw ValidationError(
                "\(action.quoted) is asked of one subject, not of a file; `warrant can` answers it"
            )
        }
        let follow = noFollow ? false : nil as Bool?
        let question = try Question(
            action,
            path,
            argument,
            follow: follow,
            asking: nil,
            as: .current
        )
        guard let file = question.capability as? FileAccess, case .may(let phrase) = question.claim
        else { throw ExitStatus.fault.code }
        return (FileInquiry(file.action, path, follow: follow), phrase)
    }

    func answer() async throws -> ExitCode {
        let question = try question()
        let found = await withDeadline(Policy.defaultLimit) { await Self.found(question.inquiry) }
        let late = "no answer came within \(Policy.defaultLimit.spelled)"
        let report = WhoCanReport(phrase: question.phrase, found: found ?? .failure(.init(late)))
        switch format {
        case .text: try write(report.text(Style.ofStandardOutput))
        case .json: try write(try report.json(action, path, argument))
        }
        return report.status.code
    }

    private static func found(_ inquiry: FileInquiry) async -> Result<WhoCan, WhoCanReport.Unknown>
    {
        do {
            return .success(try await WhoCan.live(inquiry))
        } catch {
            return .failure(.init("\(error)"))
        }
    }
}
