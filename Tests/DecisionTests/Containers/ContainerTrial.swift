import Foundation
import TestSupport
import Testing

/// A container that ran: Warrant's predictions of the calls of its first process, and their results.
struct ContainerTrial {
    struct Failure: Error, CustomStringConvertible { let description: String }

    /// A question, what Warrant said about it, and the name of the errno of the call, or `0`.
    struct Judged {
        let question: ContainerQuestion
        let finding: PolicyReport.Finding
        let result: String
    }

    let judged: [Judged]

    /// The probe of Tests/KernelJudge, which needs no libraries.
    static func buildProbe(in folder: TemporaryFolder) async throws -> String {
        let sources = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "KernelJudge")
        let names = try FileManager.default.contentsOfDirectory(atPath: sources.path())
        let files = names.filter { $0.hasSuffix(".c") }.map { sources.appending(path: $0).path() }
        let command = ["cc", "-static", "-O1", "-o", folder.path(of: "probe")] + files
        _ = try await runCommand(command).success(of: command)
        return folder.path(of: "probe")
    }

    /// Executes a command. Until that has ended, the other judge does not change the settings of this host: a read lock
    /// on its file (Tests/KernelJudge/Settings.c), see `F_SETLKW` in fcntl(2).
    private static let keepingSettings = """
        use Fcntl; $^F = 99;
        open(my $lock, '+>>', '/run/warrant-kernel-judge.lock') or die "$!";
        my $whole = pack('s s x4 q q i x4', F_RDLCK, 0, 0, 0, 0);
        fcntl($lock, F_SETLKW, $whole) or die "$!";
        exec @ARGV or die "$!";
        """

    /// - Throws: ``Failure`` if the container does not start.
    init(_ command: ContainerCommand, _ scene: ContainerScene, in folder: TemporaryFolder)
        async throws
    {
        let overlay = ["lowerdir=rootfs", "upperdir=upper", "workdir=work"]
            .map { $0.replacing("=", with: "=\(folder.path)/") }.joined(separator: ",")
        // The state files are in their usual places, which only these mounts have.
        let prepare = """
            mount -t tmpfs -o mode=755 tmpfs /run
            mkdir -p /run/user/\(scene.user ?? 0) /run/lock /var/lib/containers
            chown \(scene.user ?? 0) /run/user/\(scene.user ?? 0)
            mount -t tmpfs -o mode=700 tmpfs /var/lib/containers
            mount -t tmpfs -o mode=1777 tmpfs /dev/shm
            cd \(folder.path)
            mkdir upper work
            chown --reference=rootfs upper
            \(scene.isOverlay ? "mount -t overlay -o \(overlay) overlay rootfs" : "")
            echo $$
            exec "$@"
            """
        let own =
            ["perl", "-e", Self.keepingSettings]
            + ["unshare", "--mount", "--propagation", "private", "sh", "-ec", prepare, "sh"]
        let program = TalkingProgram(own + scene.asUser + command.words)
        let mounts = try #require(await program.line().flatMap { Int($0) }, "needs root")
        var said: [String] = []
        while let line = await program.line(), line != "ready" { said.append(line) }
        for line in scene.preparation {
            program.say(line)
            said.append(await program.line() ?? "")
        }
        let policy = try JSONSerialization.data(withJSONObject: [
            "warrant": 1, "name": "container", "require": scene.questions.map(\.requirement),
        ])
        try folder.data("policy.json", policy)
        let enter =
            ["nsenter", "--mount=/proc/\(mounts)/ns/mnt"] + scene.asUser
            + [Trials.program, "check", "--format", "json", "--exact-filter", "--container"]
            + [command.name, folder.path(of: "policy.json")]
        let predicted = try await runCommand(enter)
        for question in scene.questions { program.say(question.line) }
        var results: [String] = []
        while results.count < scene.questions.count, let line = await program.line() {
            results.append(line)
        }
        let rest = try? await program.end()
        guard results.count == scene.questions.count else {
            let lines = said + results + [rest ?? ""]
            throw Failure(description: lines.joined(separator: "\n"))
        }
        let findings = try PolicyReport(predicted.output).findings
        try #require(findings.count == results.count, "\(predicted.output)\(predicted.errors)")
        judged = zip(scene.questions, zip(findings, results)).map {
            Judged(question: $0, finding: $1.0, result: $1.1)
        }
    }
}

extension ContainerScene {
    /// The beginning of a command that runs as the user of the container.
    fileprivate var asUser: [String] {
        user.map {
            ["setpriv", "--reuid=\($0)", "--regid=\($0)", "--clear-groups", "--inh-caps=-all"]
        } ?? []
    }
}

/// The parts of the report of `warrant check` that the judge compares.
struct PolicyReport: Decodable {
    struct Finding: Decodable {
        struct Reason: Decodable {
            let code: String
            let message: String
        }

        let verdict: String
        let reasons: [Reason]
        let title: String
    }

    private struct Policy: Decodable {
        struct Requirement: Decodable { let finding: Finding }

        let requirements: [Requirement]
    }

    private let policies: [Policy]

    var findings: [Finding] { policies.flatMap(\.requirements).map(\.finding) }

    init(_ text: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
    }
}
