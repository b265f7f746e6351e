import Kernel
import LinuxCapabilities
import LinuxSystem
import PolicyLanguage
import Questions
import Text

/// Reads questions from the lines of a file and answers them in order as they arrive.
struct Batch {
    private let strict: Bool
    private let host: Host
    /// Nil while no question is answered. Its files stay open, and would keep their file systems from being unmounted.
    private var facts: BatchFacts?
    private var accounts = KnownAccounts()
    private var subjects: BatchSubjects
    private var answers = AnswerBuffer()
    private var hasBadLines = false

    /// - Parameters:
    ///   - strict: True if an `authorized` that rests on an assumption becomes `undetermined`.
    ///   - host: Answers for named subjects.
    init(strict: Bool, on host: Host) throws {
        (self.strict, self.host) = (strict, host)
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
                    guard var facts = takeFacts() else { return .fault }
                    await answer(line, in: lines.buffer, by: &facts)
                    self.facts = facts
                    if answers.isFull { try flush() }
                }
                // Before the answers are written: their reader may change the host and then ask again.
                if lines.mustWait { forgetFacts() }
                try flush()
            }
        } catch {
            guard error.call != "write(2)" else { return .fault }
            complain("cannot read \(path.quoted): \(error.reason) (\(error.name))")
            return .unreadablePolicy
        }
        return hasBadLines ? .invalidPolicy : .holds
    }

    /// Returns the facts to answer from, which are then the caller's alone; nil after a message if there can be none.
    private mutating func takeFacts() -> BatchFacts? {
        if var current = facts.take(), !current.areOld() { return current }
        forgetFacts()
        do throws(SystemError) {
            return try BatchFacts(strict: strict)
        } catch {
            try? flush()
            complain("\(error)")
            return nil
        }
    }

    private mutating func forgetFacts() {
        facts = nil
        accounts = KnownAccounts()
        subjects.forget()
    }

    private mutating func flush() throws(SystemError) {
        do throws(SystemError) {
            try answers.flush()
        } catch {
            complain("cannot write the answers: \(error.reason) (\(error.name))")
            throw error
        }
    }

    private mutating func answer(
        _ line: LineReader.Line,
        in buffer: [UInt8],
        by facts: inout BatchFacts
    ) async {
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
            let answer = try await answer(
                line,
                scanner,
                of: try await subjects.subject(buffer, in: subject, &accounts),
                by: &facts
            )
            answers.append(id: line.id.map { buffer[$0] }, answer)
        } catch {
            refuse(line.id.map { buffer[$0] }, error)
        }
    }

    private mutating func answer(
        _ line: BatchLine,
        _ scanner: JSONScanner,
        of subject: BatchSubject,
        by facts: inout BatchFacts
    ) async throws(BadLine) -> BatchAnswer {
        let named: Subject
        switch subject {
        case .unknown(let reason): return BatchAnswer(unknown: reason)
        case .running(let running): named = running
        case .described(_, .some(let user)) where !line.isOfDescribed(scanner): named = user
        case .described(let credentials, _):
            return await facts.answer(try line.question(scanner, &accounts), credentials)
        }
        let question = try line.question(of: named, on: host, scanner, &accounts)
        return BatchAnswer(await question.verdict(strict: strict))
    }

    private mutating func refuse(_ id: ArraySlice<UInt8>?, _ problem: BadLine) {
        hasBadLines = true
        answers.append(id: id, problem)
    }
}
