/// What polkit says to a question.
package struct PolkitAnswer: Hashable, Sendable {
    package enum Decision: Hashable, Sendable {
        case yes, no
        /// It would have to ask a person.
        case challenge
    }

    package let decision: Decision
    /// Texts that polkit and its rules add, the question's among them: `polkit.dismissed`.
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

/// What an action allows where no rule of the administrator says otherwise, in the words of its file:
/// `yes`, `no`, `auth_self`, `auth_admin_keep`.
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
    /// Reads a `(bba{ss})`.
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
    /// Reads the `a(ssssssuuua{ss})` of all actions, by their ids.
    static func all(reading reply: BusMessage) throws(BusFailure) -> [String: Self] {
        var rules: [String: Self] = [:]
        _ = try reply.enter("a", "(ssssssuuua{ss})")
        while try reply.enter("r", "ssssssuuua{ss}") {
            let action = try reply.text()
            // How it is described, its vendor, and its icon.
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

    /// The word of a PolkitImplicitAuthorization, as the files of actions write it.
    private static func word(_ number: UInt32) -> String {
        let words = ["no", "auth_self", "auth_admin", "auth_self_keep", "auth_admin_keep", "yes"]
        return words.indices.contains(Int(number)) ? words[Int(number)] : "\(number)"
    }
}
