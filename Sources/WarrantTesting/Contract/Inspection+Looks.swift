import Capabilities
import Procedures

// Rules for looks.
extension Inspection {
    mutating func checkLooks(keeping kept: [KeptValue]) async throws(Late) {
        let comparisons = await comparisons(kept)
        let availability = try await availability()
        let first = try await status()
        let second = try await status()
        check(
            .repetition,
            first.verdict.agrees(with: second.verdict),
            "is \(first.verdict.inWords) at first and \(second.verdict.inWords) at the next look; "
                + "look at the world anew, and change nothing by it"
        )
        let verdict = try await verdict()
        let look = try await look()
        for comparison in comparisons { await check(comparison) }
        checkSituation(verdict)
        check(availability, against: [second, look])
        check(verdict, against: second, availability)
        checkReasons(of: verdict)
        check(look, against: second)
    }

    private mutating func check(_ availability: Availability, against sightings: [Sighting]) {
        guard case .unavailable(let reason) = availability else { return }
        check(
            .availability,
            !sightings.contains { $0.verdict.isAuthorized },
            "is authorized although it is unavailable; let the status say what `isAvailable` says"
        )
        checkReason(reason)
    }

    private mutating func check(
        _ verdict: Verdict,
        against status: Sighting,
        _ availability: Availability
    ) {
        guard availability == .available else { return }
        if let failure = status.failure {
            return check(
                .errors,
                verdict.answer == .undetermined,
                "is \(verdict.inWords) although looking threw `\(failure)`; an error is no answer"
            )
        }
        check(
            .verdict,
            verdict.agrees(with: status.verdict),
            "is \(verdict.inWords), and its status comes to \(status.verdict.inWords); "
                + "let `meets` judge by the status and the requirement alone"
        )
    }

    private mutating func check(_ look: Sighting, against status: Sighting) {
        if let failure = status.failure {
            check(
                .errors,
                !look.verdict.isAuthorized,
                "lets work in by `look` although `authorizationStatus` threw `\(failure)`; "
                    + "let both throw"
            )
        } else {
            check(
                .permit,
                look.verdict.answer == status.verdict.answer,
                "is \(look.verdict.inWords) by `look` and \(status.verdict.inWords) by "
                    + "`authorizationStatus`; let both look at the same"
            )
        }
        check(
            .holding,
            look.verdict.isAuthorized || !look.holds,
            "holds something although it is \(look.verdict.answer); hold only what was authorized"
        )
    }
}

// Values that looks must not change.
extension Inspection {
    private mutating func comparisons(_ kept: [KeptValue]) async -> [KeptValue.Comparison] {
        var comparisons: [KeptValue.Comparison] = []
        for value in kept {
            do {
                comparisons.append(try await value.compared())
            } catch {
                note(.situation, "cannot be compared: \(error); mend the test")
            }
        }
        return comparisons
    }

    private mutating func check(_ comparison: KeptValue.Comparison) async {
        do {
            guard let change = try await comparison() else { return }
            note(.looking, "\(change) by looking; ask, and change, in `requestAuthorization` alone")
        } catch {
            note(.situation, "cannot be compared: \(error); mend the test")
        }
    }
}

// Rules for cancellation and for asking.
extension Inspection {
    mutating func checkCancellation() async throws(Late) {
        let before = try await status()
        let cancelled: Sighting
        do {
            cancelled = try await cancelledLook()
        } catch {
            return note(.cancellation, error.description)
        }
        check(
            .cancellation,
            before.verdict.isAuthorized || !cancelled.verdict.isAuthorized,
            "is authorized by a cancelled look alone; let a cancelled look throw"
        )
        let after = try await status()
        check(
            .cancellation,
            after.verdict.agrees(with: before.verdict),
            "is \(after.verdict.inWords) after a look was cancelled, and was "
                + "\(before.verdict.inWords); let no look depend on another"
        )
    }

    /// Asks in the cases in which the engine would.
    mutating func checkAsking() async throws(Late) {
        guard try await availability() == .available else { return }
        guard try await !verdict().isAuthorized else { return }
        let answer = try await request()
        let next = try await status()
        withExtendedLifetime(answer.status) {}
        if let failure = answer.failure {
            return check(
                .asking,
                !next.verdict.isAuthorized,
                "is authorized after asking threw `\(failure)`; return what the next look finds"
            )
        }
        check(
            .asking,
            answer.verdict.answer == next.verdict.answer
                || answer.isForThisOnce && answer.verdict.answer != .undetermined,
            "is \(answer.verdict.inWords) by asking and \(next.verdict.inWords) at the next look; "
                + "return what the next look finds"
        )
        checkReasons(of: answer.verdict)
    }
}
