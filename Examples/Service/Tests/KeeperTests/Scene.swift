import Foundation
import NIOCore
import NIOPosix
import Warrant

import Keeper

/// A separate host for each test: a directory, a policy, and a listening archive.
final class Scene: Sendable {
    let directory = FileManager.default.temporaryDirectory.path + "/keeper-\(UUID().uuidString)"
    let archive: Endpoint
    private let listener: any Channel

    init() async throws {
        listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0).get()
        archive = try Endpoint("tcp:127.0.0.1:\(listener.localAddress?.port ?? 0)")
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        try write("orders", to: "orders.db")
        try write("an old key that is longer than the new one", to: "signing.key")
        try write(
            "{warrant: 1, name: keeper, summary: s, require: [{read: \(directory)/orders.db}]}",
            to: "keeper.yaml"
        )
    }

    deinit {
        listener.close(promise: nil)
        try? FileManager.default.removeItem(atPath: directory)
    }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(directory)/\(name)"))
    }

    func bytes(of name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(filePath: "\(directory)/\(name)")))
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: "\(directory)/\(name)")
    }

    func closeArchive() async throws { try await listener.close() }

    func round(
        send: @escaping @Sendable ([UInt8]) async throws -> Void = { _ in }
    ) throws -> Procedure<[GroupOutcome]> {
        let policy = try Policy(path: "\(directory)/keeper.yaml")
        return makeRound(
            in: directory,
            to: archive,
            policy: policy,
            waiting: .none,
            send: send
        )
    }
}
