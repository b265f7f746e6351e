import CLinux
import Glibc
import Kernel
import LinuxSystem
import TestSupport
import Testing

@Suite struct `Credentials` {
    @Test func `Credentials of this thread agree with proc`() throws {
        let last = CapabilityCalls.last
        #expect(try last == SmallFile.number(at: "/proc/sys/kernel/cap_last_cap"))
        let (calls, proc) = try onThread {
            (try CapabilityCalls.ownSets(bits: 0...UInt8(last)), try ProcessCalls.ownCredentials())
        }
        #expect(calls == proc.capabilities)
        #expect(proc.user.effective == geteuid())
        #expect(proc.group.fileSystem == getegid())
    }

    @Test func `Credentials include every thread of a process`() throws {
        let found = try ProcessCalls.credentials(ofProcess: getpid())
        #expect(found.contains { $0.thread == getpid() })
        #expect(found.map(\.thread) == found.map(\.thread).sorted())
    }

    @Test func `Credentials of a missing process are an error, not an empty list`() {
        let gone = SystemError("open(2)", "process 2147483647", code: ESRCH)
        #expect(throws: gone) { try ProcessCalls.credentials(ofProcess: .max) }
    }

    @Test func `Credentials of process 1 agree with its status`() throws {
        let one = try #require(try ProcessCalls.credentials(ofProcess: 1).first)
        #expect(one.thread == 1)
        #expect(one.user.effective == 0)
    }

    @Test func `Credentials of this thread have its process and securebits`() throws {
        let own = try onThread { try ProcessCalls.ownCredentials() }
        #expect(own.process == getpid())
        #expect(own.thread != getpid())
        #expect(own.secureBits == (try CapabilityCalls.ownSecureBits()))
        let all = try ProcessCalls.credentials(ofProcess: getpid())
        #expect(all.allSatisfy { $0.process == getpid() && $0.secureBits == nil })
    }

    @Test func `Credentials hold the real, effective, saved and file-system ids`() throws {
        let text = String(decoding: try SmallFile.bytes(at: "/proc/1/status"), as: UTF8.self)
        let lines = text.split(separator: "\n").filter {
            !$0.hasPrefix("Uid:") && !$0.hasPrefix("Gid:")
        }
        let status = (lines + ["Uid:\t1\t2\t3\t4", "Gid:\t5\t6\t7\t8"]).joined(separator: "\n")
        let found = try #require(ThreadCredentials(status: Array(status.utf8)))
        #expect([found.user.real, found.user.effective, found.user.saved] == [1, 2, 3])
        #expect([found.group.real, found.group.effective, found.group.saved] == [5, 6, 7])
        #expect([found.user.fileSystem, found.group.fileSystem] == [4, 8])
    }

    @Test func `A status that lacks a line gives no credentials`() {
        #expect(ThreadCredentials(status: Array("Pid:\t1\nUid:\t0\t0\t0\t0\n".utf8)) == nil)
    }

    /// The credentials of an ended main thread say nothing about the running threads.
    @Test(arguments: [("S (sleeping)", false), ("Z (zombie)", true), ("X (dead)", true)])
    func `Credentials show if a thread has ended`(state: String, hasEnded: Bool) throws {
        let text = String(decoding: try SmallFile.bytes(at: "/proc/1/status"), as: UTF8.self)
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("State:") }
        let status = (lines + ["State:\t\(state)"]).joined(separator: "\n")
        #expect(ThreadCredentials(status: Array(status.utf8))?.hasEnded == hasEnded)
    }

    /// The test uses its own thread, so no other test sees the change. The thread ends with its credentials.
    @Test func `One thread can lower its credentials alone`() throws {
        let before = try CapabilityCalls.ownThreeSets()
        try #require(!before.effective.isEmpty, "no kernel capability to drop; run as root")
        let after = try onThread {
            var sets = try CapabilityCalls.ownThreeSets()
            sets.effective = .none
            try CapabilityCalls.setOwn(sets)
            return try CapabilityCalls.ownThreeSets()
        }
        #expect(after.effective.isEmpty)
        #expect(after.permitted == before.permitted)
        #expect(try CapabilityCalls.ownThreeSets() == before)
    }

    @Test func `Credentials of a file are those that setcap set`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("program", mode: 0o755)
        #expect(try CapabilityCalls.ofFile(at: path) == nil)
        try await run("setcap", "cap_net_bind_service=ep", path)
        let bit = KernelCapabilitySet([.netBindService])
        #expect(
            try CapabilityCalls.ofFile(at: path)
                == KernelCapabilitySets(effective: bit, permitted: bit)
        )
    }
}

@Suite struct `An account` {
    @Test func `The root account is found by name and by number`() throws {
        let root = try #require(try Accounts.user(named: "root"))
        #expect(root.uid == 0 && root.gid == 0 && root.name == "root")
        #expect(try Accounts.user(numbered: 0) == root)
        #expect(try Accounts.group(named: "root") == 0)
        #expect(try Accounts.groupName(0) == "root")
        #expect(try Accounts.groups(of: root).contains(0))
    }

    @Test func `An account that does not exist is nil, and no error`() throws {
        #expect(try Accounts.user(named: "no-such-user") == nil)
        #expect(try Accounts.user(numbered: 3_999_999_999) == nil)
        #expect(try Accounts.group(named: "no-such-group") == nil)
        #expect(try Accounts.groupName(3_999_999_999) == nil)
    }

    /// getgrouplist(3) itself would return only the primary group.
    @Test func `An account with unreadable groups is an error`() async {
        await #expect(processExitsWith: .success) {
            let root = try #require(try Accounts.user(named: "root"))
            var none = rlimit(rlim_cur: 0, rlim_max: 0)
            try #require(unsafe setrlimit(__rlimit_resource_t(7), &none) == 0)  // RLIMIT_NOFILE
            #expect(throws: SystemError("open(2)", "/etc/group", code: EMFILE)) {
                try Accounts.groups(of: root)
            }
        }
    }

    @Test func `An account name with a NUL is an error`() {
        #expect(throws: SystemError("getpwnam_r(3)", "ro\0ot", code: EINVAL)) {
            try Accounts.user(named: "ro\0ot")
        }
    }
}

/// Runs a body on its own thread and waits for it.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
    let done = Semaphore()
    let box = Box<Value>()
    try startThread(named: "test") {
        box.result = Result(catching: body)
        done.signal()
    }
    done.wait()
    return try #require(box.result).get()
}

// INVARIANT: one thread writes the value before it signals, and the other reads it after its wait.
private final class Box<Value>: @unchecked Sendable {
    var result: Result<Value, any Error>?
}
