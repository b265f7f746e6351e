import AccessModel
import LinuxCapabilities
import LinuxSystem

/// What a batch knows of this host, and for how long.
///
/// A fact that is kept saves most of the time of a question, and goes stale. So all of them are
/// forgotten after a second, after 100,000 questions, and before the program waits for its input.
/// That bounds the memory too, and so does a limit of files.
struct BatchFacts {
    private static let patience = Duration.seconds(1)
    private static let mostQuestions = 100_000
    private static let mostFiles = 50_000
    private static let mostBytes = 1 << 23

    let files: LiveFileTree
    var accounts = KnownAccounts()
    var words = RepeatedWords()
    var shared: SharedAnswers
    private let born = ContinuousClock.now
    private var questions = 0
    /// Of how many files the paths were counted, and how many bytes those have.
    private var counted = (files: 0, bytes: 0)

    /// - Parameter strict: Whether a yes that rests on an assumption counts as not known.
    /// - Throws: ``SystemError`` as ``LiveFileTree/init(root:ofProcess:forSelf:watching:)``.
    init(strict: Bool) throws(SystemError) {
        files = try LiveFileTree()
        shared = SharedAnswers(strict: strict)
    }

    /// Counts a question, and returns whether its answer needs facts that are read anew.
    mutating func areOld() -> Bool {
        questions += 1
        for file in files.tree.details[counted.files...] { counted.bytes += file.path.utf8.count }
        counted.files = files.tree.details.count
        return questions > Self.mostQuestions || counted.files > Self.mostFiles
            || counted.bytes > Self.mostBytes || ContinuousClock.now - born >= Self.patience
    }
}
