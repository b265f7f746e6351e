// Asks for a unit to run, as whoever runs this, and prints why it does not.
//
//   UnitProbe UNIT [--interactively [MILLISECONDS]]
//
// With a number it says who it is, its id and when it began, waits for a line, asks for at most so long, and
// stays until its input ends.
import Capabilities
import LinuxCapabilities
import LinuxSystem
import Procedures

let words = CommandLine.arguments
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

func say(_ line: String) { try? Output.standard.write(line + "\n") }
