// restartd UNIT [ENDPOINT]: serves the state of a unit, and restarts it if an operator says yes.

import Glibc
import Logging
import ServiceLifecycle
import UnixSignals
import Warrant

do {
    // This comes first, while there is only one thread. From here on, no kernel capability is in
    // effect. Only this one can be raised again, on a thread of its own, for the one bind.
    try ProcessCapability.dropAll(keeping: [.netBindService])
} catch {
    print("restartd: \(error)")
    exit(70)
}

// Logs each decision at a gate with its reason: `journalctl WARRANT_VERDICT=denied`.
LoggingSystem.bootstrap { JournalLogHandler(label: $0) }
let logger = Logger(label: "restartd")

let arguments = CommandLine.arguments.dropFirst()
guard let unit = arguments.first, arguments.count <= 2 else {
    logger.critical("usage: restartd UNIT [ENDPOINT]")
    exit(64)
}

do {
    let endpoint = try Endpoint(arguments.count == 2 ? arguments[2] : "tcp:80")
    let web = NetworkReachability.bind(endpoint, raising: .netBindService)
    let desk = NetworkReachability.bind(Endpoint("unix:/run/restartd/operators"))
    // The permit hands over the socket that was judged.
    let options = GateOptions(logger: logger)
    let pages = try await withPermit(for: web, options: options, named: "serve") { try $0.socket() }
    let seats = try await withPermit(for: desk, options: options, named: "serve") {
        try $0.socket()
    }

    let operators = OperatorDesk(at: seats.release())
    let handler = ConfirmationHandler { try await operators.ask($0) }
    let queue = ProcedureQueue(width: 4, logger: logger)
    let site = StatusSite(at: pages.release(), of: unit) { client in
        await queue.run(makeRestart(of: unit, for: client, confirmedBy: handler))
    }
    var configuration = ServiceGroupConfiguration(
        // Services stop in reverse order. First no operator can say yes, then running work ends.
        services: [.init(service: site), .init(service: operators), .init(service: Readiness())],
        gracefulShutdownSignals: [.sigterm, .sigint],
        logger: logger
    )
    configuration.maximumGracefulShutdownDuration = .seconds(80)
    try await ServiceGroup(configuration: configuration).run()
} catch let refusal as Refusal {
    logger.critical("\(refusal)")
    exit(77)
} catch {
    logger.critical("\(error)")
    exit(70)
}
