// Runs services with random filters of system calls and networks, which make real calls, and compares each result with
// the answer that Warrant gave before from the unit file. It runs as root in a host with systemd.
//
//   FilterJudge SEED UNITS QUESTIONS
//   FilterJudge SEED PROCESSES QUESTIONS PROGRAMS
//
// With the folder of SeccompJudge, it does the same with processes that have loaded random filters.
// It prints each disagreement, and ends with the line `agreed N, undetermined N, disagreed N, units N, failed N`.
import Foundation

let words = CommandLine.arguments
guard words.count == 4 || words.count == 5, let seed = UInt64(words[1]), let units = Int(words[2]),
    let questions = Int(words[3])
else { fatalError("FilterJudge SEED UNITS QUESTIONS") }

var random = SplitMix(state: seed)
try FilterScene.build()
if words.count == 5 {
    var count = Count()
    for number in 0..<units {
        let one = LoadedCase(number: number, questions: questions, &random)
        count.add(try await one.judged(words[4]))
    }
    print(
        "agreed \(count.agreed), undetermined \(count.undetermined), disagreed \(count.disagreed), "
            + "processes \(units), failed \(count.failed)"
    )
    exit(0)
}
let cases = (0..<units).map { FilterCase(number: $0, questions: questions, &random) }
for one in cases { try one.write() }
try run("systemctl", "daemon-reload")
var count = Count()
for one in cases { count.add(try await one.judged()) }
// Other tests use the same host.
try run("sh", "-c", "systemctl reset-failed 'fj*.service'; rm -f /run/systemd/system/fj*.service")
try run("systemctl", "daemon-reload")
print(
    "agreed \(count.agreed), undetermined \(count.undetermined), disagreed \(count.disagreed), "
        + "units \(units), failed \(count.failed)"
)
