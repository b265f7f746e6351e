import AccessModel
import Glibc

/// Decides two million questions over facts in memory, and prints the nanoseconds of processor time that
/// one takes, and how many are a yes.
@main
enum Decisions {
    private static let count = 2_000_000

    static func main() {
        var scene = Scene()
        let questions = scene.questions(50_000)
        // The first time each way is walked, and kept.
        var yes = decide(questions, in: scene.tree, questions.count)
        let start = clock()
        yes += decide(questions, in: scene.tree, count)
        let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
        let share = Double(yes) / Double(count + questions.count)
        print(seconds * 1e9 / Double(count), share)
    }

    private static func decide(
        _ questions: [Asked],
        in tree: FileTree,
        _ count: Int
    ) -> Int {
        var yes = 0
        for index in 0..<count {
            let asked = questions[index % questions.count]
            if tree.refusal(of: asked.question, for: asked.subject) == nil { yes += 1 }
        }
        return yes
    }
}
