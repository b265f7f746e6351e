/// What systemd can be told to do with a unit.
package enum UnitOperation: String, CaseIterable, Hashable, Sendable {
    case start, stop, restart, reload

    /// The method of systemd's manager that queues a job for it.
    var method: String {
        switch self {
        case .start: "StartUnit"
        case .stop: "StopUnit"
        case .restart: "RestartUnit"
        case .reload: "ReloadUnit"
        }
    }
}

/// How a job ended: an open set, see `JobRemoved` in org.freedesktop.systemd1(5).
package struct UnitJobResult: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    package static let done = UnitJobResult(rawValue: "done")
    package static let canceled = UnitJobResult(rawValue: "canceled")
    package static let failed = UnitJobResult(rawValue: "failed")
    package static let timeout = UnitJobResult(rawValue: "timeout")
}

extension SystemBus {
    /// Has systemd do something with a unit, as systemctl(1) does, and waits for the end of the job.
    ///
    /// When the task is cancelled, the job is too, unless the unit had one before: then it may be somebody
    /// else's. What the job has begun goes on in the unit: it may still be about to start.
    ///
    /// - Parameter interactively: Whether polkit may ask a person first. The question is taken back when the task
    ///   is cancelled; a yes that comes in that moment may still start the job.
    /// - Returns: How the job ended; what became of the unit is for another look.
    /// - Throws: ``InvalidUnitName``; ``BusFailure``, `remote` or `accessDenied` where systemd refuses;
    ///   `CancellationError` once no job of ours is left; ``SystemError`` where there is no room for the
    ///   bus's thread.
    package func run(
        _ operation: UnitOperation,
        _ unit: String,
        interactively: Bool = false
    ) async throws -> UnitJobResult {
        guard interactively else { return try await follow(operation, unit) }
        return try await withConnection { bus in
            try await bus.follow(operation, unit, interactively: true)
        }
    }

    private func follow(
        _ operation: UnitOperation,
        _ unit: String,
        interactively: Bool = false
    ) async throws -> UnitJobResult {
        let before = try await self.unit(named: unit).job
        let (events, continuation) = AsyncStream<BusEvent<UnitJobRemoval>>.makeStream()
        // Before the job begins, so that its end is not missed.
        let subscription = try listen(to: .jobRemoved, reading: UnitJobRemoval.init(reading:)) {
            continuation.yield($0)
        }
        defer { withExtendedLifetime(subscription) {} }
        let job: UnitJob
        do {
            job = try await queue(operation, unit, interactively: interactively, after: before)
        } catch is CancellationError {
            await awaitAnswers(about: unit)
            throw CancellationError()
        }
        do {
            return try await end(of: job, in: events)
        } catch {
            if job.number != before { await cancel(job) }
            throw error
        }
    }

    private func queue(
        _ operation: UnitOperation,
        _ unit: String,
        interactively: Bool,
        after before: UInt32?
    ) async throws -> UnitJob {
        let call = MethodCall.manager(
            operation.method,
            .text(unit),
            .text("replace"),
            interactively: interactively
        )
        // No limit: an answer that came after one would tell of a job that nobody knows.
        return try await ask(call, within: .seconds(1_000_000)) { [weak self] late in
            if late.number != before { self?.tell(late.cancellation) }
        } _: { reply throws(BusFailure) in
            try UnitJob(reading: reply)
        }
    }

    private func end(
        of job: UnitJob,
        in events: AsyncStream<BusEvent<UnitJobRemoval>>
    ) async throws -> UnitJobResult {
        for await event in events {
            switch event {
            case .signal(let removal, job.owner) where removal.number == job.number:
                return removal.result
            case .deaf(let failure): throw failure
            case .listening, .signal: continue
            }
        }
        throw CancellationError()
    }

    /// Returns once systemd has answered what was under way, or does not answer: first the job that nobody
    /// waits for any more, which is then taken back, and then that.
    private func awaitAnswers(about unit: String) async {
        let asking = Task {
            for _ in 1...2 { _ = try? await self.unit(named: unit) }
        }
        await asking.value
    }

    /// Returns once systemd has done it, or does not answer.
    private func cancel(_ job: UnitJob) async {
        // Not of the task that was cancelled.
        let cancelling = Task {
            try? await ask(job.cancellation, within: .seconds(10)) { _ in }
        }
        _ = await cancelling.value
    }
}

extension BusSignal {
    static let jobRemoved = BusSignal(
        of: .systemd,
        at: "/org/freedesktop/systemd1",
        "org.freedesktop.systemd1.Manager",
        "JobRemoved"
    )
}

private struct UnitJob: Sendable {
    let number: UInt32
    /// systemd's connection, which alone tells of its end.
    let owner: String

    /// Reads the `o` of a job, whose last part is its number.
    init(reading reply: BusMessage) throws(BusFailure) {
        let path = try reply.path()
        guard let number = path.split(separator: "/").last.flatMap({ UInt32($0) }) else {
            throw .unreadable("a job is called `\(path)`")
        }
        self.number = number
        owner = reply.sender
    }

    /// Also where the bus was lost, which systemd then finds again by itself.
    var cancellation: MethodCall {
        .manager("CancelJob", .number(number), of: .returningSystemd)
    }
}

private struct UnitJobRemoval: Sendable {
    let number: UInt32
    let result: UnitJobResult

    /// Reads a `uoss`: the job, its object, its unit and its end.
    init(reading signal: BusMessage) throws(BusFailure) {
        number = try signal.number()
        try signal.skip("os")
        result = UnitJobResult(rawValue: try signal.text())
    }
}
