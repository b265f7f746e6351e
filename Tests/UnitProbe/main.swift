// Asks for a unit to run, as the current user, and prints the reason if it does not.
//
//   UnitProbe UNIT [--interactively [MILLISECONDS]]
//   UnitProbe --delay-shutdown WHY
//
// With a number it prints its id and its start time, and waits for a line. Then it asks for at most this time, and
// stays until its input ends.
import Capabilities
import Glibc
import LinuxCapabilities
import LinuxSystem
import Procedures

let words = CommandLine.arguments
if words[1] == "--delay-shutdown" { try await delayShutdown(words[2]) }
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

/// Delays a shutdown until it has read a line, which it returns; after a cancellation, until it has read two.
func delayShutdown(_ why: String) async throws -> Never {
    let line = try await delayingShutdown(because: why) {
        say("runs")
        do {
            return try await onBlockingThread { readLine() ?? "" }
        } catch {
            say("cancelled")
            return try await Task.detached { try await onBlockingThread { readLine() ?? "" } }.value
        }
    }
    say(line)
    exit(0)
}

func say(_ line: String) { try? Output.standard.write(line + "\n") }
