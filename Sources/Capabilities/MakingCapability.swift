package import Procedures

/// A capability that is denied where its object does not exist, although the subject may be able to make
/// the object and then have it.
package protocol MakingCapability: Capability {
    /// The capability to make the object; nil where that gives no way to this one.
    var making: (any Capability)? { get }
}

extension Reason {
    /// Whether it says that a file does not exist.
    package var isAbsence: Bool { has(.missing) }
}

extension Capability {
    /// The capability to make the object, where that gives a way to this one.
    package var maker: (any Capability)? { (self as? any MakingCapability)?.making }

    /// The verdict where a no is what is wanted: below `forbid`, or below `not` of what is required.
    ///
    /// An object that does not exist is a denial only where the subject may not make it either.
    package func verdictOfForbidden() async -> Verdict {
        let verdict = await verdict()
        // The cast comes last: the first one of a type searches all conformances of the program.
        guard case .denied(let reasons) = verdict, reasons.contains(where: \.isAbsence),
            let maker
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
}
