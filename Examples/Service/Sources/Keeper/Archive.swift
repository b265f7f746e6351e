import NIOCore
import NIOPosix
public import Warrant

/// Sends bytes to a TCP endpoint, over a connection of their own.
///
/// It ends with its task: a `Timeout` that cancels it closes the connection.
public func send(_ bytes: [UInt8], to archive: Endpoint) async throws {
    guard case .tcp(let host?, let port) = archive.form else {
        throw NoArchive(endpoint: archive.text)
    }
    let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .connectTimeout(.seconds(10))
        .connect(host: host, port: Int(port)).get()
    try await withTaskCancellationHandler {
        try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get()
        try await channel.close()
    } onCancel: {
        channel.close(promise: nil)
    }
}

/// An endpoint that is no archive.
public struct NoArchive: Error, CustomStringConvertible {
    let endpoint: String

    public var description: String { "`\(endpoint)` is no archive; write it like `tcp:HOST:PORT`" }
}
