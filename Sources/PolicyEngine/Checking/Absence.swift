import Capabilities
import Procedures

extension PolicyReport.Finding {
    /// Whether it holds because something that it names does not exist here: a file, a unit.
    ///
    /// That is an answer, but a name that is misspelt gives it too, so that reports count these.
    package var restsOnAbsence: Bool {
        guard outcome == .holds else { return false }
        return rule == .forbid ? part.isDeniedByAbsence : part.isAuthorizedByAbsence
    }
}

extension PolicyReport.PartFinding {
    private static let codes: Set<String> = [
        "missing", "unit-not-found", "journal-missing", "action-unknown",
    ]

    fileprivate var isDeniedByAbsence: Bool {
        guard isApplicable, case .denied(let reasons) = verdict else { return false }
        return switch kind {
        case .question: reasons.contains { Self.codes.contains($0.code.rawValue) }
        case .all, .any: parts.contains(where: \.isDeniedByAbsence)
        case .not: parts.contains(where: \.isAuthorizedByAbsence)
        }
    }

    fileprivate var isAuthorizedByAbsence: Bool {
        guard isApplicable, verdict.isAuthorized else { return false }
        return switch kind {
        case .question: false
        case .all, .any: parts.contains(where: \.isAuthorizedByAbsence)
        case .not: parts.contains(where: \.isDeniedByAbsence)
        }
    }
}
