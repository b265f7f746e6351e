import ArgumentParser
public import LinuxCapabilities
import Questions

struct CanCommand: AnsweringCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "can",
            _superCommandName: "warrant",
            abstract:
                "Ask one question: may this subject do this, and if not, what refuses it?",
            usage: """
                warrant can [<options>] <action> <object> [<argument>]
                warrant can --list [<options>] <directory>
                warrant can --batch <file>
                """,
            discussion: isDocumented ? discussion : ""
        )
    }

    private static var discussion: String {
        """
        ACTIONS
        \(WordTable.linux.help)

        EXAMPLES
          warrant can read /etc/shadow
          warrant can bind tcp:443
          warrant can unit nginx.service enabled
          warrant can --list --as www-data /srv
          warrant can --list --may write --not-owner .
          warrant can --batch questions.jsonl
          warrant can --authorize confirm "Restart the web server?"

        Exits 0 for yes, 1 for no, 2 if the answer is unknown, 64 for a wrong question.

        ASKING
        Without --authorize, it requests nothing. With it, this process requests a missing permission, \
        and announces each request on standard error: confirm asks a person, action asks a polkit agent, \
        unit starts or stops the unit, and connect waits for the network. One-time approvals lapse when \
        this command exits.

        LIST
        Each entry below a directory has a row: what the subject may do with it, then mode, owners and \
        name as ls -l lists them. r read, w write and x execute or search are the answers of access(2); \
        c creates a name in the directory; d deletes the entry, a directory once it is empty; - is no, ? \
        is unknown; a blank does not apply. Links are not followed. Mounted file systems are included. Entries that allow nothing \
        share a row. With --may and --not-owner, entries whose rights are not known are listed too. \
        Exits 2 if an answer is unknown or left out.

        BATCH
        Each line of the file is a question about its own subject:
          {"id":1,"subject":{"uid":33,"gid":33},"action":"read","object":"/etc/shadow"}
        Each answer is a line, in the same order, written as soon as it is known:
          {"id":1,"verdict":"denied","errno":"EACCES","because":"…"}
        A subject is described by numbers, or named: {"user":"www-data"} with the groups of the name \
        service, {"pid":812}, {"unit":"nginx.service"}, {"container":"web"}, \
        {"unit-file":"/etc/systemd/system/web.service"}, or {"unit":"web.service","restarted":true} as \
        systemd would start it; both take "command":"ExecStartPre:2" for another command than ExecStart. \
        A wrong line is answered with its "error", and the other lines are still answered. Facts are read \
        again after one second, and before the program waits for input. \
        Exits 0, 65 if a line was wrong, 66 if the file cannot be read.
        """
    }

    @Argument(help: "The action, for example read.", completion: .actionsOrDirectories)
    var action: String?

    @Argument(help: "The object, such as a path, an endpoint or a unit.", completion: .file())
    var object: String?

    @Argument(help: "The argument of the action, where it takes one.")
    var argument: String?

    @Flag(help: "Do not follow a symbolic link at the end of the path.")
    var noFollow = false

    @Option(help: "How to print the answer: text for people, json for programs.")
    var format: ReportFormat = .text

    @Option(
        help: ArgumentHelp(
            "The source of file answers: the rules (model), the kernel, or both; they must agree.",
            valueName: "model|kernel|both"
        )
    )
    var ask: FileAccess.Asking?

    @Flag(help: "Report a yes that rests on an assumption as not known.")
    var strict = false

    @Option(
        help: ArgumentHelp(
            "Answer the questions in a file, one per line; - is standard input.",
            valueName: "file"
        )
    )
    var batch: String?

    @Flag(help: "List what the subject may do in the tree below a directory.")
    var list = false

    @Option(help: ArgumentHelp("With --list: how many levels below the directory.", valueName: "n"))
    var depth: Int?

    @Option(
        help: ArgumentHelp("With --list: how many entries to look at (10000).", valueName: "n")
    )
    var limit: Int?

    @Option(
        help: ArgumentHelp(
            "With --list: only entries with this right: read, write, execute, create or delete.",
            valueName: "right"
        )
    )
    var may: EntryFilter.Right?

    @Flag(help: "With --list: only entries that the subject does not own.")
    var notOwner = false

    @Flag(help: "Request the permission if it is missing: from a person, polkit or systemd.")
    var authorize = false

    @Option(
        help: ArgumentHelp(
            "With --authorize: the time limit of the request (5m).",
            valueName: "duration"
        )
    )
    var within: String?

    @OptionGroup(title: "Subject")
    var subjectOptions: SubjectOptions

    var choice: Can {
        Can(
            action: action,
            object: object,
            argument: argument,
            noFollow: noFollow,
            format: format,
            ask: ask,
            strict: strict,
            batch: batch,
            list: list,
            depth: depth,
            limit: limit,
            may: may,
            notOwner: notOwner,
            authorize: authorize,
            within: within,
            subjectChoice: subjectOptions.choice
        )
    }

    func validate() throws { try choice.validate() }

    func answer() async throws -> ExitCode { try await choice.answer() }
}

extension FileAccess.Asking: WordOption {}
extension EntryFilter.Right: WordOption {}
