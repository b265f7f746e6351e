import Capabilities
import Procedures

// Rules for the reasons that reports and programs read.
extension Inspection {
    mutating func checkReasons(of verdict: Verdict) {
        check(
            .reasons,
            verdict.isAuthorized || !verdict.reasons.isEmpty,
            "is \(verdict.answer) without a reason; say what was looked at and what was found"
        )
        for reason in verdict.reasons { checkReason(reason) }
    }

    mutating func checkReason(_ reason: Reason) {
        let (code, message) = (reason.code.rawValue, reason.message)
        check(
            .reasons,
            code.isKebabCase,
            "has a reason with the code `\(code)`; programs read it: write `search-refused`"
        )
        check(
            .reasons,
            !reason.object.isEmpty,
            "has a reason `\(code)` about nothing; name the path, the address or the unit"
        )
        check(
            .reasons,
            !message.isEmpty && message.isOneLine,
            "has a reason `\(code)` whose message is empty or not one line; "
                + "write one that reads on after the object"
        )
        check(
            .reasons,
            message.last != ".",
            "has a reason `\(code)` whose message ends in a full stop; leave it off"
        )
    }
}

extension String {
    /// True if the text has the form of `search-refused`.
    fileprivate var isKebabCase: Bool {
        let words = split(separator: "-", omittingEmptySubsequences: false)
        return words.allSatisfy { word in
            !word.isEmpty
                && word.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber) }
        }
    }
}
