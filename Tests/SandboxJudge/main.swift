// Runs services with random sandboxes, and compares what they may do with the files with a prediction from the same
// settings. It runs as root in a host with systemd.
//
//   SandboxJudge SEED UNITS QUESTIONS
//
// It prints each disagreement, and ends with the line `agreed N, undetermined N, disagreed N, units N, failed N`.
import Foundation

let words = CommandLine.arguments
guard words.count == 4, let seed = UInt64(words[1]), let units = Int(words[2]),
    let questions = Int(words[3])
else { fatalError("SandboxJudge SEED UNITS QUESTIONS") }

var random = SplitMix(state: seed)
let scene = Scene()
try scene.build()
let cases = (0..<units).map { SandboxCase(number: $0, questions: questions, &random) }
for one in cases { try one.write() }
try run("systemctl", "daemon-reload")
var count = Count()
for one in cases { try one.judge(&count) }
// Other tests use the same host.
try run("sh", "-c", "systemctl reset-failed 'w*.service'; rm -f /run/systemd/system/w*.service")
try run("systemctl", "daemon-reload")
print(
    "agreed \(count.agreed), undetermined \(count.undetermined), disagreed \(count.disagreed), "
        + "units \(units), failed \(count.failed)"
)
