import NIOCore
import NIOPosix
public import Warrant

/// Sends bytes to a TCP endpoint, over a new connection.
///
/// The connection closes when the task is cancelled, for example by a `Timeout`.
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

/// An endpoint that cannot be an archive.
public struct NoArchive: Error, CustomStringConvertible {
    let endpoint: String

    public var description: String {
        "`\(endpoint)` is not an archive; write it as `tcp:HOST:PORT`"
    }
}
