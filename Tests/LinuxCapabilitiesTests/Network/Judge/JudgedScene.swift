import Capabilities
import Foundation
import LinuxCapabilities
import TestSupport

/// One network, some subjects and their binds. The kernel judges the binds, and Warrant decides them in every form in
/// which they can be asked.
struct JudgedScene {
    static let subjects = 6
    static let bindings = 9

    private let seed: UInt64
    private var random: SplitMix
    private var lines: [String] = []
    /// The kernel's answer to each line of the batch, and the question.
    private var verdicts: [(code: Int32, text: String)] = []

    init(seed: UInt64) {
        self.seed = seed
        random = SplitMix(seed: seed)
    }

    mutating func run(_ tally: inout PortTally) async throws {
        let judge = try await PortJudge()
        let network = JudgedNetwork(&random)
        _ = try await judge.ask(network.line)
        for socket in network.sockets { _ = try await judge.ask(socket) }
        for _ in 0..<Self.subjects {
            try await run(JudgedSubject(&random), in: network, judge, &tally)
        }
        try await compareBatch(judge, &tally)
        try await judge.end()
    }

    private mutating func run(
        _ subject: JudgedSubject,
        in network: JudgedNetwork,
        _ judge: PortJudge,
        _ tally: inout PortTally
    ) async throws {
        let pid = try await judge.number(subject.line)
        // The host has the judge's network, so that questions can name a user without a process.
        let there = LinuxCapabilities.Host.live.withNetwork(ofProcess: judge.pid)
        for _ in 0..<Self.bindings {
            let binding = JudgedBinding(&random)
            let text =
                "seed \(seed): \(network.line); \(network.sockets); \(subject.line); \(binding.line)"
            var found: [(String, PortTally.Answer)] = []
            if binding.port == 0 {
                let error = try await binding.errorOfAnyPort(on: there.network)
                found.append(("rule", PortTally.Answer(error)))
            } else {
                let endpoint = try Endpoint(binding.endpoint)
                let process = NetworkReachability.bind(endpoint, as: .process(pid: pid))
                found.append(("pid", PortTally.Answer(try await process.authorizationStatus())))
                if let user = subject.asUser {
                    let user = NetworkReachability.bind(endpoint, as: user, on: there)
                    found.append(("user", PortTally.Answer(try await user.authorizationStatus())))
                }
            }
            let code = try await judge.number(binding.line)
            tally.count(code, network.owner == 0 ? "ours" : "theirs")
            for (form, answer) in found { tally.compare(answer, code, form, text) }
            guard binding.port > 0 else { continue }
            let question = "\"action\":\"bind\",\"object\":\"\(binding.endpoint)\"}"
            lines.append("{\"id\":\(lines.count),\"subject\":\(subject.json),\(question)")
            verdicts.append((code, text))
        }
        _ = try await judge.ask("end")
    }

    /// Compares the answers of the program, started in the judge's network, to the same questions.
    private func compareBatch(_ judge: PortJudge, _ tally: inout PortTally) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("questions", lines.joined(separator: "\n") + "\n")
        let program = PortJudge.builds.appending(path: "warrant").path()
        let command = [
            "nsenter", "--net=/proc/\(judge.pid)/ns/net", program, "can", "--batch", file,
        ]
        let answers = try await runCommand(command).output.split(separator: "\n")
        for (index, (code, text)) in verdicts.enumerated() {
            let line = index < answers.count ? answers[index] : ""
            tally.compare(PortTally.Answer(batch: line, id: index), code, "batch", text)
        }
    }
}

extension LinuxCapabilities.Host {
    fileprivate func withNetwork(ofProcess pid: Int32) -> LinuxCapabilities.Host {
        asking(Self.networkFamily, by: network.network(ofProcess: pid))
    }
}
