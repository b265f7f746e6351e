import Glibc
import NIOCore
import NIOPosix
import ServiceLifecycle

/// Notifies systemd that the service is ready, if its unit has `Type=notify`.
///
/// systemd passes the path of a socket. Abstract names, `@…`, come from other managers. They are
/// not supported here.
/// - SeeAlso: sd_notify(3).
struct Readiness: Service {
    func run() async throws {
        if let path = unsafe getenv("NOTIFY_SOCKET").map({ unsafe String(cString: $0) }) {
            let socket = try await DatagramBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connect(unixDomainSocketPath: path).get()
            try await socket.writeAndFlush(ByteBuffer(string: "READY=1")).get()
            try await socket.close()
        }
        try await gracefulShutdown()
    }
}
