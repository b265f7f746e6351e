import Logging
import Procedures

extension Capability {
    /// Tells who passed a gate, or did not, and why: a yes as `info`, all else as `notice`.
    ///
    /// The metadata has `capability`, `verdict`, `subject`, `procedure`, `reason`; and `assumes`, the codes of
    /// what a yes takes for granted, where there is any.
    func log(_ verdict: Verdict, of procedure: String, to logger: Logger) {
        var metadata: Logger.Metadata = [
            "capability": "\(name.onOneLine)",
            "verdict": "\(verdict.word)",
            "subject": "\(subjectName.onOneLine)",
            "procedure": "\(procedure.onOneLine)",
            "reason": "\(verdict.reasonsOnOneLine)",
        ]
        let assumed = verdict.assumes.map(\.code.rawValue)
        if !assumed.isEmpty { metadata["assumes"] = "\(assumed.joined(separator: ", "))" }
        logger.log(
            level: verdict.isAuthorized ? .info : .notice,
            "\(verdict.word): \(name.onOneLine)",
            metadata: metadata
        )
    }
}

extension Verdict {
    /// In one word, for programs.
    fileprivate var word: String {
        switch self {
        case .authorized: "authorized"
        case .denied: "denied"
        case .undetermined: "undetermined"
        }
    }

    fileprivate var reasonsOnOneLine: String {
        reasons.map { "\($0.object) \($0.message)".onOneLine }.joined(separator: "; ")
    }
}
