import ArgumentParser
import Capabilities
import LinuxCapabilities
import PolicyLanguage
import Questions
import Text

/// What `warrant can` is asked.
struct Can: Answering, Equatable {
    var action: String?
    var object: String?
    var argument: String?
    var noFollow = false
    var format: ReportFormat = .text
    var ask: FileAccess.Asking?
    var strict = false
    var batch: String?
    var list = false
    var depth: Int?
    var limit: Int?
    var may: EntryFilter.Right?
    var notOwner = false
    var authorize = false
    var within: String?
    var subjectChoice = SubjectChoice()

    private func asking() throws -> AskingChoice? {
        try AskingChoice(authorize, within: within, subjectChoice)
    }

    private func listing(of subject: Subject) throws -> Listing {
        guard object == nil, !noFollow else {
            throw ValidationError("--list takes one directory; leave out the other arguments")
        }
        guard ask == nil || ask == .model else {
            throw ValidationError("--list asks the rules; leave out --ask")
        }
        guard !authorize else { throw ValidationError("--list only looks; leave out --authorize") }
        guard !subjectChoice.exactFilter else {
            throw ValidationError("--list asks about no system calls; leave out --exact-filter")
        }
        let extent = try Listing.extent(depth: depth, limit: limit)
        let filter = EntryFilter(right: may, isOfOthers: notOwner)
        return try Listing(action, subject, extent, format, filter, strict: strict)
    }

    /// Refuses arguments beside `--batch`: its lines state everything themselves.
    private func refuseQuestion() throws {
        guard action == nil else {
            throw ValidationError("--batch reads its questions from a file; leave out the action")
        }
        guard !list else { throw ValidationError("--batch excludes --list; leave one out") }
        guard !noFollow else {
            throw ValidationError("--batch has `follow` in its lines; leave out --no-follow")
        }
        guard ask == nil || ask == .model else {
            throw ValidationError("--batch asks the rules; leave out --ask")
        }
        guard !authorize, within == nil else {
            throw ValidationError("--batch asks the rules; leave out --authorize and --within")
        }
        guard !subjectChoice.isGiven else {
            throw ValidationError(
                "--batch has a subject in each line; leave out \(SubjectChoice.names)"
            )
        }
    }

    private func question(about subject: Subject, on host: Host) throws -> TypedQuestion {
        guard let action else {
            throw ValidationError(
                "name an action and its object, as in `warrant can read /etc/shadow`"
            )
        }
        guard let object else {
            guard !action.utf8.contains(0x2F) else {
                throw ValidationError(
                    "\(action.quoted) is not an action; write an action before it, as in `warrant can read \(action.onOneLine)`"
                )
            }
            throw ValidationError(
                "\(action.quoted) needs an object, as in `warrant can read /etc/shadow`"
            )
        }
        return try TypedQuestion(
            action,
            object,
            argument,
            follow: noFollow ? false : nil,
            asking: ask,
            as: subject,
            on: host
        )
    }

    func validate() throws {
        guard list || depth == nil && limit == nil && may == nil && !notOwner else {
            throw ValidationError("--depth, --limit, --may and --not-owner belong to --list")
        }
        guard !subjectChoice.exactFilter || subjectChoice.isGiven || batch != nil else {
            throw ValidationError(
                "--exact-filter reads the filters of another process; add --pid, --unit or --container"
            )
        }
    }

    func answer() async throws -> ExitCode {
        if let batch {
            try refuseQuestion()
            return await answers(to: batch).code
        }
        let asking = try asking()
        let named = try subjectChoice.subject()
        let subject = await SubjectChoice.asked(named) ?? .current
        if list { return try await listing(of: subject).answer().code }
        let host = subjectChoice.host.keepingSubjects()
        let typed = try question(about: subject, on: host)
        try await typed.requireMeaning()
        let question = typed.question
        let verdict = await verdict(question, asking)
        await IgnoredLines.warn(of: subject, on: host)
        let answer = AnswerReport(question: question, subject: subject, verdict: verdict)
        let status = ExitStatus(verdict)
        switch format {
        case .text: try write(answer.text(Style.ofStandardOutput) + ForeignBus.line)
        case .json:
            try write(try answer.json(action ?? "", typed.object, typed.argument, exit: status))
        }
        return status.code
    }

    private func answers(to batch: String) async -> ExitStatus {
        defer { ForeignBus.complainOf() }
        do {
            var answers = try Batch(strict: strict, on: subjectChoice.host)
            return try await answers.answer(batch)
        } catch {
            complain("\(error)")
            return .fault
        }
    }

    private func verdict(_ question: Question, _ asking: AskingChoice?) async -> Verdict {
        guard let asking else { return await question.verdict(strict: strict) }
        return await asking.verdict(of: strict ? question.capability.strict : question.capability)
    }
}

extension Can: PlainQuestion {
    init?(plain words: [String], about subject: SubjectChoice) {
        guard (1...3).contains(words.count) else { return nil }
        self.init(
            action: words[0],
            object: words.dropFirst().first,
            argument: words.dropFirst(2).first,
            subjectChoice: subject
        )
    }
}
