import Capabilities
import Foundation
import Kernel
import LinuxCapabilities
import LinuxSystem
import Procedures

/// One service with random filters, and its questions.
struct FilterCase {
    private let name: String
    private let lines: [String]
    private let questions: [FilterQuestion]

    init(number: Int, questions count: Int, _ random: inout SplitMix) {
        name = "fj\(number)"
        lines = FilterSettings.lines(&random)
        questions = (0..<count).map { FilterQuestion("\(number)-\($0)", &random) }
    }

    /// The unit file that is asked about. The real one has an output besides, which is not modelled.
    private var path: String { "\(FilterScene.folder)/\(name).service" }

    func write() throws {
        let text = lines.joined(separator: "\n") + "\n"
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        let real =
            text + "Type=oneshot\nStandardInput=file:\(FilterScene.folder)/\(name).in\n"
            + "StandardOutput=file:\(FilterScene.folder)/\(name).out\n"
        try real.write(
            toFile: "/run/systemd/system/\(name).service",
            atomically: false,
            encoding: .utf8
        )
        try questions.map { $0.call + "\n" }.joined()
            .write(toFile: "\(FilterScene.folder)/\(name).in", atomically: false, encoding: .utf8)
        for question in questions { try question.prepare() }
    }

    func judged() async throws -> Count {
        var count = Count()
        let subject = Subject.unitFile(path)
        var failure: String?
        if case .unknown(let reason) = try await Host.live.identity(of: subject) {
            failure = reason.message
        }
        var predicted: [(Verdict, Errno?)] = []
        for question in questions { predicted.append(try await question.answer(subject)) }

        let status = try run("systemctl", "start", "\(name).service")
        let output =
            (try? String(contentsOfFile: "\(FilterScene.folder)/\(name).out", encoding: .utf8))
            ?? ""
        let real = output.split(separator: "\n").map { Int32($0) ?? .min }
        if status != 0 { count.failed += 1 }
        if let failure {
            let isRight = status != 0 && real.isEmpty
            isRight ? count.agreed += 1 : disagree("starts", failure, &count)
            return count
        }
        guard status == 0, real.count == questions.count else {
            disagree("answers \(real.count), \(status)", "\(questions.count)", &count)
            return count
        }
        for (index, question) in questions.enumerated() {
            compare(question, predicted[index], real[index], &count)
        }
        return count
    }

    private func compare(
        _ question: FilterQuestion,
        _ predicted: (verdict: Verdict, error: Errno?),
        _ real: Int32,
        _ count: inout Count
    ) {
        let reasons = predicted.verdict.reasons
        let words = reasons.map { "\($0.object) \($0.message)" }.joined(separator: "; ")
        let isRight: Bool
        switch predicted.verdict {
        case .authorized: isRight = real == 0
        case .denied where reasons[0].code == "system-call-refused":
            let effect =
                real == -31
                ? "the process ends with SIGSYS" : Errno(rawValue: max(real, 0)).explanation
            // Each call can have an effect of its own, and the answer names one of them.
            isRight = real != 0 && (words.hasSuffix(effect) || !question.makes(callNamedIn: words))
        // Another of the calls may meet the rule that is named.
        case .denied where real == -31 || real == Errno.EAFNOSUPPORT.rawValue: isRight = true
        // A new network can have a route before it has a source address.
        case .denied where predicted.error == .ENETUNREACH && real == Errno.EADDRNOTAVAIL.rawValue:
            isRight = true
        case .denied: isRight = real != 0 && (predicted.error.map { $0.rawValue == real } ?? true)
        case .undetermined:
            count.undetermined += 1
            print("undetermined \(question.words): \(real) \(words)")
            return
        }
        if isRight {
            count.agreed += 1
        } else {
            let answer = "\(predicted.verdict.answer) \(predicted.error?.name ?? "") \(words)"
            disagree("\(question.words) \(question.call): \(real)", answer, &count)
        }
    }

    private func disagree(_ real: String, _ predicted: String, _ count: inout Count) {
        count.disagreed += 1
        print("DISAGREES \(name) \(lines)\n  \(real), not \(predicted)")
    }
}
