public import Procedures

/// The answer about a permission, with its reasons. Only ``authorized(_:)`` opens a gate.
public enum Verdict: Hashable, Sendable {
    case authorized([Reason] = [])
    /// The system refuses.
    case denied([Reason])
    /// The answer is not known. It opens no gate, and is distinct from a denial.
    case undetermined([Reason])

    public var reasons: [Reason] {
        switch self {
        case .authorized(let reasons), .denied(let reasons), .undetermined(let reasons): reasons
        }
    }

    public var isAuthorized: Bool {
        if case .authorized = self { true } else { false }
    }

    /// The three answers, without their reasons.
    public enum Answer: String, Hashable, Sendable, CaseIterable {
        case authorized, denied, undetermined
    }

    /// The answer alone: `#expect(await capability.verdict().answer == .denied)`.
    public var answer: Answer {
        switch self {
        case .authorized: .authorized
        case .denied: .denied
        case .undetermined: .undetermined
        }
    }
}

extension Verdict {
    /// True if the subject may not now, and provably could by itself. A rule that forbids the permission is then
    /// broken.
    package var isWithinReach: Bool {
        guard case .undetermined(let reasons) = self else { return false }
        return reasons.contains { $0.has(.withinReach) }
    }

    /// True if the subject may not now, whatever it could gain by itself.
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
    /// The assumptions of a yes, each once. For a verdict that ``strict`` made, the assumptions of the yes that it
    /// replaced.
    public var assumes: [Assumption] {
        var all: [Assumption] = []
        for reason in reasons {
            for assumption in reason.assumes where !all.contains(assumption) {
                all.append(assumption)
            }
        }
        return all
    }

    /// Returns a yes with these assumptions, and any other verdict unchanged.
    ///
    /// - Parameter name: The object of the yes, for a yes without a reason.
    public func assuming(
        _ assumptions: [Assumption],
        about name: @autoclosure () -> String
    ) -> Verdict {
        guard case .authorized(let reasons) = self, !assumptions.isEmpty else { return self }
        let first = reasons.first ?? Reason(.permitted, name(), "is permitted")
        return .authorized([first.assuming(assumptions)] + reasons.dropFirst())
    }

    /// Returns `undetermined` for a yes with assumptions, and any other verdict unchanged.
    public var strict: Verdict {
        guard case .authorized(let reasons) = self else { return self }
        let doubts = reasons.filter { !$0.assumes.isEmpty }
        return doubts.isEmpty ? self : .undetermined(doubts.map(\.strict))
    }
}

extension Verdict {
    /// Returns the verdict of a look, or ``undetermined(_:)`` if it has none within a limit.
    ///
    /// - Parameters:
    ///   - name: The object of the look.
    ///   - look: It begins on this thread, which it must not block.
    package static func of(
        _ name: String,
        within limit: Duration,
        _ patience: Patience = .ofProcess,
        _ look: @escaping @Sendable () async -> Verdict
    ) async -> Verdict {
        do throws(NoAnswer) {
            return try await patience.answer(within: limit, startsHere: true, look)
        } catch {
            return .undetermined([error.reason(of: name)])
        }
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

// Three-valued logic (Kleene, strong): no operator turns `undetermined` into an answer that it does not support.
extension Verdict {
    /// Returns the weakest of some verdicts in the order authorized, undetermined, denied, with the reasons of all
    /// verdicts of that strength. An empty sequence yields `denied`: an empty group is closed.
    public static func all(_ verdicts: some Sequence<Verdict>) -> Verdict {
        combined(verdicts, by: { $0.strength < $1 })
    }

    /// Returns the strongest of some verdicts, with the reasons of all verdicts of that strength. An empty sequence
    /// yields `denied`.
    public static func any(_ verdicts: some Sequence<Verdict>) -> Verdict {
        combined(verdicts, by: { $0.strength > $1 })
    }

    /// Returns the opposite verdict. `refusal` is its reason if this verdict is a yes; `undetermined` stays as it is.
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
    /// The result of a condition with this verdict: a denial refuses.
    package var conditionResult: ConditionResult {
        switch self {
        case .authorized: .satisfied
        case .denied(let reasons): .refused(reasons)
        case .undetermined(let reasons): .undetermined(reasons)
        }
    }
}

extension Verdict {
    /// Returns this verdict with the reasons of the look before it. Equal findings appear once.
    ///
    /// The reasons of a look that denied come first. A look without an answer, for example because polkit would have to
    /// ask a person, is dropped if this verdict is a denial. If this verdict has no answer either, the look's reasons
    /// come last.
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
    /// Returns these reasons with those of `others` that differ from them.
    fileprivate func joined(by others: [Reason]) -> [Reason] {
        self
            + others.filter { other in
                !contains { $0.object == other.object && $0.message == other.message }
            }
    }
}
