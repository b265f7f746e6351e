public import Warrant

/// Returns one round of the service: it writes a new signing key, and sends a copy of the database.
///
/// The call itself runs nothing. Each procedure lists its conditions beside its work.
///
/// - Parameters:
///   - directory: The absolute path of the directory with `orders.db` and `signing.key`.
///   - policy: What the operator of this host requires before anything starts.
///   - strategy: How long to wait before the copy is sent again.
///   - send: Sends the copy to the archive.
public func makeRound(
    in directory: String,
    to archive: Endpoint,
    policy: Policy,
    waiting strategy: WaitStrategy = .exponential(from: .milliseconds(200)).jittered(),
    send: @escaping @Sendable ([UInt8]) async throws -> Void
) -> Procedure<[GroupOutcome]> {

    // The permit opens the file that was judged, even if the path leads elsewhere by now.
    let rotate = Procedure(
        "rotate",
        permitted: FileAccess(.write, "\(directory)/signing.key")
    ) { permit in
        let file = try permit.open()
        try file.write((0..<32).map { _ in UInt8.random(in: 0...255) })
        try file.truncate(to: 32)  // an older key may have been longer
    }

    // Two rounds must not read the database at once. The second waits, and blocks nothing else.
    let dump = Procedure(
        "dump",
        permitted: FileAccess(.read, "\(directory)/orders.db")
    ) { permit in
        try permit.open().read(upTo: 1 << 30)
    }
    .condition(MutuallyExclusive("orders.db"))

    // If the archive is unreachable for a moment, the upload is tried again in the same round.
    let upload = Procedure("upload", input: dump) { copy in try await send(copy) }
        // The condition only looks. With `asking: .once` it could wait for minutes.
        .condition(AuthorizedFor(NetworkReachability.connect(to: archive)))
        .observer(Timeout(.seconds(30)))
        .retried(upTo: 3, waiting: strategy)

    // One failure does not stop the rest: the key is rotated even if the archive is unreachable.
    return Group("round", onFailure: .collect) {
        rotate
        dump
        upload
    }
    .condition(Satisfies(policy))
}
