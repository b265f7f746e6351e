import Procedures

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
