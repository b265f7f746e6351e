import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceLifecycle
import Warrant

/// `GET /` tells the state of the unit, `POST /restart` has it restarted.
struct StatusSite: Service {
    typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>

    private let socket: CInt
    private let unit: String
    private let restart: @Sendable (_ client: String) async -> Outcome<Void>

    /// - Parameter socket: Listens; it is closed in the end.
    init(
        at socket: CInt,
        of unit: String,
        restart: @escaping @Sendable (_ client: String) async -> Outcome<Void>
    ) {
        self.socket = socket
        self.unit = unit
        self.restart = restart
    }

    func run() async throws {
        let bootstrap = ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        let server = try await bootstrap.bind(socket) { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                return try Connection(wrappingChannelSynchronously: channel)
            }
        }
        // Who was let in before the end is served to the end.
        try await withThrowingDiscardingTaskGroup { group in
            try await server.executeThenClose { connections in
                for try await connection in connections.cancelOnGracefulShutdown() {
                    // What one client breaks is its own.
                    group.addTask { try? await serve(connection) }
                }
            }
        }
    }

    private func serve(_ connection: Connection) async throws {
        let client = connection.channel.remoteAddress?.ipAddress ?? "somebody"
        try await connection.executeThenClose { inbound, outbound in
            guard let request = await withDeadline({ try await head(of: inbound) }) else { return }
            let (status, text) = await page(for: request, of: client)
            var response = HTTPResponseHead(version: request.version, status: status)
            response.headers.add(name: "Content-Length", value: "\(text.utf8.count)")
            response.headers.add(name: "Connection", value: "close")
            try await outbound.write(contentsOf: [
                .head(response), .body(.byteBuffer(ByteBuffer(string: text))), .end(nil),
            ])
        }
    }

    private func head(
        of request: NIOAsyncChannelInboundStream<HTTPServerRequestPart>
    ) async throws -> HTTPRequestHead? {
        for try await case .head(let head) in request { return head }
        return nil
    }

    private func page(
        for request: HTTPRequestHead,
        of client: String
    ) async -> (status: HTTPResponseStatus, text: String) {
        switch (request.method, request.uri) {
        case (.GET, "/"): await state()
        case (.POST, "/restart"): answer(await restart(client))
        default: (.notFound, "GET / or POST /restart\n")
        }
    }

    private func state() async -> (HTTPResponseStatus, String) {
        do {
            let status = try await SystemdUnit(unit).authorizationStatus()
            return (.ok, "\(unit) is \(status.activeState) (\(status.subState))\n")
        } catch {
            return (.serviceUnavailable, "the state of \(unit) is not known: \(error)\n")
        }
    }

    private func answer(_ outcome: Outcome<Void>) -> (HTTPResponseStatus, String) {
        switch outcome {
        case .succeeded: (.ok, "\(unit) was restarted\n")
        case .refused(let refusal), .skipped(let refusal): (.forbidden, "\(refusal)\n")
        case .failed(let error): (.badGateway, "\(error)\n")
        case .cancelled: (.serviceUnavailable, "restartd stops\n")
        }
    }
}

/// Ten seconds: a client that sends nothing is hung up on.
private func withDeadline<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value?
) async -> Value? {
    await withTaskGroup { group in
        defer { group.cancelAll() }
        group.addTask { try? await body() }
        group.addTask {
            try? await Task.sleep(for: .seconds(10))
            return nil
        }
        return await group.next() ?? nil
    }
}
