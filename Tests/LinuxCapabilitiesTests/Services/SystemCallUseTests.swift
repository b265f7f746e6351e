import Kernel
import ServiceModel
import Testing

@testable import LinuxCapabilities

@Suite struct `System calls of a word` {
    private static let actions: [FileAccess.Action] = [
        .access([.read]), .read, .write, .readWrite, .append, .openTruncate, .openCreate, .truncate,
        .execute, .executeFrom("/"), .search, .list, .stat, .readLink, .create(.file),
        .create(.directory), .create(.symlink), .create(.fifo), .create(.device), .delete(nil),
        .delete(.file), .delete(.directory), .rename(to: "/a"), .link(to: "/a"), .changeMode(0),
        .changeOwner(0), .changeGroup(0), .touch(.now), .setAttribute, .setList,
    ]
    private static let others: [SystemCallUse] = [
        .executing, .reading, .tracing, .connecting([.inet]), .binding([.inet], port: 5432),
        .connecting([.unix]), .binding([.unix], port: nil),
        .creatingSocket(.inet), .resolving, .callingBus,
    ]

    /// A call without a number counts as one that the machine does not have, and then no filter can refuse it.
    @Test func `Each call has a number`() {
        for use in Self.actions.map({ SystemCallUse($0) }) + Self.others {
            for case .call(let calls, let others) in use.steps + use.later {
                #expect((calls + others).filter { !SystemCallNumber.names.contains($0) } == [])
            }
        }
    }
}
