import Guards
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import Testing
import Warrant
import WarrantTesting

private let secret = Reason("no", "/srv/secret.key", "is 0600 root:root")

@Suite(.timeLimit(.minutes(5))) struct `A guarded route` {
    /// Serves on a port of its own while `body` runs.
    private func serving(
        _ capability: any Capability,
        _ log: Log = Log(),
        _ body: @Sendable (_ port: Int) async throws -> Void
    ) async throws {
        let router = Router()
        router.add(middleware: RequireMiddleware(capability))
        router.get("/") { _, _ in "orders" }
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in port.yield(channel.localAddress?.port ?? 0) },
            logger: log.logger
        )
        try await withThrowingTaskGroup { group in
            group.addTask { try await application.run() }
            for await port in ports {
                try await body(port)
                break
            }
            group.cancelAll()
        }
    }

    /// Sends a request over loopback, and returns the whole response.
    private func response(from port: Int) async throws -> String {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel
                    )
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            let request = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            try await outbound.write(ByteBuffer(string: request))
            return try await inbound.reduce(into: "") { $0 += String(buffer: $1) }
        }
    }

    @Test func `answers requests that are authorized`() async throws {
        try await serving(ScriptedCapability("key", .authorized())) { port in
            let response = try await response(from: port)
            #expect(response.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(response.hasSuffix("\r\n\r\norders"))
        }
    }

    @Test(arguments: [
        (Verdict.denied([secret]), "403 Forbidden"),
        (.undetermined([secret]), "503 Service Unavailable"),
    ])
    func `refuses others, and states the reasons in the log only`(
        verdict: Verdict,
        status: String
    ) async throws {
        let log = Log()
        try await serving(ScriptedCapability("key", verdict), log) { port in
            let response = try await response(from: port)
            #expect(response.hasPrefix("HTTP/1.1 \(status)\r\n"))
            #expect(response.hasSuffix("\r\n\r\n"))
            #expect(!response.contains("secret"))
        }
        #expect(log.messages.contains { $0.hasSuffix("key; /srv/secret.key is 0600 root:root") })
    }

    @Test func `keeps an answer until it changes`() async throws {
        let unit = ScriptedCapability("unit", .authorized())
        let kept = Kept(unit)
        try await serving(kept) { port in
            for _ in 1...3 { #expect(try await response(from: port).contains(" 200 OK")) }
            #expect(unit.looks == 1)
            unit.change(to: .denied([secret]))
            // Once an update has given the change, no older answer is given.
            for try await update in kept.updates where !kept.verdict(of: update).isAuthorized {
                break
            }
            #expect(try await response(from: port).contains(" 403 Forbidden"))
        }
    }
}
