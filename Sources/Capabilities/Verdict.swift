public import Procedures

/// What is known about a permission, and why. Only ``authorized(_:)`` opens a gate.
public enum Verdict: Hashable, Sendable {
    case authorized([Reason] = [])
    /// The system said no.
    case denied([Reason])
    /// The system could not say, which opens nothing and is told apart from a no.
    case undetermined([Reason])

    public var reasons: [Reason] {
        switch self {
        case .authorized(let reasons), .denied(let reasons), .undetermined(let reasons): reasons
        }
    }

    public var isAuthorized: Bool {
        if case .authorized = self { true } else { false }
    }

    /// In one word, for programs.
    package var word: String {
        switch self {
        case .authorized: "authorized"
        case .denied: "denied"
        case .undetermined: "undetermined"
        }
    }
}

extension Verdict {
    /// Whether the subject may not as it is, and provably could by itself: what forbids that is broken.
    package var isWithinReach: Bool {
        guard case .undetermined(let reasons) = self else { return false }
        return reasons.contains { $0.has(.withinReach) }
    }

    /// Whether the subject may not as it is now, whatever it could make of itself.
    package var isRefusedNow: Bool {
        switch self {
        case .authorized: false
        case .denied: true
        case .undetermined(let reasons):
            reasons.contains { $0.has(.withinReach, .powerWithinReach, .reachUnknown) }
        }
    }
}

extension Verdict {
    /// What a yes takes for granted, each once; of a verdict that ``strict`` made, what it would have.
    public var assumes: [Assumption] {
        var all: [Assumption] = []
        for reason in reasons {
            for assumption in reason.assumes where !all.contains(assumption) {
                all.append(assumption)
            }
        }
        return all
    }

    /// Returns a yes with what it takes for granted, and any other verdict as it is.
    ///
    /// - Parameter name: What the yes is about, for a yes that has no reason yet.
    public func assuming(
        _ assumptions: [Assumption],
        about name: @autoclosure () -> String
    ) -> Verdict {
        guard case .authorized(let reasons) = self, !assumptions.isEmpty else { return self }
        let first = reasons.first ?? Reason(.permitted, name(), "is permitted")
        return .authorized([first.assuming(assumptions)] + reasons.dropFirst())
    }

    /// Returns `undetermined` for a yes that takes something for granted, and any other verdict as it is.
    public var strict: Verdict {
        guard case .authorized(let reasons) = self else { return self }
        let doubts = reasons.filter { !$0.assumes.isEmpty }
        return doubts.isEmpty ? self : .undetermined(doubts.map(\.strict))
    }
}

extension Reason {
    fileprivate var strict: Reason {
        let clauses = assumes.map(\.clause).joined(separator: ", and ")
        return Reason(
            .assumed,
            object,
            "is authorized only if \(clauses)",
            evidence: evidence,
            basis: basis,
            assumes: assumes
        )
    }
}

// Three-valued logic (Kleene, strong): not knowing survives every operator.
extension Verdict {
    /// The weakest of some verdicts in the order authorized, undetermined, denied; with the reasons of
    /// those that are as weak. Nothing at all is denied: an empty group is closed.
    public static func all(_ verdicts: some Sequence<Verdict>) -> Verdict {
        combined(verdicts, by: { $0.strength < $1 })
    }

    /// The strongest of some verdicts, with the reasons of those that are as strong.
    public static func any(_ verdicts: some Sequence<Verdict>) -> Verdict {
        combined(verdicts, by: { $0.strength > $1 })
    }

    /// The opposite must hold; `refusal` says what is wrong when it does not.
    public func negated(_ refusal: @autoclosure () -> Reason) -> Verdict {
        switch self {
        case .authorized: .denied([refusal()])
        case .denied(let reasons): .authorized(reasons)
        case .undetermined: self
        }
    }

    private var strength: Int {
        switch self {
        case .denied: 0
        case .undetermined: 1
        case .authorized: 2
        }
    }

    private static func combined(
        _ verdicts: some Sequence<Verdict>,
        by settles: (Verdict, Int) -> Bool
    ) -> Verdict {
        var deciding: Verdict?
        var reasons: [Reason] = []
        for verdict in verdicts {
            if deciding.map({ settles(verdict, $0.strength) }) ?? true {
                deciding = verdict
                reasons = verdict.reasons
            } else if deciding?.strength == verdict.strength {
                reasons += verdict.reasons
            }
        }
        switch deciding {
        case .authorized: return .authorized(reasons)
        case .undetermined: return .undetermined(reasons)
        case .denied: return .denied(reasons)
        case nil:
            return .denied([Reason(.emptyGroup, "group", "has no parts, so that nothing holds")])
        }
    }
}

extension Verdict {
    /// As a condition answers: a denial refuses.
    package var conditionResult: ConditionResult {
        switch self {
        case .authorized: .satisfied
        case .denied(let reasons): .refused(reasons)
        case .undetermined(let reasons): .undetermined(reasons)
        }
    }
}

extension Verdict {
    /// The same answer, with the reasons of the look before it. Equal findings are said once.
    ///
    /// A look that said no comes first. A look without an answer, such as one that says that a person has to be
    /// asked, gives way to a no, and comes after a request without an answer.
    func following(_ look: Verdict) -> Verdict {
        switch (look, self) {
        case (.undetermined, .denied): self
        case (.undetermined, .undetermined): .undetermined(reasons.joined(by: look.reasons))
        case (_, .denied): .denied(look.reasons.joined(by: reasons))
        case (_, .undetermined): .undetermined(look.reasons.joined(by: reasons))
        case (_, .authorized): self
        }
    }
}

extension [Reason] {
    /// With those of `others` that say something else.
    fileprivate func joined(by others: [Reason]) -> [Reason] {
        self
            + others.filter { other in
                !contains { $0.object == other.object && $0.message == other.message }
            }
    }
}
