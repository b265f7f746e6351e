/// The operations of systemd on a unit.
package enum UnitOperation: String, CaseIterable, Hashable, Sendable {
    case start, stop, restart, reload

    /// The method of systemd's manager that queues a job for the operation.
    var method: String {
        switch self {
        case .start: "StartUnit"
        case .stop: "StopUnit"
        case .restart: "RestartUnit"
        case .reload: "ReloadUnit"
        }
    }
}

/// The result of a job: an open set, see `JobRemoved` in org.freedesktop.systemd1(5).
package struct UnitJobResult: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    package static let done = UnitJobResult(rawValue: "done")
    package static let canceled = UnitJobResult(rawValue: "canceled")
    package static let failed = UnitJobResult(rawValue: "failed")
    package static let timeout = UnitJobResult(rawValue: "timeout")
}

extension SystemBus {
    /// Makes systemd perform an operation on a unit, as systemctl(1) does, and waits for the end of the job.
    ///
    /// If the task is cancelled, the job is cancelled too, unless the unit already had a job: that job may belong to
    /// another caller. The work that the job has begun continues in the unit, which may still be about to start.
    ///
    /// - Parameter interactively: Whether polkit may ask a person first. The question is taken back if the task is
    ///   cancelled. A yes at that moment may still start the job.
    /// - Returns: The result of the job. The state of the unit afterwards takes another look.
    /// - Throws: ``InvalidUnitName``; ``BusFailure``, `remote` or `accessDenied` if systemd refuses;
    ///   `CancellationError` once no job of this call is left; ``SystemError`` if there is no room for the bus thread.
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

    /// Makes systemd load a unit, and keep it until ``unreference(_:)`` or the end of this connection.
    ///
    /// - Throws: As ``run(_:_:interactively:)``, except for the job.
    package func reference(_ unit: String) async throws {
        let name = try UnitName(unit)
        try await ask(.manager("RefUnit", .text(name.text)), within: .seconds(10)) { _ in }
    }

    package func unreference(_ unit: String) async throws {
        let name = try UnitName(unit)
        try await ask(.manager("UnrefUnit", .text(name.text)), within: .seconds(10)) { _ in }
    }

    private func follow(
        _ operation: UnitOperation,
        _ unit: String,
        interactively: Bool = false
    ) async throws -> UnitJobResult {
        let before = try await self.unit(named: unit).job
        let (events, continuation) = AsyncStream<BusEvent<UnitJobRemoval>>.makeStream()
        // The subscription starts before the job, so that the end of the job is not missed.
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
        // There is no time limit: an answer after it would name a job that no caller knows.
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

    /// Returns once systemd has answered two questions, or does not answer. The first answer comes after the job that
    /// is not awaited any more, which is then cancelled. The second comes after the cancellation.
    private func awaitAnswers(about unit: String) async {
        let asking = Task {
            for _ in 1...2 { _ = try? await self.unit(named: unit) }
        }
        await asking.value
    }

    /// Returns once systemd has cancelled the job, or does not answer.
    private func cancel(_ job: UnitJob) async {
        // A new task: the current one is cancelled.
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
    /// systemd's connection, the only valid sender of the job's end.
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

    /// The call that cancels the job. It works even after the bus was lost, when systemd has to connect to it again.
    var cancellation: MethodCall {
        .manager("CancelJob", .number(number), of: .returningSystemd)
    }
}

private struct UnitJobRemoval: Sendable {
    let number: UInt32
    let result: UnitJobResult

    /// Reads a `uoss`: the job, its object, its unit and its result.
    init(reading signal: BusMessage) throws(BusFailure) {
        number = try signal.number()
        try signal.skip("os")
        result = UnitJobResult(rawValue: try signal.text())
    }
}
