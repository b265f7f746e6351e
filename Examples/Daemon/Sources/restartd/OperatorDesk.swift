import NIOCore
import NIOPosix
import ServiceLifecycle

/// Asks the operator, who connects to a Unix socket and answers each question with one line.
///
/// Only root can reach the socket, because only root may search its directory. Each question has a
/// number, and the answer repeats it. A line from before the question, or for another one, does not
/// count.
actor OperatorDesk: Service {
    /// No operator is connected, or the operator did not answer.
    struct Unanswered: Error, CustomStringConvertible {
        let description: String
    }

    private let socket: CInt
    private var seat: NIOAsyncChannelOutboundWriter<ByteBuffer>?
    private var answers: AsyncStream<String>.Continuation?
    private var number = 0

    /// - Parameter socket: A listening socket. It is closed at the end, and its name is removed.
    init(at socket: CInt) { self.socket = socket }

    /// - Throws: ``Unanswered``; the failure to write the question; `CancellationError`.
    func ask(_ question: String) async throws -> Bool {
        guard let seat else { throw Unanswered(description: "no operator is there") }
        guard answers == nil else {
            throw Unanswered(description: "the operator has another question to answer")
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
            // One operator at a time. The next connection waits until it is accepted.
            for try await connection in operators.cancelOnGracefulShutdown() {
                try? await sit(on: connection)
            }
        }
    }

    /// - Throws: The failure of this connection. It does not affect the next operator.
    private func sit(on connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>) async throws {
        defer { leave() }
        try await connection.executeThenClose { inbound, outbound in
            seat = outbound
            try await outbound.write(ByteBuffer(string: "waiting for questions\n"))
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
