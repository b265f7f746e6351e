import Capabilities
import Procedures
import TestSupport
import Testing

@testable import LinuxCapabilities

@Suite struct `Name of a lock file` {
    @Test(arguments: [
        ("backup", "backup.lock"), ("nightly backup", "nightly%20backup.lock"),
        ("a/b", "a%2Fb.lock"), ("..", "%2E..lock"), (".", "%2E.lock"), ("a.b", "a.b.lock"),
        ("", "%.lock"), ("%", "%25.lock"), ("\n", "%0A.lock"), ("a\0b", "a%00b.lock"),
        ("../../etc/passwd", "%2E.%2F..%2Fetc%2Fpasswd.lock"), ("~", "%7E.lock"),
    ])
    func `A lock file has a name in portable characters`(category: String, file: String) throws {
        #expect(try LockName(category).file == file)
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func `Different categories have different lock files`(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var categories: Set<String> = []
        for _ in 0..<5_000 {
            let size = Int.random(in: 0...4, using: &random)
            let bytes = (0..<size).map { _ in
                Array("%./2Ea\0 ".utf8).randomElement(using: &random) ?? 0
            }
            categories.insert(String(decoding: bytes, as: UTF8.self))
        }
        let files = Set(try categories.map { try LockName($0).file })

        #expect(files.count == categories.count, "seed \(seed)")
        #expect(files.allSatisfy { !$0.contains("/") && !$0.hasPrefix(".") }, "seed \(seed)")
    }

    @Test func `A name of a lock file has 255 bytes at most`() throws {
        #expect(try LockName(String(repeating: "a", count: 250)).file.utf8.count == 255)
        for long in [String(repeating: "a", count: 251), String(repeating: "/", count: 84)] {
            #expect(throws: LockFailure.self) { try LockName(long) }
        }
        let failure = LockFailure(
            .lockName,
            String(repeating: "/", count: 84),
            "needs 252 bytes for the name of its lock file, which has 250 at most"
        )
        #expect(throws: failure) { try LockName(String(repeating: "/", count: 84)) }
    }

    /// The two are equal as texts, but would have different files.
    @Test(arguments: ["caf\u{e9}", "cafe\u{301}"])
    func `A category beyond ASCII is refused`(category: String) {
        let message = "has characters beyond ASCII; name it in ASCII to share it with a host"
        #expect(throws: LockFailure(.lockName, category, message)) { try LockName(category) }
    }
}
