package import Procedures

/// A capability that is denied if its object does not exist, although the subject may be able to create the object and
/// then use it.
package protocol MakingCapability: Capability {
    /// The capability to create the object; nil if that does not lead to this one.
    var making: (any Capability)? { get }
}

/// A capability that can be asked again for the evidence of a yes, and for what would prevent it. A look leaves both out
/// to be fast.
package protocol ExplainingCapability: Capability {
    /// The same question, asked with both; nil if there is no more to tell.
    var explaining: (any Capability)? { get }
}

extension Reason {
    /// True if it states that a file does not exist.
    package var isAbsence: Bool { has(.missing) }
}

extension Capability {
    /// The capability to create the object, if that leads to this one.
    package var maker: (any Capability)? { (self as? any MakingCapability)?.making }

    /// Returns the verdict for a use that should be denied: below `forbid`, or below `not` in a requirement.
    ///
    /// A missing object is a denial only if the subject may not create it either. An object may also be missing behind
    /// a directory that the subject may not search now, but by itself.
    package func verdictOfForbidden() async -> Verdict {
        let verdict = await verdict()
        // The cast comes last: the first one of a type searches all conformances of the program.
        guard case .denied(let reasons) = verdict,
            reasons.contains(where: { $0.isAbsence || $0.has(.searchRefused) }), let maker
        else { return verdict }
        switch await maker.verdict() {
        case .denied: return verdict
        case .authorized(let found):
            let message = "does not exist, and may be created"
            let object = reasons.first?.object ?? name
            let reason = Reason(
                .mayBeCreated,
                object,
                message,
                evidence: found.flatMap(\.evidence),
                assumes: Verdict.authorized(found).assumes
            )
            return .authorized([reason])
        case .undetermined(let found): return .undetermined(found)
        }
    }

    /// The same question, asked for the evidence of a breach, and for what would prevent it; nil if there is no more to
    /// tell. The cast comes after the answer: the first one of a type searches all conformances of the program.
    package var explainer: (any Capability)? { (self as? any ExplainingCapability)?.explaining }
}
