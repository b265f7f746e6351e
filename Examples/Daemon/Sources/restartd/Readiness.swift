import Glibc
import NIOCore
import NIOPosix
import ServiceLifecycle

/// Tells systemd that the service is ready, where it wants to be told: `Type=notify`.
///
/// systemd names a path. An abstract name, `@…`, is for other managers, and would have to be connected otherwise.
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
