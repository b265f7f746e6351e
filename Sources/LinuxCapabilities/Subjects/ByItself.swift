import Capabilities
package import Kernel
import Procedures

/// The answer whether a thread that may not do something now could do it by itself. It follows the closed list of steps
/// in docs/decisions.md, in words that outlive the facts.
package enum ByItself: Hashable, Sendable {
    case no
    /// The steps; the text follows the name of the thread and a colon.
    case may(String)
    /// A kernel capability within reach that no modelled rule limits.
    case boundless(KernelCapability)
    /// The reason why that is not known.
    case unknown(String)
}

/// A thread whose reach counts, with its name for a sentence.
package struct ReachFinding: Hashable, Sendable {
    package var who: String
    package var found: ByItself

    package init(_ who: String, _ found: ByItself) {
        self.who = who
        self.found = found
    }
}

extension Verdict {
    /// Returns the verdict about a subject of several threads. A yes must hold for every thread. A no must hold for
    /// every thread, even counting what it could gain by itself.
    ///
    /// - Parameters:
    ///   - verdicts: The present verdict about each of ``SubjectIdentity/everyone``.
    ///   - reach: The reach of each thread that counts; used only after a no.
    static func of(
        _ subject: Subject,
        _ identity: SubjectIdentity,
        _ verdicts: [Verdict],
        reach: [ReachFinding]
    ) -> Verdict {
        let verdicts = verdicts.map { $0.fitting(identity) }
        guard let refused = verdicts.firstIndex(where: \.isDenied) else { return .all(verdicts) }
        let denial = verdicts[refused].reasons
        if let able = verdicts.firstIndex(where: \.isAuthorized) {
            let name = identity.names(of: subject)[able]
            return .undetermined(denial.map { $0.within("\(name) may") })
        }
        for one in reach {
            guard case .may = one.found, let words = one.words else { continue }
            return .undetermined(denial.map { $0.within(words) })
        }
        for one in reach {
            if let doubt = one.doubt { return .undetermined(denial.map { $0.doubted(by: doubt) }) }
        }
        if let open = verdicts.first(where: { !$0.isDenied }) { return open }
        guard case .denied(let reasons) = Verdict.all(verdicts), identity.place != nil,
            reasons.contains(where: { $0.cause == .permission })
        else { return .all(verdicts) }
        return .denied(reasons + [Reason(notByItself: subject, identity)])
    }

    private var isDenied: Bool { if case .denied = self { true } else { false } }
}

extension Reason {
    /// Creates the reason that lists what was counted and what was not.
    fileprivate init(notByItself subject: Subject, _ identity: SubjectIdentity) {
        let threads = "\(identity.threads) thread\(identity.threads == 1 ? "" : "s")"
        let processes = "\(identity.processes) process\(identity.processes == 1 ? "" : "es")"
        let counted = "permitted sets, saved ids and ownership considered"
        let message =
            "cannot gain the permission by itself (\(threads) of \(processes); \(counted))"
        self.init(
            .notByItself,
            subject.description,
            message,
            evidence: [
                Evidence(subject.description, facts: message),
                Evidence("not counted", facts: Self.notCounted),
            ]
        )
    }

    private static let notCounted =
        "programs that it could start, other processes, new namespaces and mounts, device nodes, "
        + "replaced names, open descriptors"
}

extension ReachFinding {
    /// A sentence that the thread could gain the use, or why a no is not certain; nil if it may not even by itself.
    package var words: String? {
        if case .may(let how) = found {
            return how.isEmpty ? "\(who) may" : "\(who) can gain the permission by itself: \(how)"
        }
        return doubt?.words
    }

    /// The reason why a no is not certain, although no step was found.
    fileprivate var doubt: (code: ReasonCode, words: String)? {
        switch found {
        case .no, .may: nil
        case .boundless(let capability):
            (
                .powerWithinReach,
                "\(who) could bypass this refusal: it can gain \(capability)"
            )
        case .unknown(let why):
            (
                .reachUnknown,
                "it is not known whether \(who) can gain the permission by itself: \(why)"
            )
        }
    }
}

extension Reason {
    fileprivate func within(_ words: String) -> Reason {
        with(.withinReach, "\(message); \(words)")
    }

    fileprivate func doubted(by doubt: (code: ReasonCode, words: String)) -> Reason {
        with(doubt.code, "\(message); \(doubt.words)")
    }

    private func with(_ code: ReasonCode, _ message: String) -> Reason {
        Reason(
            code,
            object,
            message,
            cause: cause,
            evidence: evidence,
            remedies: remedies,
            basis: basis
        )
    }
}
