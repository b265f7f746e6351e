extension Host {
    /// Returns the sources that report a change of a subject's identity: the end of a process, and all announcements of
    /// systemd about a unit.
    ///
    /// - Throws: `Unwatched` for a process that has ended; the errors of `UnitProbe.changes(of:waking:)`.
    func changes(of subject: Subject, waking bell: Bell) async throws -> [any ChangeSource] {
        switch subject {
        case .current, .user: []
        case .process(let pid): [try processes.end(ofProcess: pid, waking: bell)]
        case .unit(let name): [try await units.changes(of: name, waking: bell)]
        }
    }
}
