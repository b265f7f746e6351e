public import GRPCCore
public import Logging
public import Warrant

/// Passes on a call only if a capability is authorized when the call arrives.
///
/// A call ends with PERMISSION_DENIED if the system denies it, and with UNAVAILABLE if there is no answer. The status
/// has no reasons: they go to the logger.
///
/// ```swift
/// let database = Kept(SystemdUnit("db.service", .active))
/// let server = GRPCServer(
///     transport: transport,
///     services: [orders],
///     interceptors: [RequireInterceptor(database, logger: logger)]
/// )
/// ```
///
/// With `Kept`, systemd is asked only after a change. Add one interceptor for each capability.
public struct RequireInterceptor: ServerInterceptor {
    private let capability: any Capability
    private let logger: Logger

    public init(_ capability: any Capability, logger: Logger) {
        self.capability = capability
        self.logger = logger
    }

    public func intercept<Input: Sendable, Output: Sendable>(
        request: StreamingServerRequest<Input>,
        context: ServerContext,
        next:
            @Sendable (
                StreamingServerRequest<Input>, ServerContext
            ) async throws -> StreamingServerResponse<Output>
    ) async throws -> StreamingServerResponse<Output> {
        do {
            let options = GateOptions(logger: logger)
            try await require(capability, options: options, named: "\(context.descriptor)")
        } catch let refusal as Refusal {
            throw refusal.isDenial
                ? RPCError(code: .permissionDenied, message: "permission denied")
                : RPCError(code: .unavailable, message: "try again later")
        }
        return try await next(request, context)
    }
}
