import Capabilities
import LinuxSystem
package import Procedures
import ServiceModel

/// All identities for which a denial must hold, or the reason why they are not known.
package enum FoundMembers: Hashable, Sendable {
    case known([SubjectIdentity])
    case unknown(Reason)
}

extension Host {
    /// Returns all identities for which a denial must hold, the subject's own first.
    ///
    /// A yes does not need them: it is about the calling thread, or about the main process of a unit.
    ///
    /// - For this process, all threads.
    /// - For a unit, every process in its control group and in those below it. Equal processes are listed once. A
    ///   process that was moved to another group does not belong to the unit.
    ///
    /// - Parameter identity: The identity of the subject; nil for this process.
    /// - Throws: ``SystemError`` if proc(5) cannot be read; `BusFailure` if systemd does not answer;
    ///   `CancellationError`.
    package func members(
        of subject: Subject,
        _ identity: SubjectIdentity?
    ) async throws -> FoundMembers {
        guard let identity else { return .known([try ownIdentity()]) }
        guard case .unit(let name) = subject, let main = identity.place else {
            return .known([identity])
        }
        guard let group = try await units.facts(of: name).controlGroup else {
            return .unknown(.changed(subject, "ended"))
        }
        do {
            let found = try await processes.facts(ofControlGroup: group)
            guard found.contains(where: { $0.pid == main.pid && $0.startTime == main.startTime })
            else { return .unknown(.changed(subject, "has another main process by now")) }
            if let apart = found.lazy.compactMap({ Reason(threadsApart: $0, subject) }).first {
                return .unknown(apart)
            }
            return .known(
                try await kinds(
                    among: found,
                    from: main.pid,
                    seenFrom: try processes.ownPlace()
                )
            )
        } catch let error as ControlGroup.Failure {
            let message = "has processes that are not all known: \(error)"
            return .unknown(Reason(.unitProcessesUnknown, subject.description, message))
        }
    }

    private func kinds(
        among all: [ProcessFacts],
        from main: Int32,
        seenFrom own: OwnPlace
    ) async throws -> [SubjectIdentity] {
        var kinds: [Kind: Int] = [:]
        var found: [SubjectIdentity] = []
        for facts in all.filter({ $0.pid == main }) + all.filter({ $0.pid != main }) {
            guard let identity = try await identity(of: facts, seenFrom: own) else { continue }
            let kind = Kind(identity, root: facts.root)
            if let known = kinds[kind] {
                found[known].alike.append(facts.pid)
                found[known].processes += 1
                found[known].threads += identity.threads
            } else {
                kinds[kind] = found.count
                found.append(identity)
            }
        }
        return found
    }

    /// The properties of a process that decide, without its ids.
    private struct Kind: Hashable {
        let threads: Set<SubjectCredentials>
        let place: SubjectPlace?
        let root: FileStatus?
        let filters: SystemCallFilters

        init(_ identity: SubjectIdentity, root: FileStatus?) {
            threads = Set(identity.everyone.map(\.ofAnyThread))
            place = identity.place?.ofAnyProcess
            self.root = root
            filters = identity.filters
        }
    }
}

extension Reason {
    static func changed(_ subject: Subject, _ how: String) -> Reason {
        Reason(.subjectChanged, subject.description, "\(how) while it was looked at")
    }
}

extension SubjectPlace {
    fileprivate var ofAnyProcess: Self {
        var place = self
        (place.pid, place.startTime) = (0, 0)
        return place
    }
}
