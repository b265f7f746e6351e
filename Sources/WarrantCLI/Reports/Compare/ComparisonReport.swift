import Capabilities
import Policies
import PolicyAuthoring
import PolicyLanguage
import Text

/// The result of comparing two policies.
struct ComparisonReport {
    let old: PolicyFile
    let new: PolicyFile
    let comparison: PolicyComparison

    init(old: PolicyFile, new: PolicyFile) {
        self.old = old
        self.new = new
        comparison = new.policy.compared(with: old.policy, by: .linux)
    }

    var status: ExitStatus {
        switch comparison {
        case .demandsAsMuch: .holds
        case .demandsLess: .fails
        case .unknown: .undetermined
        }
    }

    func text(_ style: Style) -> String {
        let lines: [String] =
            switch comparison {
            case .demandsAsMuch:
                ["\(style.mark(.yes)) \(newName) demands at least as much as \(oldName)"]
            case .demandsLess(let example, let others, let isWhole):
                ["\(style.mark(.no)) \(newName) holds where \(oldName) does not"]
                    + self.lines(example, style) + self.lines(others, isWhole, style)
            case .unknown(.doubtful(let example, let questions)):
                ["\(style.mark(.unknown)) \(doubt) where \(oldName) does not"]
                    + self.lines(example, style) + [""] + wrapped(doubt(about: questions), style)
            case .unknown(.tooLarge):
                ["\(style.mark(.unknown)) \(doubt) where \(oldName) does not", ""]
                    + wrapped(problem, style)
            }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The reason why the comparison has no result; empty if it has one.
    var problem: String {
        switch comparison {
        case .demandsAsMuch, .demandsLess: ""
        case .unknown(.doubtful(_, let questions)): doubt(about: questions)
        case .unknown(.tooLarge(let steps)):
            "the search was given up after \(steps) steps; compare smaller policies, one after another"
        }
    }

    private var newName: String { new.path.onOneLine }
    private var oldName: String { old.path.onOneLine }
    private var doubt: String { "cannot tell whether \(newName) holds" }

    private func doubt(about questions: [any Capability]) -> String {
        let names = questions.map { $0.title.quoted }
        guard names.count > 1 else {
            return "it is not known whether any host answers \(names.joined()) in this way"
        }
        return "it is not known whether any host answers \(names[0]) and \(names[1]) in this way"
    }

    private func wrapped(_ text: String, _ style: Style) -> [String] {
        text.onOneLine.wrapped(to: style.columns - 2).map { "  \($0)" }
    }

    private func lines(
        _ example: PolicyComparison.Counterexample,
        _ style: Style
    ) -> [String] {
        let relevant = example.answers.filter(\.isRelevant)
        let titles = relevant.map { ($0.title, $0.answer) }
        let width = titles.map { $0.0.count }.filter { $0 <= style.columns - 18 }.max() ?? 0
        let rows = titles.map { title, word in
            "    \(style.mark(Style.Mark(word))) \(title.padded(to: width))   \(word)"
        }
        let isPart = !rows.isEmpty && relevant.count < example.answers.count
        let context = isPart ? ["    and all other requirements of \(newName) hold"] : []
        return [""] + wrapped(breach(example.breach), style)
            + (rows.isEmpty ? [] : ["", "  where"]) + rows + context
    }

    /// Returns the lines about the other lost requirements.
    private func lines(
        _ others: [PolicyComparison.Counterexample.Breach],
        _ isWhole: Bool,
        _ style: Style
    ) -> [String] {
        let lost = others.flatMap { breach in wrapped(self.breach(breach), style) }
        return (lost.isEmpty ? [] : ["", "  and elsewhere it does not demand"] + lost)
            + (isWhole ? [] : ["", "  more may be lost, but this is not known"])
    }

    private func breach(_ breach: PolicyComparison.Counterexample.Breach) -> String {
        guard case .requirement(let index) = breach else {
            return "no requirement of \(old.path) applies, so the policy does not hold"
        }
        let requirement = old.policy.requirements[index]
        let entry = PolicyOutline.Entry(requirement.part)
        let notes = entry.notes.isEmpty ? "" : " (\(entry.notes))"
        let verb = requirement.rule == .require ? "requires" : "forbids"
        return "\(requirement.location): \(verb) \(entry.title)\(notes)"
    }
}

extension PolicyComparison.Answer {
    /// The question, its subject and its time limit.
    fileprivate var title: String {
        let limit = limit.map { " within \($0.inWords)" } ?? ""
        return "\(capability.title)\(limit)".onOneLine
    }
}

extension Capability {
    /// The question with its subject, unless that is this process.
    fileprivate var title: String {
        subjectName == "this process" ? name : "\(name) as \(subjectName)"
    }
}

extension Style.Mark {
    fileprivate init(_ word: Verdict.Answer) {
        switch word {
        case .authorized: self = .yes
        case .denied: self = .no
        case .undetermined: self = .unknown
        }
    }
}
