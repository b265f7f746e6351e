import Glibc
import LinuxSystem
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct `An assumed identity` {
    private static let other = AssumedIdentity(
        user: 64_123,
        group: 64_124,
        groups: [64_125, 64_126],
        effective: 1 << 2  // CAP_DAC_READ_SEARCH
    )

    private static func threads(as user: UInt32) throws -> [Int32] {
        try ProcessCalls.credentials(ofProcess: getpid()).filter { $0.fileSystemUser == user }
            .map(\.thread)
    }

    @Test func `is that of one thread, which ends with it`() throws {
        try #require(geteuid() == 0, "root is needed to become somebody else")
        let before = try ProcessCalls.ownCredentials()
        let (own, others) = try Self.other.run {
            (try ProcessCalls.ownCredentials(), try Self.threads(as: 64_123))
        }

        #expect(own.fileSystemUser == 64_123 && own.fileSystemGroup == 64_124)
        #expect(Set(own.groups) == [64_125, 64_126])
        #expect(own.capabilities.effective == 1 << 2 | 1 << 6 | 1 << 7)
        #expect(
            own.effectiveUser == 0 && own.capabilities.permitted == before.capabilities.permitted
        )
        #expect(others == [own.thread])
        #expect(try ProcessCalls.ownCredentials() == before)
        while try !Self.threads(as: 64_123).isEmpty { sched_yield() }
    }

    /// Were the thread without the right to do the same, the library would end the process.
    @Test func `does not outlive a change of the ids of the process`() async {
        await #expect(processExitsWith: .success) {
            let (inside, changed, ended) = (Semaphore(), Semaphore(), Semaphore())
            let answer = Mutex(Result<Void, any Error>.success(()))
            try startThread(named: "asking") {
                let result = Result {
                    try Self.other.run {
                        inside.signal()
                        changed.wait()
                    }
                }
                answer.withLock { $0 = result }
                ended.signal()
            }
            inside.wait()
            try #require(setgid(64_777) == 0 && setuid(64_777) == 0, "root is needed")
            changed.signal()
            ended.wait()
            let error = #expect(throws: SystemError.self) { try answer.withLock { $0 }.get() }
            #expect(error?.code == EAGAIN)
        }
    }

    @Test func `has what its work throws`() {
        let gone = SystemError("open(2)", "/none", code: ENOENT)
        #expect(throws: gone) {
            try AssumedIdentity.own().run { () throws -> Void in throw gone }
        }
    }

    @Test func `of the thread itself needs no privilege`() async {
        await #expect(processExitsWith: .success) {
            try #require(setgid(64_123) == 0 && setuid(64_123) == 0, "root is needed")
            let own = try AssumedIdentity.own()
            #expect(try own.run { try ProcessCalls.ownCredentials().fileSystemUser } == 64_123)
        }
    }

    @Test(arguments: ["group", "user", "groups", "effective"])
    func `is refused to who lacks the privilege for a part of it`(part: String) async {
        await #expect(processExitsWith: .success) { [part = part as String] in
            try #require(setgid(64_123) == 0 && setuid(64_123) == 0, "root is needed")
            var wanted = try AssumedIdentity.own()
            switch part {
            case "group": wanted.group = 64_999
            case "user": wanted.user = 64_999
            case "groups": wanted.groups = [64_999]
            default: wanted.effective = 1
            }
            let calls = [
                "group": "setfsgid(2)", "user": "setfsuid(2)", "groups": "setgroups(2)",
                "effective": "cap_set_proc(3)",
            ]
            let error = #expect(throws: SystemError.self) { try wanted.run {} }
            #expect(error?.call == calls[part])
            #expect(error?.code == EPERM)
        }
    }
}

extension AssumedIdentity {
    fileprivate static func own() throws -> AssumedIdentity {
        let own = try ProcessCalls.ownCredentials()
        return AssumedIdentity(
            user: own.fileSystemUser,
            group: own.fileSystemGroup,
            groups: Set(own.groups),
            effective: own.capabilities.effective
        )
    }
}
