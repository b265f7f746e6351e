/// polkit's answer to a question.
package struct PolkitAnswer: Hashable, Sendable {
    package enum Decision: Hashable, Sendable {
        case yes, no
        /// polkit would have to ask a person.
        case challenge
    }

    package let decision: Decision
    /// Texts that polkit and its rules add, with those of the question: `polkit.dismissed`.
    package let details: [String: String]
    package let rule: PolkitImplicitRule

    package init(
        _ decision: Decision,
        details: [String: String] = [:],
        rule: PolkitImplicitRule = PolkitImplicitRule()
    ) {
        self.decision = decision
        self.details = details
        self.rule = rule
    }
}

/// The implicit authorization of an action, which applies unless a rule of the administrator says otherwise. The words
/// are those of the action's file: `yes`, `no`, `auth_self`, `auth_admin_keep`.
///
/// - SeeAlso: `defaults` in polkit(8).
package struct PolkitImplicitRule: Hashable, Sendable {
    package let any: String
    package let inactive: String
    package let active: String

    package init(any: String = "no", inactive: String = "no", active: String = "no") {
        self.any = any
        self.inactive = inactive
        self.active = active
    }
}

extension PolkitAnswer {
    /// Parses a `(bba{ss})`.
    init(reading reply: BusMessage, _ rule: PolkitImplicitRule) throws(BusFailure) {
        _ = try reply.enter("r", "bba{ss}")
        let (isAuthorized, isChallenge) = (try reply.flag(), try reply.flag())
        self.init(
            isAuthorized ? .yes : isChallenge ? .challenge : .no,
            details: try reply.texts(),
            rule: rule
        )
    }
}

extension PolkitImplicitRule {
    /// Parses the `a(ssssssuuua{ss})` of all actions, and returns their rules by action id.
    static func all(reading reply: BusMessage) throws(BusFailure) -> [String: Self] {
        var rules: [String: Self] = [:]
        _ = try reply.enter("a", "(ssssssuuua{ss})")
        while try reply.enter("r", "ssssssuuua{ss}") {
            let action = try reply.text()
            // The description, the message, the vendor, its URL and the icon.
            try reply.skip("sssss")
            rules[action] = Self(
                any: word(try reply.number()),
                inactive: word(try reply.number()),
                active: word(try reply.number())
            )
            try reply.skip("a{ss}")
            try reply.exit()
        }
        return rules
    }

    /// Returns the word for a PolkitImplicitAuthorization, as in the files of actions.
    private static func word(_ number: UInt32) -> String {
        let words = ["no", "auth_self", "auth_admin", "auth_self_keep", "auth_admin_keep", "yes"]
        return words.indices.contains(Int(number)) ? words[Int(number)] : "\(number)"
    }
}
