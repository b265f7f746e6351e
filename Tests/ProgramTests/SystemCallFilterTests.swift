import Foundation
import TestSupport
import Testing

/// The program under a seccomp filter that answers one system call with an error.
@Suite struct `A refusal by a seccomp filter` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private let probe = URL(filePath: TemporaryFolder.program).deletingLastPathComponent()
        .appending(path: "FilterProbe").path()

    private func filtered(
        _ call: String,
        _ command: [String],
        seconds: Int = 20
    ) async throws -> Ended {
        try await folder.run([probe, call] + command, seconds: seconds)
    }

    /// The filter answers in place of the kernel, which lets the same process read the file.
    @Test func `A file is not known if only a filter refuses faccessat2`() async throws {
        try folder.policy("read: /etc/shadow")
        let text = try String(contentsOfFile: folder.path(of: "policy.yaml"), encoding: .utf8)
        try folder.file("forbid.yaml", text.replacingOccurrences(of: "require:", with: "forbid:"))
        for policy in ["policy.yaml", "forbid.yaml"] {
            let ended = try await filtered(
                "faccessat2",
                [TemporaryFolder.program, "check", policy]
            )
            #expect(ended.status == 2, "\(ended)")
            #expect(
                ended.output.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(
                    "Operation not permitted (EPERM), although no known rule refuses it; the cause may be the seccomp "
                        + "filter of this process, in which case the kernel did not check the permission"
                ),
                "\(ended.output)"
            )
        }
        let read = try await filtered("faccessat2", ["head", "--bytes=1", "/etc/shadow"])
        #expect(read.status == 0)
    }

    /// With libdispatch, Swift's runtime would be killed by a signal, or wait forever.
    @Test(
        arguments: ["epoll_create1", "eventfd2", "epoll_ctl", "epoll_wait", "gettid", "prctl"]
    )
    func `The program waits and ends if a filter refuses a call for waiting`(call: String)
        async throws
    {
        let refused = try await filtered(
            call,
            [TemporaryFolder.program, "can", "connect", "tcp:127.0.0.1:9"]
        )
        #expect(refused.status == 1, "\(refused)")
        try folder.policy("connect: 'tcp:10.255.0.2:9', within: 100ms")
        // This device drops what is sent, so the connection stays open until the time limit.
        let network =
            "ip link add d0 type dummy && ip address add 10.255.0.1/24 dev d0 && ip link set d0 up"
        let waiting = try await filtered(
            call,
            ["unshare", "--net", "sh", "-c", "\(network) && exec \"$0\" \"$@\""]
                + [TemporaryFolder.program, "check", "policy.yaml"]
        )
        #expect(waiting.status == 2, "\(waiting)")
    }

    @Test(arguments: [("prctl", 1), ("clone", 2)])
    func `A question about a user ends at once if a filter refuses a call for it`(
        call: String,
        status: Int
    ) async throws {
        let question = [TemporaryFolder.program, "can", "--as", "nobody", "read", "/etc/shadow"]
        let ended = try await filtered(call, question, seconds: 4)
        #expect(ended.status == status, "\(ended)")
    }

    @Test func `A file that exists is not missing if only a filter says so`() async throws {
        try folder.file("open")
        let ended = try await filtered(
            "faccessat2=2",
            [TemporaryFolder.program, "can", "write", "open"]
        )
        #expect(ended.status == 2, "\(ended)")
    }

    @Test func `The upper layer of an overlay is not read-only if only a filter says so`()
        async throws
    {
        let overlay = """
            mkdir l u w m; touch l/file
            mount -t overlay o -o "lowerdir=$PWD/l,upperdir=$PWD/u,workdir=$PWD/w" m
            exec "$@"
            """
        let ended = try await folder.run(
            ["unshare", "--mount", "sh", "-euc", overlay, "sh", probe, "faccessat2=30"]
                + [TemporaryFolder.program, "can", "write", "m/file"]
        )
        #expect(ended.status == 2, "\(ended)")
        #expect(!ended.output.contains("upper layer"), "\(ended)")
    }

    /// A refusal that a rule explains needs no filter as its cause.
    @Test func `A file is denied if a rule denies it besides the filter`() async throws {
        let ended = try await filtered(
            "faccessat2",
            [TemporaryFolder.program, "can", "read", "/none", "--format", "json"]
        )
        #expect(ended.status == 1)
        #expect(ended.output.contains("\"code\" : \"missing\""))
    }

    @Test(arguments: [
        ["raw-sockets", "packet"], ["icmp", "ipv4"], ["connect", "tcp:127.0.0.1:9"],
        ["connect", "udp:127.0.0.1:9"], ["connect", "unix:/dev/null"], ["bind", "tcp:9"],
    ])
    func `A socket is not known if a filter refuses socket(2)`(question: [String]) async throws {
        let ended = try await filtered("socket", [TemporaryFolder.program, "can"] + question)
        #expect(ended.status == 2, "\(ended)")
        #expect(
            ended.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                .contains("seccomp filter of this process"),
            "\(ended.output)"
        )
    }

    /// Then no other call of the process connects either.
    @Test func `A refusal by a BPF program of the control group is a denial`() async throws {
        let mounts = ["/sys/fs/cgroup/unified", "/sys/fs/cgroup"]
        let mount = try #require(
            mounts.first { FileManager.default.fileExists(atPath: $0 + "/cgroup.controllers") },
            "no control groups of version 2 are mounted"
        )
        let group = "\(mount)/warrant-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: group,
            withIntermediateDirectories: false
        )
        defer { try? FileManager.default.removeItem(atPath: group) }
        let question = ["can", "connect", "tcp:127.0.0.1:9", "--format", "json"]
        let ended = try await filtered(group, [TemporaryFolder.program] + question)
        #expect(ended.status == 1, "\(ended)")
        #expect(ended.output.contains("\"code\" : \"packet-filter\""))
        let message = "refused by a packet filter: Operation not permitted (EPERM)"
        #expect(ended.output.contains(message))
    }

    /// The kernel gives EPERM for a BPF program too. A call that the filter permits may still connect.
    @Test(arguments: ["connect", "connect=13"], ["tcp:127.0.0.1:9", "unix:@none"])
    func `A connection is not known if a filter refuses connect(2)`(call: String, endpoint: String)
        async throws
    {
        let question = ["can", "connect", endpoint, "--format", "json"]
        let ended = try await filtered(call, [TemporaryFolder.program] + question)
        #expect(ended.status == 2, "\(ended)")
        #expect(ended.output.contains("\"code\" : \"perhaps-filtered\""))
    }
}
