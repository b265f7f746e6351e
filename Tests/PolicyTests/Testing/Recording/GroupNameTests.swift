import Foundation
import LinuxCapabilities
import PolicyAuthoring
import Synchronization
import Testing

@Suite struct `Names of groups in a record` {
    /// The groups that were looked up, with the thread of each lookup.
    private final class Asked: Sendable {
        let all = Mutex<[(gid: UInt32, thread: String)]>([])

        func name(_ gid: UInt32) throws -> String? {
            let thread = try String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
            all.withLock { $0.append((gid, thread)) }
            return gid == 0 ? "7" : "g\(gid)"
        }
    }

    /// A lookup in the name service may wait for a server.
    @Test func `Names of groups are looked up once, at the end of a record`() async throws {
        let asked = Asked()
        let recorder = HostRecorder { try asked.name($0) }
        _ = try recorder.host.processes.ownCredentials()
        _ = try recorder.host.processes.ownCredentials()
        _ = try await recorder.host.accounts.account(of: "root", groups: nil)
        #expect(asked.all.withLock { $0.isEmpty })
        let facts = try await recorder.facts()
        let found = asked.all.withLock { $0 }
        #expect(found.contains { $0.gid == 0 })
        #expect(Set(found.map(\.gid)).count == found.count)
        // A name that looks like a number would be taken for one.
        #expect(facts.groups["7"] == nil)
        #expect(found.allSatisfy { $0.thread == "warrant-block\n" }, "\(found)")
    }
}
