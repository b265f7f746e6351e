import CLinux
import Foundation
import Glibc
import Kernel
import LinuxSystem
import Synchronization
import TestSupport
import Testing

/// Attacks that an adversary made, or could make.
@Suite(.timeLimit(.minutes(20))) struct `Thread with another identity` {
    private static let subject = AssumedIdentity(
        user: 64_123,
        group: 64_123,
        groups: [],
        effective: KernelCapabilitySet([.dacOverride, .dacReadSearch])
    )

    /// `/proc/sys` checks the effective ids and no capability, see proc_sys(5).
    @Test(arguments: ["/proc/sys/kernel/core_pattern", "/proc/sys/vm/swappiness"])
    func `A thread with another identity is not root to sysctl`(path: String) async throws {
        let place = unsafe open(path, O_PATH | O_CLOEXEC)
        defer { close(place) }
        let answer = try Self.subject.refusals(of: [(place, .read), (place, .write)])
        #expect(answer == [nil, EACCES])
        try #require(geteuid() == 0, "root is needed to be asked in comparison")
        let real = try await runCommand(Self.asSubject + ["test", "-w", path])
        #expect(real.status == 1)
        let root = AssumedIdentity(user: 0, group: 0, groups: [], effective: .none)
        #expect(try root.refusals(of: [(place, .write)]) == [nil])
    }

    /// The creator of a user namespace, by the effective uid, has all capabilities over it.
    @Test func `A thread with another identity owns no user namespace of root`() async throws {
        try await withChild(["unshare", "--user", "--map-root-user", "cat"]) { child in
            let path = "/proc/\(child.pid)/ns/net"
            let code = try Self.subject.run { () -> Int32 in
                var target = [CChar](repeating: 0, count: 64)
                return unsafe readlink(path, &target, 63) < 0 ? errno : 0
            }
            #expect(code == EACCES)
            #expect(try await runCommand(Self.asSubject + ["readlink", path]).status == 1)
            #expect(unsafe access(path, F_OK) == 0)
        }
    }

    /// kill(2) compares the sender's ids with the real and the saved id; prlimit(2) with all three.
    @Test func `Processes of that user cannot signal or limit the thread`() async throws {
        let lasting = try LastingIdentity(Self.subject)
        let thread = "\(lasting.thread)"
        #expect(try await runCommand(Self.asSubject + ["kill", "-0", thread]).status == 1)
        let limit = ["prlimit", "--pid", thread, "--nofile"]
        #expect(try await runCommand(Self.asSubject + limit).status == 1)
        // The thread's files belong to root, because the kernel treats the process as privileged.
        let score = "/proc/\(thread)/oom_score_adj"
        #expect(try await runCommand(Self.asUser + ["test", "-w", score]).status == 1)
        try lasting.end()
    }

    @Test func `A change of all ids waits for the thread, and includes it`() async {
        await #expect(processExitsWith: .success) {
            let lasting = try LastingIdentity(Self.subject)
            let isChanged = Semaphore()
            let result = Mutex(Int32(1))
            try startThread(named: "changing") {
                let code = setuid(64_777)
                result.withLock { $0 = code }
                isChanged.signal()
            }
            // The change has begun when the signal is pending at the thread: bit 32 is signal 33.
            while try !pending(lasting.thread).contains("1") { sched_yield() }
            #expect(
                try ProcessCalls.credentials(ofProcess: getpid()).contains {
                    $0.user.effective == 64_123
                }
            )
            lasting.letGo()
            isChanged.wait()
            #expect(result.withLock { $0 } == 0)
            // Swift parks the main thread in pthread_exit(3), where the C library leaves it out.
            let threads = try ProcessCalls.credentials(ofProcess: getpid())
                .filter { $0.thread != getpid() }
            #expect(threads.count > 1 && threads.allSatisfy { $0.user.effective == 64_777 })
        }
    }

    /// If one thread could not make the same change, the C library would abort the process.
    @Test func `A thread with another identity survives a hundred changes of ids`() async {
        await #expect(processExitsWith: .success) {
            let isOver = Mutex(false)
            let hasEnded = Semaphore()
            let answers = Mutex(0)
            for _ in 0..<3 {
                try startThread(named: "asking") {
                    while !isOver.withLock({ $0 }) {
                        // The call fails with EPERM while the process is not root.
                        if (try? Self.subject.run { geteuid() }) == 64_123 {
                            answers.withLock { $0 += 1 }
                        }
                    }
                    hasEnded.signal()
                }
            }
            for _ in 0..<100 {
                let before = answers.withLock { $0 }
                while answers.withLock({ $0 }) == before { sched_yield() }
                #expect(seteuid(64_777) == 0)
                #expect(seteuid(0) == 0)
            }
            isOver.withLock { $0 = true }
            for _ in 0..<3 { hasEnded.wait() }
        }
    }

    private static let asUser = ["setpriv", "--reuid=64123", "--regid=64123", "--clear-groups"]
    /// The user with the capabilities of the subject, which are effective through the ambient set.
    private static let asSubject =
        asUser + ["--inh-caps=+dac_override,+dac_read_search"]
        + ["--ambient-caps=+dac_override,+dac_read_search", "--"]
}

private func pending(_ thread: Int32) throws -> Substring {
    let text = String(
        decoding: try SmallFile.bytes(at: "/proc/self/task/\(thread)/status"),
        as: UTF8.self
    )
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("SigPnd:") })
    // The field has sixteen digits; the eighth stands for signals 33 to 36.
    return line.suffix(9).prefix(1)
}
