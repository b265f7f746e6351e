import TestSupport
import Testing

/// `SECBIT_NOROOT`, which keeps root from gaining kernel capabilities by execve(2).
@Suite struct `A root without the powers of root` {
    /// The kernel is the judge: the same subject clears the flag and executes a program.
    @Test(arguments: [
        ("+noroot", "+setpcap", true), ("+noroot", "+net_raw", false),
        ("+noroot,+noroot_locked", "+setpcap", false),
    ])
    func `Root gains by executing if it can clear the flag`(
        bits: String,
        held: String,
        gains: Bool
    ) async throws {
        let folder = try TemporaryFolder()
        try folder.file(
            "policy.yaml",
            "warrant: 1\nname: p\nforbid:\n  - capability: CAP_NET_ADMIN\n"
        )
        let subject = [
            "setpriv", "--securebits", bits, "--inh-caps=-all,\(held)",
            "--ambient-caps=-all,\(held)",
        ]
        let ended = try await folder.run(
            subject + [TemporaryFolder.program, "check", "policy.yaml"]
        )
        #expect(ended.status == (gains ? 1 : 0), "\(ended.output)")
        let real = try await folder.run(
            subject + [
                "setpriv", "--securebits", "-noroot", "grep", "CapEff", "/proc/self/status",
            ]
        )
        let digits = real.output.split(whereSeparator: \.isWhitespace).last
        let effective = digits.flatMap { UInt64($0, radix: 16) } ?? 0
        #expect((effective >> 12 & 1 == 1) == gains, "CAP_NET_ADMIN in \(real.output)")
    }
}
