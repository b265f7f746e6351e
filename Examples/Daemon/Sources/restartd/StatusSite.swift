import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceLifecycle
import Warrant

/// `GET /` returns the state of the unit, and `POST /restart` restarts it.
struct StatusSite: Service {
    typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>

    private let socket: CInt
    private let unit: String
    private let restart: @Sendable (_ client: String) async -> Outcome<Void>

    /// - Parameter socket: A listening socket. It is closed at the end.
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
        // Connections that were accepted before a shutdown are served completely.
        try await withThrowingDiscardingTaskGroup { group in
            try await server.executeThenClose { connections in
                for try await connection in connections.cancelOnGracefulShutdown() {
                    // A failure of one client does not affect the others.
                    group.addTask { try? await serve(connection) }
                }
            }
        }
    }

    private func serve(_ connection: Connection) async throws {
        let client = connection.channel.remoteAddress?.ipAddress ?? "an unknown client"
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
        case .cancelled: (.serviceUnavailable, "restartd is stopping\n")
        }
    }
}

/// Returns nil after ten seconds, so that a silent client does not hold a connection.
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
