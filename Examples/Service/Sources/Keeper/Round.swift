public import Warrant

/// What the service does each time: a new signing key, and a copy of the database to the archive.
///
/// To make it does nothing yet. Each procedure says beside its work what must hold before it starts.
///
/// - Parameters:
///   - directory: An absolute path, of `orders.db` and `signing.key`.
///   - policy: What the operator of this host requires besides, before anything starts.
///   - strategy: How long to wait before the copy is sent again.
///   - send: Brings the copy to the archive.
public func makeRound(
    in directory: String,
    to archive: Endpoint,
    policy: Policy,
    waiting strategy: WaitStrategy = .exponential(from: .milliseconds(200)).jittered(),
    send: @escaping @Sendable ([UInt8]) async throws -> Void
) -> Procedure<[GroupOutcome]> {

    // The permit opens the very file that was judged, whatever the path leads to by now.
    let rotate = Procedure(
        "rotate",
        permitted: FileAccess(.write, "\(directory)/signing.key")
    ) { permit in
        let file = try permit.open()
        try file.write((0..<32).map { _ in UInt8.random(in: 0...255) })
        try file.truncate(to: 32)  // an older key may have been longer
    }

    // Two rounds at once would read the same: the second waits, and holds up nothing else meanwhile.
    let dump = Procedure(
        "dump",
        permitted: FileAccess(.read, "\(directory)/orders.db")
    ) { permit in
        try permit.open().read(upTo: 1 << 30)
    }
    .condition(MutuallyExclusive("orders.db"))

    // An archive that is away for a moment is no reason to wait for the next round.
    let upload = Procedure("upload", input: dump) { copy in try await send(copy) }
        // It only looks. With `asking: .once` it would wait for minutes: the next round comes sooner.
        .condition(AuthorizedFor(NetworkReachability(.connect, to: archive)))
        .observer(Timeout(.seconds(30)))
        .retried(upTo: 3, waiting: strategy)

    // A key is rotated also where the archive cannot be reached: the one failure does not stop the rest.
    return Group("round", onFailure: .collect) {
        rotate
        dump
        upload
    }
    .condition(Satisfies(policy))
}
