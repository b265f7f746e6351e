import GRPCCore
import GRPCInProcessTransport
import Guards
import Testing
import Warrant
import WarrantTesting

private let secret = Reason("no", "/srv/secret.key", "is 0600 root:root")

@Suite(.timeLimit(.minutes(5))) struct `A guarded service` {
    /// Calls the service in this process.
    ///
    /// - Returns: The answer, or the status that the client receives.
    private func call(
        guardedBy capability: any Capability,
        _ log: Log = Log()
    ) async throws -> Result<String, RPCError> {
        let transport = InProcessTransport()
        return try await withGRPCServer(
            transport: transport.server,
            services: [Orders()],
            interceptors: [RequireInterceptor(capability, logger: log.logger)]
        ) { _ in
            try await withGRPCClient(transport: transport.client) { client in
                do {
                    let answer = try await client.unary(
                        request: ClientRequest(message: "all"),
                        descriptor: Orders.list,
                        serializer: Text(),
                        deserializer: Text(),
                        options: .defaults,
                        onResponse: { try $0.message }
                    )
                    return .success(answer)
                } catch let error as RPCError {
                    return .failure(error)
                }
            }
        }
    }

    @Test func `answers calls that are authorized`() async throws {
        let answer = try await call(guardedBy: ScriptedCapability("key", .authorized()))
        #expect(try answer.get() == "all orders")
    }

    @Test(arguments: [
        (Verdict.denied([secret]), RPCError(code: .permissionDenied, message: "permission denied")),
        (.undetermined([secret]), RPCError(code: .unavailable, message: "try again later")),
    ])
    func `refuses others, and states the reasons in the log only`(
        verdict: Verdict,
        error: RPCError
    ) async throws {
        let log = Log()
        let answer = try await call(guardedBy: ScriptedCapability("key", verdict), log)
        #expect(throws: error) { try answer.get() }
        #expect(log.messages.count == 1)
        #expect(log.messages[0].hasSuffix("key; /srv/secret.key is 0600 root:root"))
    }
}

private struct Orders: RegistrableRPCService {
    static let list = MethodDescriptor(fullyQualifiedService: "Orders", method: "List")

    func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
        router.registerHandler(forMethod: Self.list, deserializer: Text(), serializer: Text()) {
            request,
            _ in
            let message = try await ServerRequest(stream: request).message
            return StreamingServerResponse(single: ServerResponse(message: "\(message) orders"))
        }
    }
}

private struct Text: MessageSerializer, MessageDeserializer {
    func serialize<Bytes: GRPCContiguousBytes>(_ message: String) -> Bytes { Bytes(message.utf8) }

    func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) -> String {
        // SAFETY: the bytes are only read, and live until the closure returns.
        unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
