import TestSupport
import Testing

/// A child with the subject's credentials really opens the sockets. The rules, and the program run as the subject, must
/// agree with its success.
@Suite struct `Restricted sockets, compared with the kernel` {
    /// Each question, and its calls of socket(2): family, type, protocol.
    private static let questions = [
        ("icmp ipv4", "2,2,1 2,3,1"), ("icmp ipv6", "10,2,58 10,3,58"),
        ("raw-sockets ipv4", "2,3,1"),
        ("raw-sockets ipv6", "10,3,58"), ("raw-sockets packet", "17,3,0"),
    ]

    private static let judge =
        "for (@ARGV) { my ($f, $t, $p) = split /,/; socket(my $s, $f, $t, $p) and exit 0 } exit 1"

    @Test(arguments: [1, 2] as [UInt64])
    func `The rules deny a socket exactly if the kernel does`(seed: UInt64) async throws {
        var random = SplitMix(seed: seed)
        let folder = try TemporaryFolder()
        try folder.file("judge.pl", Self.judge)
        var script = ""
        for _ in 0..<8 {
            let range = random.pick(["1 0", "100 100", "101 102", "0 2147483647", "102 200"])
            let (group, other) = (random.pick([99, 100, 102]), random.pick([0, 100, 101, 103]))
            let hasCapability = random.chance(30)
            script += "echo '\(range)' >/proc/sys/net/ipv4/ping_group_range\n"
            for (question, calls) in Self.questions {
                let who =
                    "--as 4001:\(group),\(other) --capabilities \(hasCapability ? "CAP_NET_RAW" : "CAP_KILL")"
                let sets = hasCapability ? "+net_raw" : "-net_raw"
                let become =
                    "setpriv --reuid 4001 --regid \(group) --groups \(other) "
                    + "--inh-caps=\(sets) --ambient-caps=\(sets)"
                script += """
                    kernel=0; rules=0; own=0
                    \(become) perl judge.pl \(calls) || kernel=$?
                    "$1" can \(who) \(question) >/dev/null || rules=$?
                    \(become) "$1" can \(question) >/dev/null || own=$?
                    echo "$kernel$rules$own \(range), \(group), \(other), \(hasCapability), \(question)"

                    """
            }
        }
        let program = try await folder.sharedProgram()
        let command = ["unshare", "--net", "sh", "-euc", script, "sh", program]
        let ended = try await folder.run(command, seconds: 60)
        try #require(ended.status == 0, "\(ended.errors); setpriv(1) and perl(1) are needed")
        let lines = ended.output.split(separator: "\n")
        #expect(lines.count == 8 * Self.questions.count)
        let wrong = lines.filter { !$0.hasPrefix("000 ") && !$0.hasPrefix("111 ") }
        #expect(wrong == [], "seed \(seed)")
        #expect(Set(lines.map { $0.prefix(3) }) == ["000", "111"], "seed \(seed)")
    }

    /// The host's root may write the setting without any kernel capability, if its file may be written.
    @Test func `A process that can widen the groups of ping is within reach of it`() async throws {
        let folder = try TemporaryFolder()
        let program = try await folder.sharedProgram()
        let script = """
            "$1" can icmp ipv4; before=$?
            echo '0 0' >/proc/sys/net/ipv4/ping_group_range && "$1" can icmp ipv4; echo "$before$?"
            """
        let command = ["unshare", "--net", "setpriv", "--bounding-set=-all", "sh", "-c", script]
        let ended = try await folder.run(command + ["sh", program])
        #expect(ended.output.contains("it can widen"), "\(ended)")
        #expect(ended.output.hasSuffix("20\n"), "\(ended)")
        let user = ["unshare", "--net", "setpriv", "--reuid", "4001", "--clear-groups", program]
        #expect(try await folder.run(user + ["can", "icmp", "ipv4"]).status == 1)
    }
}
