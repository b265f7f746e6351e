import Capabilities
import Procedures

extension Host {
    /// Returns the sources that report a change of a subject's identity: the end of a process, also of the main process
    /// of a container, and all announcements of systemd about a unit.
    ///
    /// - Throws: `Unwatched` for a process that has ended; the errors of `UnitProbe.changes(of:waking:)`.
    func changes(of subject: Subject, waking bell: Bell) async throws -> [any ChangeSource] {
        switch subject {
        case .current, .user: []
        case .process(let pid): [try processes.end(ofProcess: pid, waking: bell)]
        case .unit(let name): [try await units.changes(of: name, waking: bell)]
        case .container: [try await end(ofMainProcess: subject, waking: bell)]
        case .unitFile, .restartedUnit: []
        }
    }

    private func end(
        ofMainProcess subject: Subject,
        waking bell: Bell
    ) async throws -> any ChangeSource {
        let before = try await identity(of: subject)
        switch before {
        case .unknown(let reason): throw Unwatched(reason)
        case .known(let identity):
            guard let place = identity.place else {
                throw Unwatched(.changed(subject, "ended"))
            }
            let end = try processes.end(ofProcess: place.pid, waking: bell)
            // The id could have become that of another process before it was watched.
            guard case .known(let now) = try await self.identity(of: subject),
                (now.place?.pid, now.place?.startTime) == (place.pid, place.startTime)
            else { throw Unwatched(.changed(subject, "ended")) }
            return end
        }
    }
}
