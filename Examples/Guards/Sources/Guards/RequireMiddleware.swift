public import Hummingbird
public import Warrant

/// Passes on a request only if a capability is authorized when the request arrives.
///
/// A request is answered with 403 (Forbidden) if the system denies it, and with 503 (Service Unavailable) if there is
/// no answer. Neither response has a body: the reasons go to the logger of the request.
///
/// ```swift
/// let database = Kept(SystemdUnit("db.service", .active))
/// router.add(middleware: RequireMiddleware(database))
/// ```
///
/// With `Kept`, systemd is asked only after a change. Add one middleware for each capability.
public struct RequireMiddleware<Context: RequestContext>: RouterMiddleware {
    private let capability: any Capability

    public init(_ capability: any Capability) { self.capability = capability }

    public func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            let options = GateOptions(logger: context.logger)
            let name = "\(request.method) \(request.uri.path)"
            try await require(capability, options: options, named: name)
        } catch let refusal as Refusal {
            throw HTTPError(refusal.isDenial ? .forbidden : .serviceUnavailable)
        }
        return try await next(request, context)
    }
}
