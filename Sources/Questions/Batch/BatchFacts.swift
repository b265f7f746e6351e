package import AccessModel
import Capabilities
import Kernel
import LinuxCapabilities
package import LinuxSystem
import Procedures

/// The facts that a batch keeps about this host, and their lifetime.
///
/// Kept facts save most of the time of a question, but become stale. All of them are therefore dropped after a second,
/// after 100,000 questions, and before the program waits for input. This also limits memory, as do limits on the number
/// of files and on the length of their paths.
package struct BatchFacts {
    private static let patience = Duration.seconds(1)
    private static let mostQuestions = 100_000
    private static let mostFiles = 50_000
    private static let mostBytes = 1 << 23

    private let files: LiveFileTree
    private var words = RepeatedWords()
    private var shared: SharedAnswers
    private let born = ContinuousClock.now
    private var questions = 0
    /// The files whose paths were counted, and the total length of those paths in bytes.
    private var counted = (files: 0, bytes: 0)

    /// - Parameter strict: True if a yes that rests on an assumption counts as undetermined.
    /// - Throws: ``SystemError`` as ``LiveFileTree/init(root:ofProcess:forSelf:watching:)``.
    package init(strict: Bool) throws(SystemError) {
        files = try LiveFileTree()
        shared = SharedAnswers(strict: strict)
    }

    /// Counts a question, and returns whether its answer needs facts that are read anew.
    package mutating func areOld() -> Bool {
        questions += 1
        for file in files.tree.details[counted.files...] { counted.bytes += file.path.utf8.count }
        counted.files = files.tree.details.count
        return questions > Self.mostQuestions || counted.files > Self.mostFiles
            || counted.bytes > Self.mostBytes || ContinuousClock.now - born >= Self.patience
    }
}

extension BatchFacts {
    /// - Parameter subject: The subject, as a line describes it.
    package mutating func answer(
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
        case .bindPort(let look): return await shared.answer(look, for: subject)
        case .connectPath(let question, let endpoint):
            let answer = answer(question, subject)
            guard answer.verdict == .authorized else { return answer }
            return await shared.answer(NetworkReachability.connect(to: endpoint))
        case .route(let address):
            return await shared.answer(
                NetworkReachability.route(to: address, as: Subject(routing: subject))
            )
        case .shared(let question): return await shared.answer(question)
        }
    }

    private mutating func answer(_ question: FileQuestion, _ subject: Credentials) -> BatchAnswer {
        guard let stop = files.refusal(of: question, for: subject) else {
            return BatchAnswer(.authorized, "no rule refuses it")
        }
        let because = sentence(for: stop, of: question, subject)
        guard case .refused(let refusal) = stop else { return BatchAnswer(.undetermined, because) }
        let reach = words.sentence(
            for: refusal,
            of: question,
            byItself: subject,
            in: files
        )
        let errno = refusal.isFirst ? refusal.error.name : nil
        return BatchAnswer(refused: because, errno, unless: reach)
    }

    private mutating func sentence(
        for stop: Stop,
        of question: FileQuestion,
        _ subject: Credentials
    ) -> String {
        words.sentence(for: stop, of: question, in: files.tree, subject)
    }
}

extension Subject {
    /// Creates a subject with the properties that determine its routes: its user, group and kernel capabilities.
    fileprivate init(routing subject: Credentials) {
        let all = (0..<64).compactMap { KernelCapability(rawValue: $0) }
        self = .user(
            "\(subject.user)",
            groups: ["\(subject.group)"],
            capabilities: all.filter(subject.effective.contains)
        )
    }
}
