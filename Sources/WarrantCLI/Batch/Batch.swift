import AccessModel
import ArgumentParser
import Kernel
import LinuxCapabilities
import LinuxSystem
import PolicyLanguage

/// Questions from the lines of a file, answered in their order while they come.
struct Batch {
    private let strict: Bool
    private var facts: BatchFacts
    /// Also at first: the first line may come late.
    private var areFactsForgotten = true
    private var subjects: BatchSubjects
    private var answers = AnswerBuffer()
    private var hasBadLines = false

    /// - Parameter strict: Whether a yes that rests on an assumption counts as not known.
    init(strict: Bool) throws {
        self.strict = strict
        facts = try BatchFacts(strict: strict)
        let last = UInt8(clamping: CapabilityCalls.last)
        let own = try CapabilityCalls.ownSets(bits: 0...last)
        subjects = BatchSubjects(
            bounding: own.bounding,
            namespace: try UserNamespaces.own()
        )
    }

    /// - Parameter path: A file, or `-` for standard input.
    mutating func answer(_ path: String) async throws -> ExitStatus {
        do throws(SystemError) {
            var lines = LineReader(path == "-" ? .standard() : try InputFile(at: path))
            var isAtEnd = false
            while !isAtEnd {
                isAtEnd = try !lines.fill()
                while let line = lines.next() {
                    guard renewFacts() else { return .fault }
                    await answer(line, in: lines.buffer)
                    if answers.isFull { try flush() }
                }
                // Before the answers: who reads them may change something, and then ask again.
                if lines.mustWait { areFactsForgotten = true }
                try flush()
            }
        } catch {
            guard error.call != "write(2)" else { return .fault }
            complain("cannot read \(path.quoted): \(error.reason) (\(error.name))")
            return .unreadablePolicy
        }
        return hasBadLines ? .invalidPolicy : .holds
    }

    /// - Returns: Whether there are facts to answer by.
    private mutating func renewFacts() -> Bool {
        guard facts.areOld() || areFactsForgotten else { return true }
        do throws(SystemError) {
            facts = try BatchFacts(strict: strict)
            areFactsForgotten = false
            return true
        } catch {
            try? flush()
            complain("\(error)")
            return false
        }
    }

    private mutating func flush() throws(SystemError) {
        do throws(SystemError) {
            try answers.flush()
        } catch {
            complain("cannot write the answers: \(error.reason) (\(error.name))")
            throw error
        }
    }

    private mutating func answer(_ line: LineReader.Line, in buffer: [UInt8]) async {
        guard case .whole(let range) = line else {
            return refuse(
                nil,
                BadLine("longer than \(LineReader.longestLine) bytes; ask less at once")
            )
        }
        var scanner = JSONScanner(buffer, in: range)
        scanner.skipSpace()
        guard scanner.position < scanner.end else { return }
        let line = BatchLine(&scanner)
        do throws(BadLine) {
            if let problem = line.problem { throw problem }
            guard let subject = line.subject else {
                throw BadLine("`subject` is missing; name one, such as {\"uid\":33,\"gid\":33}")
            }
            let credentials = try subjects.subject(buffer, in: subject)
            let question = try BatchQuestion(line, scanner, &facts.accounts)
            let answer = await answer(question, credentials)
            answers.append(id: line.id.map { buffer[$0] }, answer)
        } catch {
            refuse(line.id.map { buffer[$0] }, error)
        }
    }

    private mutating func refuse(_ id: ArraySlice<UInt8>?, _ problem: BadLine) {
        hasBadLines = true
        answers.append(id: id, problem)
    }

    private mutating func answer(
        _ question: BatchQuestion,
        _ subject: Credentials
    ) async -> BatchAnswer {
        switch question {
        case .file(let question): return answer(question, subject)
        case .kernelCapability(let capability):
            if subject.effective.contains(capability) {
                return BatchAnswer(.authorized, "\(capability) is among its kernel capabilities")
            }
            let reach = subject.reach(for: capability) { $0.effective.contains(capability) }
            let because = "\(capability) is not among its kernel capabilities"
            return BatchAnswer(refused: because, "EPERM", unless: reach.words)
        case .bindPath(let question):
            let answer = answer(question, subject)
            guard answer.errno == "EEXIST" else { return answer }
            return BatchAnswer(.denied, answer.because, errno: "EADDRINUSE")
        case .bindPort(let look): return await facts.shared.answer(look, for: subject)
        case .connectPath(let question, let endpoint):
            let answer = answer(question, subject)
            guard answer.verdict == .authorized else { return answer }
            return await facts.shared.answer(NetworkReachability(.connect, to: endpoint))
        case .route(let address):
            return await facts.shared.answer(
                NetworkReachability(.route, to: address, as: Subject(routing: subject))
            )
        case .shared(let question): return await facts.shared.answer(question)
        }
    }

    private mutating func answer(_ question: FileQuestion, _ subject: Credentials) -> BatchAnswer {
        guard let stop = facts.files.refusal(of: question, for: subject) else {
            return BatchAnswer(.authorized, "nothing on the way or of the file refuses it")
        }
        let because = sentence(for: stop, of: question, subject)
        guard case .refused(let refusal) = stop else { return BatchAnswer(.undetermined, because) }
        let reach = facts.words.sentence(
            for: refusal,
            of: question,
            byItself: subject,
            in: facts.files
        )
        return BatchAnswer(refused: because, errorName(refusal.error.rawValue), unless: reach)
    }

    private mutating func sentence(
        for stop: Stop,
        of question: FileQuestion,
        _ subject: Credentials
    ) -> String {
        facts.words.sentence(for: stop, of: question, in: facts.files.tree, subject)
    }
}

extension Subject {
    /// What of a subject decides its routes: the user, and which users it can become.
    fileprivate init(routing subject: Credentials) {
        let all = (0..<64).compactMap { KernelCapability(rawValue: $0) }
        self = .user(
            "\(subject.user)",
            groups: ["\(subject.group)"],
            capabilities: all.filter(subject.effective.contains)
        )
    }
}
