// Asks on its controlling terminal, and prints the result to standard output.
//
//   ConfirmationProbe ask QUESTION…       one after another
//   ConfirmationProbe together QUESTION…  at the same time
//   ConfirmationProbe within MILLISECONDS QUESTION
//   ConfirmationProbe cancel QUESTION     until input arrives on standard input
//   ConfirmationProbe many QUESTION       a hundred times, too short for an answer; prints what it has open
//
// A hang-up does not end the program.
import Capabilities
import Glibc
import LinuxCapabilities
import LinuxSystem
import Procedures

func tell(_ confirmation: Confirmation) async {
    do {
        let verdict = try await confirmation.requestAuthorization().verdict
        print(verdict.reasons.map { "\($0.object) \($0.message)" }.joined(separator: "; "))
    } catch {
        print("\(confirmation.question) \(error)")
    }
}

func cancel(_ question: String) async {
    let asking = Task { await tell(Confirmation(question)) }
    let waiting = Task {
        try await BlockingThreads.shared.run("standard input") { _ = readLine() }
        asking.cancel()
    }
    await asking.value
    waiting.cancel()
}

func askMany(_ question: String) async throws {
    let confirmation = Confirmation(question, waitingUpTo: .milliseconds(1))
    // The first request creates objects that remain.
    _ = try await confirmation.requestAuthorization()
    let before = try Directory.names(at: "/proc/self/fd").count
    for _ in 0..<100 { _ = try await confirmation.requestAuthorization() }
    // The last thread may still exist, with the descriptors that it holds.
    let after = try Directory.names(at: "/proc/self/fd").count
    // A thread that ends meanwhile has no file.
    let names = try Directory.names(at: "/proc/self/task").compactMap { thread in
        try? SmallFile.bytes(at: "/proc/self/task/\(thread)/comm")
    }
    let asking = names.filter { $0 == Array("warrant-tty\n".utf8) }.count
    print("descriptors", after - before <= 2, "threads", asking <= 1)
}

signal(SIGHUP, SIG_IGN)
let words = Array(CommandLine.arguments.dropFirst())
switch words.first {
case "ask": for question in words.dropFirst() { await tell(Confirmation(question)) }
case "together":
    await withTaskGroup { group in
        for question in words.dropFirst() {
            group.addTask { await tell(Confirmation(question)) }
        }
    }
case "within":
    let limit = Duration.milliseconds(Int(words[1]) ?? 0)
    await tell(Confirmation(words[2], waitingUpTo: limit))
case "cancel": await cancel(words[1])
case "many": try await askMany(words[1])
default: exit(64)
}
