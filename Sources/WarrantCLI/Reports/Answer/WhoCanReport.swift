import Capabilities
import LinuxCapabilities
import PolicyLanguage
import Questions
import Text

/// The answer of `warrant who-can`.
struct WhoCanReport {
    /// The reason why there is no answer at all.
    struct Unknown: Error {
        let message: String
        init(_ message: String) { self.message = message }
    }

    /// The question.
    struct Asked {
        let action: String
        /// The object, with its path made absolute.
        let object: String
        let argument: String?
        /// The phrase that follows `may`: `read /etc/shadow`.
        let phrase: String

        init(_ action: String, _ object: String, _ argument: String?, _ phrase: String) {
            self.action = action
            self.object = object
            self.argument = argument
            self.phrase = phrase
        }

        /// Returns the question about one subject.
        ///
        /// - Throws: `InvalidUse`; `ExitCode` for an action that no word has.
        func question(noFollow: Bool, as subject: Subject) throws -> Question {
            let question = try WordTable.linux.question(
                action,
                object,
                argument,
                follow: noFollow ? false : nil,
                as: subject
            )
            guard let question else { throw ExitStatus.fault.code }
            return question
        }
    }

    let asked: Asked
    let found: Result<WhoCan, Unknown>
    /// The question that was probably meant, if there is one.
    var likely: [WhoCanReport] = []

    init(_ asked: Asked, _ found: Result<WhoCan, Unknown>) {
        self.asked = asked
        self.found = found
    }

    var status: ExitStatus {
        if case .success(let found) = found, found.isKnown { .holds } else { .undetermined }
    }

    func text(_ style: Style) -> String {
        switch found {
        case .failure(let unknown):
            let lines = unknown.message.onOneLine.wrapped(to: style.columns - 2)
            return
                (["\(style.mark(.unknown)) it is not known who may \(subjectless)"]
                + lines.map { "  \($0)" }).map { $0 + "\n" }.joined()
        case .success(let found):
            let (mark, sentence) = headline(found)
            let rows = self.rows(found).flatMap { lines($0, $1, style) }
            let report = ["\(style.mark(mark)) \(sentence)"] + (rows.isEmpty ? [] : [""] + rows)
            return report.map { $0 + "\n" }.joined() + likely.map { $0.meant(style) }.joined()
        }
    }

    private func meant(_ style: Style) -> String {
        "\n\("did you mean `who-can \(asked.phrase)`?".onOneLine)\n" + text(style)
    }

    private var subjectless: String { asked.phrase.onOneLine }

    private func headline(_ found: WhoCan) -> (Style.Mark, String) {
        let may = "may \(subjectless)"
        switch found.others {
        case .undetermined: return (.unknown, "it is not known whether every user \(may)")
        case .authorized where found.denied.isEmpty && found.groups.isEmpty:
            return (.yes, "every user \(may)")
        case .authorized where found.denied.isEmpty:
            let groups = found.groups
            return (
                .yes,
                "all but \(groups.count == 1 ? members(groups) : "members of \(groups.count) groups") \(may)"
            )
        case .authorized: return (.yes, "all but \(count(found.denied)) \(may)")
        case .denied where found.allowed.isEmpty && found.unknown.isEmpty:
            return (.no, "no user \(may)")
        case .denied where found.allowed.isEmpty: return (.unknown, "it is not known who \(may)")
        case .denied where found.isOnlyRoot:
            return (.yes, "of the users here, only root \(may)")
        case .denied: return (.yes, "\(count(found.allowed)) of this host \(may)")
        }
    }

    private func count(_ users: [WhoCan.User]) -> String {
        users.count == 1 ? "1 user" : "\(users.count) users"
    }

    /// Returns the rows below the headline, each a label and its text.
    private func rows(_ found: WhoCan) -> [(String, String)] {
        var rows: [(String, String)] = []
        switch found.others {
        case .authorized:
            if !found.denied.isEmpty { rows.append(("not", names(found.denied))) }
            if !found.groups.isEmpty { rows.append(("not", members(found.groups))) }
        case .denied:
            if !found.allowed.isEmpty, !found.isOnlyRoot {
                rows.append(("users", names(found.allowed)))
            }
            if !found.groups.isEmpty { rows.append(("groups", members(found.groups))) }
        case .undetermined:
            if !found.allowed.isEmpty { rows.append(("may", names(found.allowed))) }
            if !found.denied.isEmpty { rows.append(("not", names(found.denied))) }
        }
        if found.others != .undetermined, !found.unknown.isEmpty {
            rows.append(("not known", names(found.unknown)))
        }
        return rows + reasons(found)
    }

    private func reasons(_ found: WhoCan) -> [(String, String)] {
        var rows: [(String, String)] = []
        switch (found.rootReason, found.othersReason) {
        case (let root?, let others?) where found.others == .undetermined && root != others:
            rows += [("root", root), ("others", others)]
        case (let reason?, _): rows.append(("why", reason))
        case (nil, let reason?): rows.append(("others", reason))
        case (nil, nil): break
        }
        if !found.isWhole {
            rows.append(
                (
                    "limit",
                    "there are more than \(WhoCan.limit) users or groups; the rest was not checked"
                )
            )
        }
        return rows
    }

    private func names(_ users: [WhoCan.User]) -> String {
        users.map(\.name).joined(separator: ", ")
    }

    private func members(_ groups: [String]) -> String {
        "members of \(groups.map { "`\($0)`" }.joined(separator: ", "))"
    }

    private func lines(_ label: String, _ words: String, _ style: Style) -> [String] {
        let width = 9
        let start = "  " + label.padded(to: width) + "  "
        return words.onOneLine.wrapped(to: style.columns - start.count).enumerated().map {
            ($0 == 0 ? start : String(repeating: " ", count: start.count)) + $1
        }
    }
}

extension WhoCan {
    /// Several users may have the uid 0.
    fileprivate var isOnlyRoot: Bool { allowed.count == 1 && allowed[0].uid == 0 }
}
