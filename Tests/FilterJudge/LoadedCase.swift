import Capabilities
import Foundation
import LinuxCapabilities
import Procedures

/// One process that has loaded random filters, and its questions.
struct LoadedCase {
    private let name: String
    private let filters: [String]
    private let user: String?
    private let questions: [FilterQuestion]

    init(number: Int, questions count: Int, _ random: inout SplitMix) {
        name = "lf\(number)"
        filters = LoadedFilterSettings.lines(&random)
        user = random.chance(50) ? "nobody" : nil
        questions = (0..<count).map { FilterQuestion("l\(number)-\($0)", &random) }
    }

    func judged(_ programs: String) async throws -> Count {
        var count = Count()
        for question in questions { try question.prepare() }
        let file = "\(FilterScene.folder)/\(name).filters"
        try filters.map { $0 + "\n" }.joined().write(
            toFile: file,
            atomically: false,
            encoding: .utf8
        )
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            (user.map { ["setpriv", "--reuid=\($0)", "--clear-groups"] } ?? [])
            + ["\(programs)/SeccompJudge", file, FilterScene.caller]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        // Its answer to a call that does not exist shows that the caller runs.
        input.fileHandleForWriting.write(Data("none\n".utf8))
        guard try output.fileHandleForReading.read(upToCount: 1) != nil else {
            count.failed += 1
            return count
        }
        let subject = Subject.process(pid: process.processIdentifier)
        let host = Host.live.readingFilters()
        var predicted: [Verdict] = []
        for question in questions {
            predicted.append(try await question.answer(subject, on: host).0)
        }
        let calls = questions.map { $0.call + "\n" }.joined()
        input.fileHandleForWriting.write(Data(calls.utf8))
        try input.fileHandleForWriting.close()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(),
            as: UTF8.self
        )
        process.waitUntilExit()
        // The rest of the first answer comes first.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let real = lines.dropFirst().dropLast().map { Int32($0) ?? .min }
        guard real.count == questions.count else {
            count.disagreed += 1
            print("DISAGREES \(name) answers \(real.count) of \(questions.count)")
            return count
        }
        for (index, question) in questions.enumerated() {
            compare(question, predicted[index], real[index], &count)
        }
        return count
    }

    /// A filter may refuse a call before the kernel would, so that the errors can differ.
    private func compare(
        _ question: FilterQuestion,
        _ predicted: Verdict,
        _ real: Int32,
        _ count: inout Count
    ) {
        let words = predicted.reasons.map { "\($0.object) \($0.message)" }.joined(separator: "; ")
        let isRight: Bool
        switch predicted {
        case .authorized: isRight = real == 0
        case .denied: isRight = real != 0
        case .undetermined:
            count.undetermined += 1
            print("undetermined \(question.words): \(real) \(words)")
            return
        }
        count.agreed += isRight ? 1 : 0
        guard !isRight else { return }
        count.disagreed += 1
        print(
            "DISAGREES \(name) \(filters)\n  \(question.words) \(question.call): \(real), "
                + "not \(predicted.answer) \(words)"
        )
    }
}
