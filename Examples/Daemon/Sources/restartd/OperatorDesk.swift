import NIOCore
import NIOPosix
import ServiceLifecycle

/// Where the operator sits: whoever connects to a Unix socket is asked, and answers with a line.
///
/// Only root reaches the socket, since its folder is root's alone. A question has a number, which the answer
/// repeats: what was typed before it, or for another one, answers nothing.
actor OperatorDesk: Service {
    /// Nobody is there, or has answered.
    struct Unanswered: Error, CustomStringConvertible {
        let description: String
    }

    private let socket: CInt
    private var seat: NIOAsyncChannelOutboundWriter<ByteBuffer>?
    private var answers: AsyncStream<String>.Continuation?
    private var number = 0

    /// - Parameter socket: Listens; it is closed in the end, and its name removed.
    init(at socket: CInt) { self.socket = socket }

    /// - Throws: ``Unanswered``; the failure to write the question; `CancellationError`.
    func ask(_ question: String) async throws -> Bool {
        guard let seat else { throw Unanswered(description: "no operator is there") }
        guard answers == nil else {
            throw Unanswered(description: "the operator is asked something else")
        }
        let (lines, answers) = AsyncStream<String>.makeStream()
        self.answers = answers
        defer { self.answers = nil }
        number += 1
        let (yes, no) = ("\(number) yes", "\(number) no")
        try await seat.write(ByteBuffer(string: "\(question) `\(yes)` or `\(no)`\n"))
        for await line in lines where line == yes || line == no { return line == yes }
        try Task.checkCancellation()
        throw Unanswered(description: "the operator left without an answer")
    }

    func run() async throws {
        let bootstrap = ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        let server = try await bootstrap.bind(socket, cleanupExistingSocketFile: true) { channel in
            channel.eventLoop.makeCompletedFuture {
                try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
            }
        }
        try await server.executeThenClose { operators in
            // One at a time: the next waits to be accepted.
            for try await connection in operators.cancelOnGracefulShutdown() {
                try? await sit(on: connection)
            }
        }
    }

    /// - Throws: as the connection fails, which the next operator need not care about.
    private func sit(on connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>) async throws {
        defer { leave() }
        try await connection.executeThenClose { inbound, outbound in
            seat = outbound
            try await outbound.write(ByteBuffer(string: "you are asked here\n"))
            let input = inbound.cancelOnGracefulShutdown()
            for try await line in input.splitUTF8Lines(maximumBufferSize: 80) {
                answers?.yield(line)
            }
        }
    }

    private func leave() {
        seat = nil
        answers?.finish()
    }
}
