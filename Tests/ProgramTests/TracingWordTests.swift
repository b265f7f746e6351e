import TestSupport
import Testing

/// A child with the subject's credentials really traces others. The rules, and the program run as the subject, must
/// agree with its success.
@Suite struct `Tracing of processes, compared with the kernel` {
    /// PTRACE_SEIZE, which does not stop the traced process.
    private static let judge =
        "exit(syscall(101, 0x4206, $ARGV[0] + 0, 0, 0) == 0 ? 0 : 1)"

    @Test(arguments: [1, 2] as [UInt64])
    func `The rules deny tracing exactly if the kernel does`(seed: UInt64) async throws {
        var random = SplitMix(seed: seed)
        let folder = try TemporaryFolder()
        try folder.file("judge.pl", Self.judge)
        var script = ""
        for _ in 0..<8 {
            let user = 4001 + random.below(3)
            let capability = random.pick(["sys_ptrace", "sys_ptrace", "kill", "dac_override"])
            let sets = "--inh-caps=+\(capability) --ambient-caps=+\(capability)"
            let become = "setpriv --reuid \(user) --regid \(user) --groups \(user) \(sets)"
            let who = "--as \(user):\(user) --capabilities CAP_\(capability.uppercased())"
            for (reach, start) in [("own", become), ("any", "")] {
                script += """
                    \(start) sleep 1000 & other=$!
                    until [ "$(cat /proc/$other/comm)" = sleep ]; do :; done
                    kernel=0; rules=0; own=0
                    \(become) perl judge.pl $other || kernel=$?
                    kill -KILL $other; wait $other || :
                    "$1" can \(who) trace-processes \(reach) >/dev/null || rules=$?
                    \(become) "$1" can trace-processes \(reach) >/dev/null || own=$?
                    echo "$kernel$rules$own \(user), \(capability), \(reach)"

                    """
            }
        }
        let program = try await folder.sharedProgram()
        let ended = try await folder.run(["sh", "-euc", script, "sh", program], seconds: 60)
        try #require(ended.status == 0, "\(ended.errors); setpriv(1) and perl(1) are needed")
        let lines = ended.output.split(separator: "\n")
        #expect(lines.count == 16)
        let wrong = lines.filter { !$0.hasPrefix("000 ") && !$0.hasPrefix("111 ") }
        #expect(wrong == [], "seed \(seed)")
        #expect(Set(lines.map { $0.prefix(3) }) == ["000", "111"], "seed \(seed)")
    }
}
