/// The results of the trials: the number of each errno for each action, and the disagreements.
struct Tally {
    private(set) var cases = 0
    private(set) var undetermined = 0
    /// The number of these for which the kernel did not let the asker look.
    private(set) var hidden = 0
    /// The number of undetermined answers for each action and reason.
    private(set) var unknown: [String: Int] = [:]
    /// The number of agreements in which the call fails, and the subject could succeed by itself.
    private(set) var withinReach = 0
    private(set) var disagreements = 0
    /// The errnos of each action from the kernel.
    private(set) var errnos: [String: [String: Int]] = [:]
    /// The number of disagreements that were returned to be shown.
    private(set) var shown = 0

    static let mostShown = 20

    mutating func count(_ trial: Trial) {
        cases += trial.verdicts.count
        for ((_, question), verdict) in zip(trial.scene.questions, trial.verdicts) {
            errnos[question.action, default: [:]][verdict, default: 0] += 1
        }
    }

    /// Returns the first disagreements of a trial, at most `mostShown` over all trials.
    mutating func compare(_ trial: Trial) -> [Disagreement] {
        count(trial)
        var found = [Disagreement]()
        let answers = trial.answers
        for (index, verdict) in trial.verdicts.enumerated() {
            let answer = index < answers.count ? answers[index] : Answer(error: "no answer")
            if answer.id == index, answer.asVerdict == verdict {
                withinReach += answer.isWithinReach ? 1 : 0
                continue
            }
            if answer.id == index, answer.isUndetermined {
                undetermined += 1
                hidden += answer.isHiddenFromAsker ? 1 : 0
                let action = trial.scene.questions[index].question.action
                unknown["\(action): \(answer.because ?? "no reason")", default: 0] += 1
                continue
            }
            disagreements += 1
            guard shown < Self.mostShown else { continue }
            shown += 1
            found.append(Disagreement(index: index, verdict: verdict, answer: answer))
        }
        return found
    }

    /// Does the same for a trial with a selection of the questions, each identified by its number.
    mutating func compareInside(_ trial: Trial) -> [Disagreement] {
        var found = [Disagreement]()
        for answer in trial.answers {
            guard let index = answer.id else { continue }
            cases += 1
            let verdict = trial.verdicts[index]
            if answer.asVerdict == verdict { continue }
            let action = trial.scene.questions[index].question.action
            let removesName = action == "delete" || action == "rename"
            if answer.isUndetermined || removesName && answer.leavesOpen(verdict) {
                undetermined += 1
                continue
            }
            disagreements += 1
            guard shown < Self.mostShown else { continue }
            shown += 1
            found.append(Disagreement(index: index, verdict: verdict, answer: answer))
        }
        return found
    }

    /// One line for each action, the most frequent errno first.
    var table: String {
        errnos.sorted { $0.key < $1.key }.map { action, counts in
            let words = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                .map { "\($0.key == "0" ? "done" : $0.key) \($0.value)" }
            return "\(action): \(words.joined(separator: ", "))"
        }.joined(separator: "\n")
    }

    /// One line for each reason why an answer is not known, the most frequent first.
    var reasons: String {
        unknown.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "not known \($0.value) times: \($0.key)\n" }.joined()
    }

    var summary: String {
        "\(cases) cases, \(disagreements) disagreements, \(undetermined) undetermined (\(hidden) hidden), "
            + "\(withinReach) within reach"
    }
}

/// A question to which the program's answer differs from the kernel's result.
struct Disagreement {
    let index: Int
    let verdict: String
    let answer: Answer
}
