import ArgumentParser
import Capabilities
public import LinuxCapabilities
import PolicyEngine
import Procedures

struct Can: Answering {
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

    @Flag(help: "Count a yes that rests on an assumption as not known.")
    var strict = false

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

    @Flag(help: "Ask for it where it is missing: a person, polkit, systemd.")
    var authorize = false

    @Option(
        help: ArgumentHelp(
            "With --authorize: how long to ask at most (5m).",
            valueName: "duration"
        )
    )
    var within: String?

    @OptionGroup(title: "Subject")
    var subjectOptions: SubjectOptions

    func validate() throws {
        guard batch == nil else { return try refuseQuestion() }
        _ = try asking()
        if list { _ = try listing() } else { _ = try question() }
    }

    private func asking() throws -> AskingChoice? {
        try AskingChoice(authorize, within: within, subjectOptions)
    }

    private func listing() throws -> Listing {
        guard object == nil, !noFollow else {
            throw ValidationError("--list takes a directory, and nothing besides but a subject")
        }
        guard !authorize else { throw ValidationError("--list only looks; leave out --authorize") }
        let subject = try subjectOptions.subject() ?? .current
        let extent = try Listing.extent(depth: depth, limit: limit)
        return try Listing(action, subject, extent, format, strict: strict)
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
        guard !authorize, within == nil else {
            throw ValidationError("--batch asks the rules; leave out --authorize and --within")
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
        let verdict = await verdict(question, try asking())
        let subject = try subjectOptions.subject() ?? .current
        let answer = AnswerReport(question: question, subject: subject, verdict: verdict)
        let status = ExitStatus(verdict)
        switch format {
        case .text: try write(answer.text(Style.ofStandardOutput) + ForeignBus.line)
        case .json:
            try write(try answer.json(action ?? "", object ?? "", argument, exit: status))
        }
        throw status.code
    }

    private func answers(to batch: String) async -> ExitStatus {
        defer { ForeignBus.complainOf() }
        do {
            var answers = try Batch(strict: strict)
            return try await answers.answer(batch)
        } catch {
            complain("\(error)")
            return .fault
        }
    }

    private func verdict(_ question: Question, _ asking: AskingChoice?) async -> Verdict {
        let capability = strict ? question.capability.strict : question.capability
        if let asking { return await asking.verdict(of: capability) }
        let verdict = await withDeadline(Policy.defaultLimit, startsHere: true) {
            await capability.verdict()
        }
        let late = "gave no answer within \(Policy.defaultLimit.spelled)"
        return verdict ?? .undetermined([Reason("no-answer-in-time", capability.name, late)])
    }
}

extension FileAccess.Asking: WordOption {}
