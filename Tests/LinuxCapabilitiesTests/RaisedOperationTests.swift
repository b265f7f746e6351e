import Capabilities
import Glibc
import Kernel
import LinuxCapabilities
import LinuxSystem
import Procedures
import TestSupport
import Testing

/// The effect of a permit for a kernel capability, in a process that has all of them permitted and none effective.
@Suite struct `Raised operation` {
    private let folder: TemporaryFolder
    private let path: String

    private static func permit(_ capability: KernelCapability) -> Permit<ProcessCapability> {
        Permit(ProcessCapability(capability, in: .permitted), holding: nil)
    }

    init() throws {
        folder = try TemporaryFolder()
        path = try folder.file("key", "judged", mode: 0o600)
    }

    @Test func `A raised operation succeeds and lowers the capability again`() async {
        await #expect(processExitsWith: .success) { [path = path as String] in
            try #require(unsafe chown(path, 1, 1) == 0, "root is needed to have capabilities")
            try lowerAll()
            #expect(unsafe chown(path, 2, 2) == -1 && errno == EPERM)
            try Self.permit(.chown).changeOwner(of: path, user: 2, group: 3)
            try Self.permit(.fowner).changeMode(of: path, to: 0o640)
            try Self.permit(.fowner).setTimes(of: path, to: (access: 5, modification: 6))
            var found = stat()
            #expect(unsafe stat(path, &found) == 0)
            #expect((found.st_uid, found.st_gid) == (2, 3))
            #expect(found.st_mode & 0o7777 == 0o640)
            #expect((found.st_atim.tv_sec, found.st_mtim.tv_sec) == (5, 6))
            let read = try Self.permit(.dacReadSearch).open(path).read(upTo: 9)
            #expect(read == Array("judged".utf8))
            _ = try Self.permit(.netRaw).openRawSocket(protocol: 1)
            _ = try Self.permit(.netRaw).openPacketSocket(protocol: 3)
            try Self.permit(.sysNice).setNice(-5, of: getpid())
            let process = __priority_which_t(PRIO_PROCESS.rawValue)
            #expect(getpriority(process, id_t(getpid())) == -5)
            #expect(try CapabilityCalls.ownThreeSets().effective.isEmpty)
        }
    }

    /// In practice another user who may write to a directory plants a link in it.
    @Test(arguments: ["link", "way/key"])
    func `A raised operation follows no symbolic link by default`(name: String) async throws {
        try folder.link("link", to: "key")
        try folder.link("way", to: ".")
        let planted = folder.path(of: name)
        await #expect(processExitsWith: .success) {
            [path = path as String, planted = planted as String] in
            try #require(unsafe chown(path, 1, 1) == 0, "root is needed to have capabilities")
            try lowerAll()
            let remedy = "name the path without symbolic links, or pass `follow: true`"
            let refused = { SystemError($0, planted, code: ELOOP, remedy: remedy) }
            #expect(throws: refused("open(2)")) {
                _ = try Self.permit(.dacReadSearch).open(planted).release()
            }
            #expect(throws: refused("chmod(2)")) {
                try Self.permit(.fowner).changeMode(of: planted, to: 0o777)
            }
            // A link at the end of the path is itself changed.
            let isAtEnd = planted.hasSuffix("/link")
            let changes: [(String, () throws -> Void)] = [
                ("chown(2)", { try Self.permit(.chown).changeOwner(of: planted, user: 2) }),
                ("utimensat(2)", { try Self.permit(.fowner).setTimes(of: planted, to: (5, 6)) }),
            ]
            for (call, change) in changes {
                if isAtEnd {
                    try change()
                } else {
                    #expect(throws: refused(call), performing: change)
                }
            }
            var found = stat()
            #expect(unsafe stat(path, &found) == 0)
            #expect((found.st_uid, found.st_mode & 0o7777) == (1, 0o600))
            #expect(found.st_mtim.tv_sec != 6)

            try Self.permit(.chown).changeOwner(of: planted, user: 2, follow: true)
            try Self.permit(.fowner).changeMode(of: planted, to: 0o640, follow: true)
            try Self.permit(.fowner).setTimes(of: planted, to: (5, 6), follow: true)
            _ = try Self.permit(.dacReadSearch).open(planted, follow: true).release()
            #expect(unsafe stat(path, &found) == 0)
            #expect((found.st_uid, found.st_mode & 0o7777) == (2, 0o640))
            #expect(found.st_mtim.tv_sec == 6)
        }
    }

    @Test func `A raised operation binds a low port and listens`() async throws {
        await #expect(processExitsWith: .success) {
            try #require(geteuid() == 0, "root is needed to have capabilities")
            try lowerAll()
            let endpoint: Endpoint = "tcp:127.0.0.97:97"
            let socket = try Self.permit(.netBindService).listen(at: endpoint)
            var isListening: Int32 = 0
            var size = socklen_t(4)
            socket.withFileDescriptor { number in
                _ = unsafe getsockopt(number, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size)
            }
            #expect(isListening == 1)
            let again = #expect(throws: SystemError.self) {
                _ = try Self.permit(.netBindService).listen(at: endpoint).release()
            }
            #expect(again?.code == EADDRINUSE)
            #expect(try CapabilityCalls.ownThreeSets().effective.isEmpty)
        }
    }

    @Test func `A raised operation fails without the permitted capability`() async throws {
        await #expect(processExitsWith: .success) { [path = path as String] in
            try #require(geteuid() == 0, "root is needed to have capabilities")
            try lowerAll()
            try CapabilityCalls.setOwn(KernelCapabilitySets())
            let error = #expect(throws: SystemError.self) {
                try Self.permit(.chown).changeOwner(of: path, user: 1)
            }
            #expect(error == SystemError("capset(2)", "CAP_CHOWN", code: EPERM))
        }
    }

    @Test func `A raised operation throws the error of its work and lowers`() async throws {
        await #expect(processExitsWith: .success) {
            try #require(geteuid() == 0, "root is needed to have capabilities")
            try lowerAll()
            struct Failure: Error {}
            let sets = try Self.permit(.chown).withRaised { try CapabilityCalls.ownThreeSets() }
            #expect(sets.effective == KernelCapabilitySet([.chown]))
            #expect(throws: Failure.self) { try Self.permit(.chown).withRaised { throw Failure() } }
            #expect(throws: SystemError.self) { try Self.permit(.kill).signal(999, to: getpid()) }
            #expect(try CapabilityCalls.ownThreeSets().effective.isEmpty)
        }
    }

    @Test func `A raised operation reports a thread that began in it`() async throws {
        await #expect(processExitsWith: .success) {
            try #require(geteuid() == 0, "root is needed to have capabilities")
            try lowerAll()
            let stray = Stray()
            let error = #expect(throws: LeakedPrivilege.self) {
                try Self.permit(.netRaw).withRaised { try stray.start() }
            }
            #expect(error?.threads == [stray.thread.withLock { $0 }])
            #expect(error?.capabilities == "CAP_NET_RAW")
            stray.mayEnd.signal()
        }
    }
}

/// A thread that starts where none should.
private final class Stray: Sendable {
    let thread = Locked(Int32(0))
    let mayEnd = Semaphore()
    private let isBorn = Semaphore()

    func start() throws {
        try startThread(named: "stray") {
            let own = (try? ProcessCalls.ownCredentials())?.thread ?? 0
            self.thread.withLock { $0 = own }
            self.isBorn.signal()
            self.mayEnd.wait()
        }
        isBorn.wait()
    }
}

/// Empties the effective set of the calling thread and keeps the permitted one. An `await` afterwards could continue on
/// another thread.
private func lowerAll() throws {
    var sets = try CapabilityCalls.ownThreeSets()
    sets.effective = .none
    try CapabilityCalls.setOwn(sets)
}
