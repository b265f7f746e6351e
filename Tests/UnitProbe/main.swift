// Asks for a unit to run, as the current user, and prints the reason if it does not.
//
//   UnitProbe UNIT [--interactively [MILLISECONDS]]
//   UnitProbe --delay-shutdown WHY
//   UnitProbe --identities UNIT-FILE...
//
// With a number it prints its id and its start time, and waits for a line. Then it asks for at most this time, and
// stays until its input ends.
import Capabilities
import Glibc
import Kernel
import LinuxCapabilities
import LinuxSystem
import Procedures

let words = CommandLine.arguments
if words[1] == "--delay-shutdown" { try await delayShutdown(words[2]) }
if words[1] == "--identities" { try await sayIdentities(of: words.dropFirst(2)) }
let unit = SystemdUnit(words[1], interactively: words.contains("--interactively"))
if words.count == 4, let limit = Int(words[3]) {
    let own = try PolkitProcess.own()
    say("\(own.pid) \(own.startTime)")
    _ = readLine()
    do {
        try await withPermit(
            for: unit,
            options: GateOptions(asking: .once, askingForUpTo: .milliseconds(limit)),
            named: "work"
        ) { _ in
            say("runs")
        }
    } catch {
        say("\(error)")
    }
    while readLine() != nil {}
} else {
    let verdict = try await unit.requestAuthorization().meets(unit.requirement)
    say(verdict.isAuthorized ? "runs" : verdict.reasons.map(\.message).joined(separator: "; "))
}

/// Delays a shutdown until it has read a line, which it returns; after a cancellation, until it has read two. The line
/// `fail` is an error, and `cancel` a cancellation of the caller.
func delayShutdown(_ why: String) async throws -> Never {
    struct Failure: Error {}
    let (cancellations, cancellation) = AsyncStream<Void>.makeStream()
    let task = Task {
        try await delayingShutdown(because: why) {
            try await work(Failure()) { cancellation.yield() }
        }
    }
    let canceller = Task { for await _ in cancellations { task.cancel() } }
    do {
        say(try await task.value)
    } catch is Failure {
        say("failed")
    }
    canceller.cancel()
    exit(0)
}

/// Prints the credentials that each service would have, with the ids as it sees them, in one line, or the reason why it has none. A service is named
/// by the path of its file, or by its name if systemd has loaded it.
func sayIdentities(of services: some Sequence<String>) async throws -> Never {
    for service in services {
        let isPath = service.hasPrefix("/")
        let subject = isPath ? Subject.unitFile(service) : .restartedUnit(service)
        switch try await Host.live.identity(of: subject) {
        case .unknown(let reason): say("\(reason.code) \(reason.message)")
        case .known(let identity):
            let one = identity.credentials
            let sets = [
                one.sets.inheritable, one.sets.permitted, one.sets.effective, one.sets.bounding,
                one.sets.ambient,
            ].map { String($0?.mask ?? 0, radix: 16) }
            let namespace = one.userNamespace ?? .initial
            func shown(_ id: UInt32, _ map: IDMap) -> UInt32 {
                map.contains(outside: id) ? id : 65_534
            }
            let users = [one.user.real, one.user.effective, one.user.saved]
                .map { shown($0, namespace.users) }
            let groups = [one.group.real, one.group.effective, one.group.saved]
                .map { shown($0, namespace.groups) }
            let ids = (users + groups).map(String.init).joined(separator: " ")
            let others = one.groups.map { shown($0, namespace.groups) }.sorted()
                .map(String.init).joined(separator: ",")
            say(
                "\(ids) [\(others)] \(sets.joined(separator: " ")) "
                    + "\(one.hasNoNewPrivileges ? 1 : 0)"
            )
        }
    }
    exit(0)
}

func work(_ failure: any Error, _ cancel: @Sendable () -> Void) async throws -> String {
    say("runs")
    do {
        let line = try await onBlockingThread { readLine() ?? "" }
        if line == "fail" { throw failure }
        guard line == "cancel" else { return line }
        cancel()
        // Ends with the cancellation alone.
        let (endless, continuation) = AsyncStream<Void>.makeStream()
        for await _ in endless {}
        withExtendedLifetime(continuation) {}
        throw CancellationError()
    } catch is CancellationError {
        say("cancelled")
        return try await Task.detached { try await onBlockingThread { readLine() ?? "" } }.value
    }
}

func say(_ line: String) { try? Output.standard.write(line + "\n") }
