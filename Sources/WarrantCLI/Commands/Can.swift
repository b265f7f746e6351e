import ArgumentParser
import Capabilities
public import LinuxCapabilities
import PolicyEngine
import Procedures

struct Can: Answering {
    static let configuration = CommandConfiguration(
        commandName: "can",
        abstract:
            "Ask one question: may this subject do this, and if not, which single link says no?",
        usage: """
            warrant can [<options>] <action> <object> [<argument>]
            warrant can --list [<options>] <directory>
            warrant can --batch <file>
            """,
        discussion: """
            ACTIONS
              read, write, read-write, append, open-truncate, open-create PATH    open(2)
              search, list, stat, read-link, truncate PATH                        as named
              execute PATH [DIRECTORY]     execve(2), by one who stands in a directory
              access PATH [rwx]            faccessat2(2), by the effective user
              create PATH [file|directory|symlink|fifo|device]
              delete PATH [file|directory] unlink(2), rmdir(2), or whichever fits
              rename, link PATH NEW-PATH
              chmod PATH MODE, chown PATH UID, chgrp PATH GID
              touch PATH [now|TIME], set-attribute PATH, set-acl PATH
              use, raise CAP_NAME          a kernel capability in effect, or permitted
              bind ENDPOINT                tcp:PORT, tcp:ADDRESS:PORT, udp:…, unix:/path
              connect ENDPOINT             tcp:HOST:PORT, tcp:[V6]:PORT, udp:…, unix:/path, unix:@name
              resolve HOST                 a name, to addresses
              route ADDRESS                a way for packets, by the routing tables
              unit NAME [STATE]            active (default), inactive, failed, loaded, masked,
                                           enabled, disabled

            EXAMPLES
              warrant can read /etc/shadow
              warrant can bind tcp:443
              warrant can unit nginx.service enabled
              warrant can --list --as www-data /srv
              warrant can --batch questions.jsonl

            Exits 0 for yes, 1 for no, 2 where there is no answer, 64 for a question asked wrongly.

            LIST
            A row for each entry below a directory: what the subject may do with it, and mode, owners and \
            name as ls -l lists them. r read, w write, x execute or search, c create a name in it, \
            d delete it, a directory once it is empty; - no, ? no answer. Links are not followed, and \
            what is mounted is gone into. Entries that allow nothing share a row. \
            Exits 2 where something is not known or left out.

            BATCH
            Each line is a question about a subject of its own:
              {"id":1,"subject":{"uid":33,"gid":33},"action":"read","object":"/etc/shadow"}
            and each answer a line, in the same order, while they come:
              {"id":1,"verdict":"denied","errno":"EACCES","because":"…"}
            A line that is wrong is answered with its "error", and the rest is done. \
            Exits 0, 65 when a line was wrong, 66 when the file cannot be read.
            """
    )

    @Argument(help: "What is to be done.", completion: .list(Question.actions))
    var action: String?

    @Argument(help: "To what.", completion: .file())
    var object: String?

    @Argument(help: "The argument of the action, where it takes one.")
    var argument: String?

    @Flag(help: "Do not follow a symbolic link at the end of the path.")
    var noFollow = false

    @Option(help: "How to print the answer: text for people, json for programs.")
    var format: ReportFormat = .text

    @Option(
        help: ArgumentHelp(
            "Who decides about files: the rules, the kernel where it can be asked, or both, which must agree.",
            valueName: "model|kernel|both"
        )
    )
    var ask: FileAccess.Asking?

    @Option(
        help: ArgumentHelp(
            "Answer the questions in the lines of a file, - being standard input.",
            valueName: "file"
        )
    )
    var batch: String?

    @Flag(help: "List what may be done in the tree below a directory.")
    var list = false

    @Option(help: ArgumentHelp("With --list: how many levels below the directory.", valueName: "n"))
    var depth: Int?

    @Option(
        help: ArgumentHelp("With --list: how many entries at the most (10000).", valueName: "n")
    )
    var limit: Int?

    @OptionGroup(title: "Subject")
    var subjectOptions: SubjectOptions

    func validate() throws {
        guard batch == nil else { return try refuseQuestion() }
        try escapingInvisibles {
            if list { _ = try listing() } else { _ = try question() }
        }
    }

    private func listing() throws -> Listing {
        guard object == nil, !noFollow else {
            throw ValidationError("--list takes a directory, and nothing besides but a subject")
        }
        let subject = try subjectOptions.subject() ?? .current
        return try Listing(action, subject, depth: depth, limit: limit, format)
    }

    /// The lines of a batch name everything themselves.
    private func refuseQuestion() throws {
        guard action == nil else {
            throw ValidationError("--batch has its questions from lines; leave out the action")
        }
        guard !list else { throw ValidationError("--batch and --list are two commands; give one") }
        guard !noFollow else {
            throw ValidationError("--batch has `follow` in its lines; leave out --no-follow")
        }
        guard ask == nil || ask == .model else {
            throw ValidationError("--batch asks the rules; leave out --ask")
        }
        guard try subjectOptions.subject() == nil else {
            throw ValidationError(
                "--batch has a subject in each line; leave out --as, --pid and --unit"
            )
        }
    }

    private func question() throws -> Question {
        guard depth == nil, limit == nil else {
            throw ValidationError("--depth and --limit belong to --list")
        }
        guard let action else { throw ValidationError("Missing expected argument '<action>'") }
        guard let object else { throw ValidationError("Missing expected argument '<object>'") }
        return try Question(
            action,
            object,
            argument,
            follow: noFollow ? false : nil,
            asking: ask,
            subject: subjectOptions.subject() ?? .current
        )
    }

    func answer() async throws {
        if let batch { throw await answers(to: batch).code }
        if list { throw try await listing().answer().code }
        let question = try question()
        let verdict = await verdict(question)
        let subject = try subjectOptions.subject() ?? .current
        let answer = AnswerReport(question: question, subject: subject, verdict: verdict)
        let status = ExitStatus(verdict)
        switch format {
        case .text: try write(answer.text(Style.ofStandardOutput))
        case .json:
            try write(try answer.json(action ?? "", object ?? "", argument, exit: status))
        }
        throw status.code
    }

    private func answers(to batch: String) async -> ExitStatus {
        do {
            var answers = try Batch()
            return try await answers.answer(batch)
        } catch {
            complain("\(error)")
            return .fault
        }
    }

    private func verdict(_ question: Question) async -> Verdict {
        let capability = question.capability
        let verdict = await withDeadline(Policy.defaultLimit, startsHere: true) {
            await capability.verdict()
        }
        let late = "gave no answer within \(Policy.defaultLimit.spelled)"
        return verdict ?? .undetermined([Reason("no-answer-in-time", capability.name, late)])
    }
}

extension FileAccess.Asking: WordOption {}
