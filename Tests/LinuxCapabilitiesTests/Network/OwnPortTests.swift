import Capabilities
import Glibc
import LinuxCapabilities
import Procedures
import TestSupport
import Testing

@testable import LinuxSystem

/// A port that this process already holds, and the one that it asks for: the check, and then the bind.
@Suite struct `Port held by this process` {
    struct Case: CustomTestStringConvertible {
        let held: (text: String, kind: TestSocket.Kind)
        var isIPv6Only = false
        let asked: String
        let answer: String

        var testDescription: String { "\(held.text), asked for \(asked)" }
    }

    private static let held = "held by this process already"
    private static let free = "free, and needs no kernel capability"
    private static func inTheWay(_ place: String) -> String {
        "held by a socket at \(place) of this process itself"
    }

    static let cases = [
        Case(held: ("127.0.1.11:4011", .stream), asked: "tcp:127.0.1.11:4011", answer: held),
        Case(held: ("127.0.1.11:4012", .stream), asked: "tcp:127.0.1.12:4012", answer: free),
        Case(
            held: ("127.0.1.11:4013", .stream),
            asked: "tcp:4013",
            answer: inTheWay("127.0.1.11:4013")
        ),
        Case(
            held: ("0.0.0.0:4014", .stream),
            asked: "tcp:127.0.1.11:4014",
            answer: inTheWay("0.0.0.0:4014")
        ),
        Case(held: ("0.0.0.0:4015", .stream), asked: "tcp:4015", answer: held),
        Case(held: ("[::]:4016", .stream), asked: "tcp:4016", answer: held),
        Case(held: ("[::]:4017", .stream), isIPv6Only: true, asked: "tcp:4017", answer: free),
        Case(
            held: ("[::]:4018", .stream),
            asked: "tcp:0.0.0.0:4018",
            answer: inTheWay("[::]:4018")
        ),
        Case(held: ("127.0.1.11:4019", .datagram), asked: "udp:127.0.1.11:4019", answer: held),
        Case(
            held: ("127.0.1.11:4020", .datagram),
            asked: "udp:4020",
            answer: inTheWay("127.0.1.11:4020")
        ),
        Case(held: ("127.0.1.11:4021", .datagram), asked: "tcp:127.0.1.11:4021", answer: free),
        Case(held: ("[::1]:4022", .stream), asked: "tcp:[::1]:4022", answer: held),
    ]

    @Test(arguments: cases)
    func `The verdict on an own port agrees with the bind`(scene: Case) async throws {
        let address = try SocketAddress(scene.held.text)
        let own = try TestSocket(scene.held.kind, address, isIPv6Only: scene.isIPv6Only)
        let capability = NetworkReachability.bind(try Endpoint(scene.asked))
        let verdict = await capability.verdict()
        #expect(verdict.reasons.map(\.message) == [scene.answer])
        #expect(verdict.isAuthorized == [Self.held, Self.free].contains(scene.answer))
        let hasSocket = try? await withPermit(for: capability) { permit in
            try inode(of: permit.socket()) == UInt64(own.inode)
        }
        #expect(hasSocket == (verdict.isAuthorized ? scene.answer == Self.held : nil))
    }

    /// The remaining connection of a server that has ended. The test runs in its own process, because a fork by another
    /// test keeps our sockets open until it executes a program.
    @Test(arguments: [true, false])
    func `A port of an old connection is free only if it is shared`(shares: Bool) async {
        await #expect(processExitsWith: .success) { [shares = shares as Bool] in
            let address = try SocketAddress(shares ? "127.0.1.13:4023" : "127.0.1.14:4023")
            let (client, accepted) = try connection(to: address, sharing: shares)
            defer { for number in [client, accepted] { close(number) } }
            let capability = NetworkReachability.bind(try Endpoint("tcp:\(address)"))
            #expect(await capability.verdict().isAuthorized == shares)
            let isIn = try? await withPermit(for: capability) { _ in true }
            #expect(isIn == (shares ? true : nil))
        }
    }
}

/// Returns both ends of a connection to a server that no longer listens.
private func connection(to address: SocketAddress, sharing: Bool) throws -> (Int32, Int32) {
    let server = try TestSocket(.stream, address, reusesAddress: sharing).listening()
    let client = try Socket(family: AF_INET, type: 1, for: "client")
    try #require(client.connect(to: address) == 0)
    let accepted = accept(server.descriptor, nil, nil)
    try #require(accepted >= 0)
    return (client.release().release(), accepted)
}
