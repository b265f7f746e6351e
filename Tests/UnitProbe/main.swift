// Asks for a unit to run, as whoever runs this, and prints why it does not.
//
//   UnitProbe UNIT [--interactively]
import Capabilities
import LinuxCapabilities
import Procedures

let words = CommandLine.arguments
let unit = SystemdUnit(words[1], interactively: words.contains("--interactively"))
let verdict = try await unit.requestAuthorization().meets(unit.requirement)
print(verdict.isAuthorized ? "runs" : verdict.reasons.map(\.message).joined(separator: "; "))
