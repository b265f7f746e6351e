import Capabilities
import Procedures
import Text

// Rules for updates.
extension Inspection {
    /// - Parameter listener: A listener that began before the present situation was arranged.
    mutating func checkTelling(_ listener: Listener?) async {
        guard let listener, let expected else { return }
        do {
            try await timed("telling") { await listener.hears(expected) }
        } catch {
            note(
                .updates,
                "did not tell that it is \(expected) within \(limit.inWords); "
                    + "report every change, or state in `unreported` which changes have no update"
            )
        }
    }

    /// Checks updates while nothing changes.
    mutating func checkUpdates() async throws(Late) {
        let status = try await status()
        let first = try await firstUpdate()
        check(
            .updates,
            first.verdict.agrees(with: status.verdict)
                && (first.failure == nil) == (status.failure == nil),
            "is \(first.verdict.inWords) by the first update and \(status.verdict.inWords) by a look; "
                + "let `updates` look as `authorizationStatus` does"
        )
        do {
            try await endUpdates()
        } catch {
            note(.updates, error.description)
        }
    }

    private func firstUpdate() async throws(Late) -> Sighting {
        let capability = capability
        return try await timed("the first of `updates`") {
            var updates = capability.updates.makeAsyncIterator()
            let update = try? await updates.next()
            return update.map(capability.sighting) ?? Sighting(verdict: .undetermined([]))
        }
    }

    /// Ends the updates by cancelling the task that waits for the second one.
    private func endUpdates() async throws(Late) {
        let capability = capability
        try await timed("`updates` that were cancelled") {
            let (heard, hear) = AsyncStream.makeStream(of: Void.self)
            await withTaskGroup { group in
                group.addTask {
                    do { for try await _ in capability.updates { hear.yield() } } catch {}
                    hear.finish()
                }
                for await _ in heard { break }
                group.cancelAll()
            }
        }
    }
}

extension Capability {
    fileprivate func sighting(_ update: Result<Status, any Error>) -> Sighting {
        switch update {
        case .success(let status): Sighting(verdict: status.meets(requirement))
        case .failure(let error): Sighting(verdict: .undetermined([]), failure: "\(error)")
        }
    }
}
