import PolicyLanguage
import Text

/// The comments of a policy that allow findings, and the problems in them.
struct Allowances {
    private(set) var valid: [Allowance] = []
    private(set) var problems: [LintFinding] = []

    init(in text: PolicyText, rules: [String]) {
        let targets = Self.targets(of: text.comments)
        for comment in text.comments {
            guard let words = comment.directive else { continue }
            let place = text.location(at: comment.range.lowerBound)
            if let problem = InvalidAllow.finding(words, rules: rules, at: place) {
                problems.append(problem)
                continue
            }
            let line = targets[comment.line] ?? comment.line
            valid.append(Allowance(comment: comment, rule: String(words[1]), line: line))
        }
    }

    /// Returns the target line of each comment on a line of its own. Other comments may stand between the two.
    private static func targets(of comments: [Comment]) -> [Int: Int] {
        var targets: [Int: Int] = [:]
        for comment in comments.reversed() where comment.isAlone {
            targets[comment.line] = targets[comment.line + 1] ?? comment.line + 1
        }
        return targets
    }

    /// Returns the findings that are not allowed, and the findings about the allowances themselves.
    func remaining(of findings: [LintFinding], in text: PolicyText) -> [LintFinding] {
        var found: Set<Key> = []
        for finding in findings { found.insert(Key(finding)) }
        var allowed: Set<Key> = []
        var remaining = problems
        for allowance in valid {
            let key = Key(line: allowance.line, rule: allowance.rule)
            // A second allowance for the same finding is unneeded too.
            if !found.contains(key) || !allowed.insert(key).inserted {
                remaining.append(UnneededAllow.finding(allowance, in: text))
            }
        }
        return remaining + findings.filter { !allowed.contains(Key($0)) }
    }

    private struct Key: Hashable {
        let line: Int
        let rule: String

        init(line: Int, rule: String) {
            self.line = line
            self.rule = rule
        }

        init(_ finding: LintFinding) {
            self.init(line: finding.diagnostic.location.line, rule: finding.diagnostic.id)
        }
    }
}

extension Comment {
    /// The words of a comment that is addressed to Warrant: `allow`, a rule, and the reason; nil for any other comment.
    fileprivate var directive: [Substring]? {
        let text = text.drop { $0 == " " || $0 == "\t" }
        guard text.hasPrefix("warrant:") else { return nil }
        let words = text.dropFirst("warrant:".count).split { $0 == " " || $0 == "\t" }
        // `# warrant: 1` is a line of a policy, not a misspelt `allow`.
        guard let first = words.first, nearest(to: String(first), among: ["allow"]) != nil else {
            return nil
        }
        return words
    }
}
