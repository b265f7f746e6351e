import CLinux
import Foundation
import Glibc
import Kernel
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `An assumed identity` {
    private static let other = AssumedIdentity(
        user: 64_123,
        group: 64_124,
        groups: [64_125, 64_126],
        effective: KernelCapabilitySet([.dacReadSearch])
    )

    private static func threads(as user: UInt32) throws -> [Int32] {
        try ProcessCalls.credentials(ofProcess: getpid()).filter { $0.user.fileSystem == user }
            .map(\.thread)
    }

    @Test func `An assumed identity belongs to one thread, which ends with it`() throws {
        try #require(geteuid() == 0, "root is needed to become somebody else")
        var alone = Self.other
        alone.user = 64_199
        let before = try ProcessCalls.ownCredentials()
        let (own, others) = try alone.run {
            (try ProcessCalls.ownCredentials(), try Self.threads(as: 64_199))
        }

        #expect(own.user.fileSystem == 64_199 && own.user.effective == 64_199)
        #expect(own.group.fileSystem == 64_124 && own.group.effective == 64_124)
        #expect(Set(own.groups) == [64_125, 64_126])
        #expect(own.capabilities.effective == KernelCapabilitySet([.dacReadSearch]))
        // Because of these ids, no process of that user may signal or trace the thread.
        #expect(own.user.real == before.user.real && own.group.real == before.group.real)
        #expect(own.capabilities.permitted == before.capabilities.permitted)
        #expect(others == [own.thread])
        #expect(try ProcessCalls.ownCredentials() == before)
        while try Self.threads(as: 64_199).contains(own.thread) { sched_yield() }
    }

    @Test func `An assumed identity passes on the error of its work`() {
        let gone = SystemError("open(2)", "/none", code: ENOENT)
        #expect(throws: gone) { try Self.other.run { () throws -> Void in throw gone } }
    }

    @Test func `An assumed identity answers for many places at once`() throws {
        let folder = try TemporaryFolder()
        try folder.change("", mode: 0o700)
        let modes: [mode_t] = [0o644, 0o600, 0o755, 0o622]
        let files = try modes.map { mode in
            unsafe open(try folder.file("f\(mode)", mode: mode), O_PATH | O_CLOEXEC)
        }
        defer { for file in files { close(file) } }
        let nobody = AssumedIdentity(user: 64_123, group: 64_123, groups: [], effective: .none)
        let questions = files.flatMap { file in
            [Permissions.read, .write, .execute].map { (place: file, mode: $0) }
        }
        // The subject may not search the directory. The question is about the places, not about the path to them.
        let no: Int32? = EACCES
        #expect(
            try nobody.refusals(of: questions)
                == [nil, no, no] + [no, no, no] + [nil, no, nil] + [no, nil, no]
        )
    }

    /// The subject does not need access to `/proc`.
    @Test func `An assumed identity needs no proc`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        let user = try onThread {
            try enterNew(0x200)  // CLONE_FS
            try #require(unsafe chroot(path) == 0, "root is needed: errno \(errno)")
            try #require(unsafe chdir("/") == 0)
            try #require(unsafe chmod("/", 0o700) == 0)
            return try Self.other.run { geteuid() }
        }
        #expect(user == 64_123)
    }

    @Test func `An assumed identity with too many groups is an error`() {
        var crowd = Self.other
        crowd.groups = Set(1...65_537)
        #expect(throws: SystemError("setgroups(2)", "the groups of uid 64123", code: EINVAL)) {
            try crowd.run {}
        }
        crowd.groups.remove(1)
        #expect(throws: Never.self) { try crowd.run {} }
    }

    @Test func `An identity that changes during the work is an error`() {
        let change = SystemError("a change of identity", "uid 64123", code: EAGAIN)
        #expect(throws: change) { try Self.other.run { _ = clinux_setfsuid(0) } }
        #expect(throws: change) {
            try Self.other.run { try CapabilityCalls.setOwn(KernelCapabilitySets()) }
        }
    }
}

@Suite(.timeLimit(.minutes(20))) struct `Assuming an identity` {
    /// The changed part of the identity. The refusal has the call, the object and the errno.
    @Test(arguments: ["group", "user", "groups", "effective", "same"])
    func `A process without privilege cannot assume an identity`(part: String) async {
        await #expect(processExitsWith: .success) { [part = part as String] in
            try #require(setgid(64_123) == 0 && setuid(64_123) == 0, "root is needed")
            var wanted = try AssumedIdentity.own()
            switch part {
            case "group": wanted.group = 64_999
            case "user": wanted.user = 64_999
            case "groups": wanted.groups = [64_999]
            case "effective": wanted.effective = KernelCapabilitySet([.chown, .sysPtrace])
            default: break
            }
            let error =
                part == "effective"
                ? SystemError("capset(2)", "CAP_CHOWN, CAP_SYS_PTRACE", code: EPERM)
                : SystemError("setgroups(2)", "the groups of uid \(wanted.user)", code: EPERM)
            #expect(throws: error) { try wanted.run {} }
        }
    }

    /// The caller did not ask to raise a capability that is only permitted.
    @Test func `A capability that is only permitted is not raised`() throws {
        let error = SystemError("capset(2)", "CAP_DAC_READ_SEARCH", code: EPERM)
        let found = try onThread {
            var sets = try CapabilityCalls.ownThreeSets()
            sets.effective = sets.effective.removing(.dacReadSearch)
            try CapabilityCalls.setOwn(sets)
            let held = KernelCapabilitySet([.dacReadSearch])
            let wanted = AssumedIdentity(user: 1, group: 1, groups: [], effective: held)
            return Result { try wanted.run {} }.mapError { $0 as? SystemError ?? error }
        }
        #expect(throws: error) { try found.get() }
    }

    @Test func `The process stays as traceable as it was`() async {
        await #expect(processExitsWith: .success) {
            func dumpable() -> Int { Int(clinux_prctl(PR_GET_DUMPABLE, 0)) }
            try #require(dumpable() == 1)
            let meanwhile = try SmallFile.number(at: "/proc/sys/fs/suid_dumpable")
            let identity = AssumedIdentity(
                user: 64_123,
                group: 64_123,
                groups: [],
                effective: .none
            )
            let first = try LastingIdentity(identity)
            #expect(try identity.run { Int(clinux_prctl(PR_GET_DUMPABLE, 0)) } == meanwhile)
            // The second has ended, and the first has not.
            #expect(dumpable() == meanwhile)
            try first.end()
            #expect(dumpable() == 1)

            try #require(clinux_prctl(PR_SET_DUMPABLE, 0) == 0)
            try identity.run {}
            #expect(dumpable() == 0)
        }
    }
}

extension AssumedIdentity {
    fileprivate static func own() throws -> AssumedIdentity {
        let own = try ProcessCalls.ownCredentials()
        return AssumedIdentity(
            user: own.user.fileSystem,
            group: own.group.fileSystem,
            groups: Set(own.groups),
            effective: own.capabilities.effective
        )
    }
}
