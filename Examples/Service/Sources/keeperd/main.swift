// keeperd DIRECTORY ARCHIVE [--once]: rotates the key and backs up the database in DIRECTORY.

import Keeper
import Logging
import ServiceLifecycle
import UnixSignals
import Warrant

// Logs to stderr, for systemd and terminals. An entry about a closed gate has its metadata.
LoggingSystem.bootstrap(StreamLogHandler.standardError)
let logger = Logger(label: "keeperd")

let arguments = CommandLine.arguments.dropFirst()
let isOnce = arguments.contains("--once")
let words = arguments.filter { $0 != "--once" }
guard words.count == 2, let directory = words.first, let address = words.last else {
    logger.critical("usage: keeperd DIRECTORY ARCHIVE [--once]")
    exit(.usage)
}

do {
    let archive = try Endpoint(address)
    let policy = try Policy(path: "\(directory)/keeper.yaml")
    let round = makeRound(in: directory, to: archive, policy: policy) {
        try await send($0, to: archive)
    }
    let queue = ProcedureQueue(width: 2, logger: logger)
    if isOnce {
        let outcome = await queue.run(round)
        print(outcome)
        exit(ExitStatus(outcome))
    }
    let keeper = Keeper(round, on: queue, every: .seconds(3600))
    let services = ServiceGroup(
        services: [keeper],
        gracefulShutdownSignals: [.sigterm, .sigint],
        logger: logger
    )
    do {
        try await services.run()
    } catch {
        logger.critical("\(error)")
        exit(.software)
    }
} catch {
    logger.critical("\(error)")
    exit(.configuration)
}
