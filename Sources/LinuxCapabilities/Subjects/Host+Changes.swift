extension Host {
    /// What tells that a subject is another one by now: of a process its end, of a unit all that systemd says.
    ///
    /// - Throws: `Unwatched` for a process that has ended; as `UnitProbe.changes(of:waking:)`.
    func changes(of subject: Subject, waking bell: Bell) async throws -> [any ChangeSource] {
        switch subject {
        case .current, .user: []
        case .process(let pid): [try processes.end(ofProcess: pid, waking: bell)]
        case .unit(let name): [try await units.changes(of: name, waking: bell)]
        }
    }
}
