import Foundation
import TestSupport
import Testing

/// The program with `--exact-filter`, about processes under a filter that answers one system call with EPERM.
@Suite struct `Exact filters` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func withFiltered(_ call: String, _ body: (Child) async throws -> Void) async throws {
        let probe = URL(filePath: TemporaryFolder.program).deletingLastPathComponent()
            .appending(path: "FilterProbe").path()
        try await withChild([probe, call, "cat"], body: body)
    }

    @Test func `A refused call is a no that names the filters`() async throws {
        try await withFiltered("socket") { child in
            let question = ["can", "--pid", "\(child.pid)", "bind", "tcp:4777", "--format", "json"]
            let plain = try await folder.run([TemporaryFolder.program] + question)
            #expect(plain.status == 0 && plain.output.contains("\"seccomp-filter\""), "\(plain)")
            let exact = try await folder.run(
                [TemporaryFolder.program] + question + ["--exact-filter"]
            )
            #expect(exact.status == 1, "\(exact)")
            #expect(exact.output.contains("\"code\" : \"system-call-refused\""))
            #expect(
                exact.output.contains("is out of reach: its seccomp filters refuse AF_INET")
                    && exact.output.contains("Operation not permitted (EPERM)"),
                "\(exact)"
            )
        }
    }

    @Test func `A permitted call is a yes without an assumption`() async throws {
        try await withFiltered("socket") { child in
            let question = ["--pid", "\(child.pid)", "read", "/etc/passwd", "--format", "json"]
            let strict = [TemporaryFolder.program, "can", "--strict"] + question
            let plain = try await folder.run(strict)
            #expect(plain.status == 2, "\(plain)")
            let exact = try await folder.run(strict + ["--exact-filter"])
            #expect(exact.status == 0, "\(exact)")
            #expect(exact.output.contains("1 seccomp filter"), "\(exact)")
            #expect(exact.output.contains("open(2), openat(2), openat2(2)"), "\(exact)")
            #expect(!exact.output.contains("seccomp-filter"), "\(exact)")
            let status = try String(contentsOfFile: "/proc/\(child.pid)/status", encoding: .utf8)
            #expect(status.contains("TracerPid:\t0\n") && !status.contains("(stopped)"))
        }
    }

    @Test func `Kernel capabilities keep the assumption`() async throws {
        try await withFiltered("socket") { child in
            let ended = try await folder.warrant(
                "can",
                "--pid",
                "\(child.pid)",
                "--exact-filter",
                "use",
                "CAP_KILL"
            )
            #expect(ended.status == 0)
            #expect(ended.output.contains("assumes that no seccomp filter refuses it"), "\(ended)")
        }
    }

    @Test func `A check and a batch judge by the filters too`() async throws {
        try folder.file(
            "policy.yaml",
            """
            warrant: 1
            name: policy
            require:
              - read: /etc/passwd
              - bind: tcp:4777
            """
        )
        try await withFiltered("socket") { child in
            let pid = "\(child.pid)"
            let plain = try await folder.warrant("check", "--pid", pid, "policy.yaml")
            #expect(plain.status == 0, "\(plain)")
            let exact = try await folder.warrant(
                "check",
                "--pid",
                pid,
                "--exact-filter",
                "policy.yaml"
            )
            #expect(exact.status == 1, "\(exact)")
            try folder.file(
                "questions",
                #"{"subject":{"pid":\#(pid)},"action":"bind","object":"tcp:4777"}"# + "\n"
            )
            let batch = try await folder.warrant("can", "--exact-filter", "--batch", "questions")
            #expect(batch.output.contains(#""verdict":"denied""#), "\(batch)")
        }
    }

    /// A no rests on no filter.
    @Test(arguments: [
        ["setpriv", "--bounding-set=-sys_admin", "--inh-caps=-sys_admin"], underFilter,
    ])
    func `A yes is not known if the filters may not be read`(start: [String]) async throws {
        try await withFiltered("socket") { child in
            let command = start + [TemporaryFolder.program, "can", "--exact-filter"]
            let subject = ["--pid", "\(child.pid)", "--format", "json"]
            let ended = try await folder.run(command + subject + ["read", "/etc/passwd"])
            #expect(ended.status == 2, "\(ended)")
            #expect(ended.output.contains("\"code\" : \"system-call-unknown\""), "\(ended)")
            #expect(
                ended.output.contains(
                    "it takes CAP_SYS_ADMIN in the initial user namespace, and no seccomp filter of this process"
                ),
                "\(ended)"
            )
            let missing = try await folder.run(command + subject + ["read", "/none"])
            #expect(missing.status == 1, "\(missing)")
        }
    }

    @Test func `A process that is traced already gives the reason`() async throws {
        let tracer = """
            syscall(101, 0x4206, $ARGV[0] + 0, 0, 0) == 0 or die "PTRACE_SEIZE: $!";
            while (sysread(STDIN, my $byte, 1) == 1) { syswrite(STDOUT, $byte, 1) }
            """
        try await withFiltered("socket") { child in
            try await withChild(["perl", "-e", tracer, "\(child.pid)"]) { other in
                let ended = try await folder.warrant(
                    "can",
                    "--pid",
                    "\(child.pid)",
                    "--exact-filter",
                    "read",
                    "/etc/passwd",
                    "--format",
                    "json"
                )
                #expect(ended.status == 2, "\(ended)")
                let reason = "process \(other.pid) traces it already"
                #expect(ended.output.contains(reason), "\(ended)")
            }
        }
    }

    @Test(arguments: [
        (["read", "/etc/passwd"], "--exact-filter reads the filters of another process"),
        (["--as", "nobody", "read", "/etc/passwd"], "leave out --as, --unit-file and --restarted"),
        (["--list", "--pid", "1", "/"], "--list asks about no system calls"),
    ])
    func `It belongs to a question about a process`(question: [String], problem: String)
        async throws
    {
        let ended = try await folder.run(
            [TemporaryFolder.program, "can", "--exact-filter"] + question
        )
        #expect(ended.status == 64 && ended.errors.contains(problem), "\(ended)")
    }
}
