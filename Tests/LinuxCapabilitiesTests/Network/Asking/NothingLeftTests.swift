import Capabilities
import Glibc
import TestSupport
import Testing
import WarrantTesting

@testable import LinuxCapabilities
@testable import LinuxSystem

/// Each test runs in its own process, where no other test opens files or starts threads.
@Suite(.timeLimit(.minutes(20))) struct `Resources of requests for the network` {
    @Test func `An unfinished request leaves no descriptor and few threads behind`() async {
        await #expect(processExitsWith: .success) {
            try await ForeignNetwork.make { network in
                let peer = try TestSocket.refusing()
                let endpoint = try Endpoint("tcp:127.0.0.1:\(peer.port)")
                let subject = Subject.process(pid: network.pid)
                func ask() async throws {
                    try await cancelled {
                        NetworkReachability.route(to: "192.0.2.7", as: subject, on: $0)
                    }
                    try await cancelled { NetworkReachability.connect(to: endpoint, on: $0) }
                    let late = NetworkReachability.connect(
                        to: endpoint,
                        waitingUpTo: .milliseconds(1)
                    )
                    #expect(try await !late.requestAuthorization().verdict.isAuthorized)
                }
                try await ask()
                try await startEvents()
                let before = try Held()
                for _ in 0..<20 { try await ask() }
                try expect(before)
            }
        }
    }
}

/// These tests also run in their own process.
@Suite(.timeLimit(.minutes(20))) struct `Resources of updates of the network` {
    @Test func `Ended updates leave no descriptor and few threads behind`() async {
        await #expect(processExitsWith: .success) {
            try await ForeignNetwork.make { network in
                let subject = Subject.process(pid: network.pid)
                let asked = [
                    NetworkReachability.route(to: "192.0.2.7", as: subject),
                    NetworkReachability.bind("tcp:192.0.2.7:80", as: subject),
                ]
                func listen() async throws {
                    for capability in asked {
                        var updates = capability.updates.patient.makeAsyncIterator()
                        _ = try await updates.next()?.get()
                    }
                }
                try await listen()
                try await startEvents()
                let before = try Held()
                for _ in 1...500 { try await listen() }
                try expect(before)
            }
        }
    }
}

/// Expects that no more is held than before.
private func expect(_ before: Held) throws {
    let after = try Held()
    #expect(after.sockets == before.sockets)
    // The last threads in the network may be about to end, and one may watch for tasks that are late.
    #expect(after.threads.count < before.threads.count + 10)
}

/// Returns after the event thread has reported an event. A thread that was only started may not exist yet.
private func startEvents() async throws {
    let told = try WakeUp()
    told.signal()
    try await DescriptorEvents.shared.isReadable(told.descriptor)
}

/// Asks until the request waits, and then cancels it.
private func cancelled(_ make: (Host) -> NetworkReachability) async throws {
    let watch = WatchedNetwork.Watch()
    let capability = make(.watched(watch))
    let asking = Task { try await capability.requestAuthorization() }
    await watch.isWaiting()
    asking.cancel()
    await #expect(throws: CancellationError.self) { try await asking.value }
}

/// The limited resources of a process: its sockets, and Warrant's threads except the bounded few of `BlockingThreads`,
/// which stay.
private struct Held {
    let sockets: Int
    let threads: [String]

    init() throws {
        let folder = "/proc/self/fd"
        sockets = try Directory.names(at: folder).count { socketInode("\(folder)/\($0)") != nil }
        threads = try Directory.names(at: "/proc/self/task").compactMap { thread in
            let name = try? SmallFile.bytes(at: "/proc/self/task/\(thread)/comm")
            return name.map { String(decoding: $0, as: UTF8.self) }
        }
        .filter { $0.hasPrefix("warrant") && !$0.hasPrefix("warrant-block") }.sorted()
    }
}
