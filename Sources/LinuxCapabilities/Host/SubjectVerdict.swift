import Capabilities
import Procedures

extension Host {
    /// Returns the verdict of a subject other than this process.
    ///
    /// - Parameter judge: Judges one process, or a user.
    /// - Throws: what `judge` throws; as ``identity(of:)`` and ``members(of:_:)``.
    func verdict(
        of subject: Subject,
        _ judge: (SubjectIdentity) async throws -> Verdict
    ) async throws -> Verdict {
        switch try await identity(of: subject) {
        case .unknown(let reason): return .undetermined([reason])
        case .known(let identity):
            let verdict = try await judge(identity)
            guard case .denied = verdict else { return verdict }
            return try await doubt(ofDenied: subject, identity, judge) ?? verdict
        }
    }

    /// Returns why a denial of the main process is none of the unit; nil where it is.
    ///
    /// It is one where every process of the unit has the same answer.
    func doubt(
        ofDenied subject: Subject,
        _ identity: SubjectIdentity,
        _ judge: (SubjectIdentity) async throws -> Verdict
    ) async throws -> Verdict? {
        guard case .unit = subject else { return nil }
        switch try await members(of: subject, identity) {
        case .unknown(let reason): return .undetermined([reason])
        case .known(let members):
            // The main process was judged alone: others that are like it may hold other sockets.
            for (index, member) in members.enumerated() where index > 0 || !member.alike.isEmpty {
                let pid = member.place?.pid ?? 0
                switch try await judge(member) {
                case .denied: continue
                case .undetermined(let reasons): return .undetermined(reasons)
                case .authorized(let reasons):
                    let found = reasons.first.map { ": \($0.object) \($0.message)" } ?? ""
                    let message =
                        "is refused to its main process, but not to its process \(pid)\(found)"
                    let reason = Reason("process-differs", subject.description, message)
                    return .undetermined([reason])
                }
            }
            return nil
        }
    }
}
