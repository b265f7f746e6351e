import Capabilities
import Procedures
import ServiceModel

extension Host {
    /// Returns the verdict of a subject other than this process.
    ///
    /// - Parameters:
    ///   - scope: What the verdict is about.
    ///   - use: The system calls that it needs.
    ///   - object: The object of the question.
    ///   - judge: Judges one process, or a user.
    /// - Throws: The errors of `judge`, of ``identity(of:)`` and of ``members(of:_:)``.
    func verdict(
        of subject: Subject,
        about scope: UnknownSetting.Scope = .files,
        using use: SystemCallUse = .none,
        on object: String = "",
        _ judge: (SubjectIdentity) async throws -> Verdict
    ) async throws -> Verdict {
        switch try await identity(of: subject) {
        case .unknown(let reason): return .undetermined([reason])
        case .known(let identity):
            func settled(_ identity: SubjectIdentity) async throws -> Verdict {
                identity.settling(
                    try await judge(identity),
                    about: scope,
                    of: subject,
                    using: use,
                    on: object
                )
            }
            let verdict = try await proving(try await settled(identity), of: subject, settled)
            guard case .denied = verdict else { return verdict }
            let (doubt, whole) = try await self.doubt(ofDenied: subject, identity, settled)
            if let doubt { return doubt }
            return whole == identity ? verdict : try await settled(whole)
        }
    }

    /// Judges the other processes of a unit after a denial of its main process.
    ///
    /// - Returns: `doubt`: the verdict if this is no denial of the unit; nil if every process of the unit is denied. A
    ///   provable yes comes before an unknown answer. `whole`: the main process, with the number of all judged threads
    ///   and processes.
    func doubt(
        ofDenied subject: Subject,
        _ identity: SubjectIdentity,
        _ judge: (SubjectIdentity) async throws -> Verdict
    ) async throws -> (doubt: Verdict?, whole: SubjectIdentity) {
        guard case .unit = subject else { return (nil, identity) }
        var whole = identity
        var unknown: [Reason]?
        switch try await members(of: subject, identity) {
        case .unknown(let reason): return (.undetermined([reason]), identity)
        case .known(let members):
            // The main process was judged alone. Other processes with the same credentials may hold other sockets.
            for (index, member) in members.enumerated() where index > 0 || !member.alike.isEmpty {
                switch try await judge(member) {
                case .denied: continue
                case .authorized(let reasons):
                    let reason = Reason.withinReach(of: member, subject, reasons.first)
                    return (.undetermined([reason]), identity)
                case .undetermined(let reasons):
                    if reasons.contains(where: { $0.has(.withinReach) }) {
                        return (.undetermined(reasons), identity)
                    }
                    unknown = unknown ?? reasons
                }
            }
            whole.threads = members.map(\.threads).reduce(0, +)
            whole.processes = members.map(\.processes).reduce(0, +)
        }
        return (unknown.map(Verdict.undetermined), whole)
    }
}

extension Reason {
    fileprivate static func withinReach(
        of member: SubjectIdentity,
        _ subject: Subject,
        _ found: Reason?
    ) -> Reason {
        let process = member.place.map { "process \($0.pid)" } ?? "another process"
        let why = found.map { ": \($0.object) \($0.message)" } ?? ""
        let message = "is refused to its main process, but not to its \(process)\(why)"
        return Reason(.withinReach, subject.description, message)
    }
}
