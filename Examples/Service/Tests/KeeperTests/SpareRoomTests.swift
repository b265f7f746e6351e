import Synchronization
import Testing
import Warrant
import WarrantTesting

/// A custom capability. A test can set the state that it looks at.
struct SpareRoom: Capability {
    let disk: Disk

    var name: String { "1 GiB free" }
    var requirement: Int { 1 << 30 }

    func authorizationStatus() async throws -> FreeBytes { FreeBytes(count: disk.free) }

    static func == (one: Self, other: Self) -> Bool { one.disk === other.disk }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(disk)) }
}

struct FreeBytes: AuthorizationStatus {
    let count: Int

    func meets(_ requirement: Int) -> Verdict {
        if count >= requirement { return .authorized() }
        return .denied([Reason("disk-full", "the disk", "has only \(count) bytes free")])
    }
}

final class Disk: Sendable {
    private let bytes = Mutex(0)

    var free: Int {
        get { bytes.withLock { $0 } }
        set { bytes.withLock { $0 = newValue } }
    }
}

@Suite struct `Spare room` {
    @Test func `keeps the contract of capabilities`() async {
        let disk = Disk()
        let contract = CapabilityContract { SpareRoom(disk: disk) }
            .unlike(SpareRoom(disk: Disk()))
            .authorized { disk.free = 2 << 30 }
            .denied { disk.free = 0 }
            .keeping("what is free") { disk.free }

        let violations = await contract.violations()
        #expect(violations == [])
    }

    @Test func `prevents a dump if there is none`() async {
        let recorder = EventRecorder()
        let dump = Procedure("dump") { Issue.record("ran") }
            .condition(AuthorizedFor(SpareRoom(disk: Disk())))
            .observer(recorder)

        let outcome = await ProcedureQueue(width: 1).run(dump)

        #expect(outcome.isRefused(by: "1 GiB free"))
        #expect(outcome.refusal?.codes == ["disk-full"])
        #expect(recorder.executed == [])
    }
}
