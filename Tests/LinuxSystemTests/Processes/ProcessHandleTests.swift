import CLinux
import Foundation
import Glibc
import Kernel
import LinuxSystem
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `Another process` {
    @Test func `A process like this one shares its namespaces`() async throws {
        let (pid, facts) = try await withChild(["cat"]) { child in
            (child.pid, try ProcessHandle(pid: child.pid).facts())
        }
        #expect(facts.pid == pid)
        #expect(facts.threads.map(\.thread) == [pid])
        #expect(facts.namespaces == .success(try Namespaces.own()))
        #expect(facts.threads.first?.seccompMode == 0)
        let own = String(decoding: try SmallFile.bytes(at: "/proc/self/cgroup"), as: UTF8.self)
        #expect(facts.controlGroups.allSatisfy { own.contains($0) } && !facts.controlGroups.isEmpty)
    }

    /// Compares the credentials with those of setpriv(1) and getpcaps(8).
    @Test func `A process has the credentials that setpriv(1) gave it`() async throws {
        let command = [
            "setpriv", "--reuid=64131", "--regid=64132", "--groups=64133,64134",
            "--inh-caps=+net_bind_service,+chown", "--ambient-caps=+net_bind_service",
            "--bounding-set=-sys_boot", "--no-new-privs", "cat",
        ]
        let (pid, threads, told) = try await withChild(command) { child in
            let threads = try ProcessHandle(pid: child.pid).facts().threads
            return (child.pid, threads, try await runCommand(["getpcaps", "\(child.pid)"]).output)
        }
        let found = try #require(threads.first)
        #expect(found.user.effective == 64_131 && found.group.effective == 64_132)
        #expect(found.groups == [64_133, 64_134])
        #expect(found.hasNoNewPrivileges)
        let bind = KernelCapabilitySet([.netBindService])
        #expect(found.capabilities.effective == bind && found.capabilities.ambient == bind)
        #expect(found.capabilities.permitted == bind)
        #expect(found.capabilities.inheritable == bind.inserting(.chown))
        #expect(!found.capabilities.bounding.contains(.sysBoot))
        #expect(told == "\(pid): cap_net_bind_service=eip cap_chown+i\n")
    }

    /// At every moment some thread has the user. A look at one thread after another could miss it.
    @Test func `A thread that becomes the main thread is not missed`() async throws {
        let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "LastThread").path()
        let user: UInt32 = 64_135
        try await withChild([program, "\(user)", "64136"]) { child in
            defer { child.kill() }
            var looks = 0
            for _ in 0..<300 {
                do {
                    let threads = try ProcessHandle(pid: child.pid).facts().threads
                    #expect(threads.contains { $0.user.effective == user })
                    looks += 1
                } catch let error as SystemError {
                    // The threads came and went without end, or one went that proc(5) was asked about.
                    #expect([EAGAIN, ENOENT, ESRCH].contains(error.code))
                }
            }
            #expect(looks > 30)
        }
    }

    @Test func `A process in its own user namespace shows its id maps`() async throws {
        let command = ["unshare", "--user", "--net", "--mount", "--map-user=5", "--map-group=6"]
        let (facts, link) = try await withChild(command + ["cat"]) { child in
            let facts = try ProcessHandle(pid: child.pid).facts()
            return (facts, try await runCommand(["readlink", "/proc/\(child.pid)/ns/user"]).output)
        }
        #expect(facts.userNamespace.users.ranges == [.init(inside: 5, outside: 0, count: 1)])
        #expect(facts.userNamespace.groups.ranges == [.init(inside: 6, outside: 0, count: 1)])
        let (theirs, own) = (try facts.namespaces.get(), try Namespaces.own())
        #expect(theirs.user != own.user && theirs.network != own.network)
        #expect(theirs.mount != own.mount && theirs.pid == own.pid)
        #expect(link == "user:[\(theirs.user)]\n")
        // The ids are those of this process's namespace.
        #expect(facts.threads.first?.user.effective == 0)
    }

    @Test func `The root of a process shows its own files`() async throws {
        let folder = try TemporaryFolder()
        try folder.folder("inside")
        let path = folder.path(of: "inside/mark")
        let script = "mount -t tmpfs none \(folder.path(of: "inside")) && touch \(path) && exec cat"
        try await withChild(["unshare", "--mount", "sh", "-c", script]) { child in
            let root = try ProcessHandle(pid: child.pid).openRoot()
            let inRoot: UInt64 = 0x10  // RESOLVE_IN_ROOT, openat2(2)
            // SAFETY: `path` lives until the call returns.
            let file = unsafe clinux_openat2(root.number, path, UInt64(O_PATH), inRoot)
            #expect(file >= 0)
            close(file)
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    /// CLONE_NEWNS, CLONE_NEWNET, and CLONE_FS followed by a chroot(2).
    @Test(arguments: [0x20000, 0x4000_0000, 0x200, 0])
    func `A process shows a thread with other files or networks`(flags: Int) async throws {
        let script = """
            import ctypes, os, threading
            def live():
                if \(flags): ctypes.CDLL(None).unshare(\(flags))
                if \(flags) == 0x200: os.chroot("/usr")
                is_there.set()
                threading.Event().wait()
            is_there = threading.Event()
            threading.Thread(target=live, daemon=True).start()
            is_there.wait()
            os.write(1, os.read(0, 1))
            os.read(0, 1)
            """
        try await withChild(["python3", "-c", script]) { child in
            let facts = try ProcessHandle(pid: child.pid).facts()
            #expect(facts.threads.count == 2)
            // The kernel's ids begin again at the maximum, so the other thread may have the lower one.
            let other = try #require(facts.threads.first { $0.thread != child.pid })
            #expect(facts.threadApart == (flags == 0 ? nil : other.thread))
        }
    }

    @Test(arguments: [.max, 0, -1] as [Int32])
    func `A missing process is an error`(pid: Int32) {
        let gone = SystemError("pidfd_open(2)", "process \(pid)", code: ESRCH)
        #expect(throws: gone) { _ = try ProcessHandle(pid: pid) }
    }

    @Test func `A thread is not a process`() throws {
        let lasting = try LastingIdentity(.init(user: 1, group: 1, groups: [], effective: .none))
        let none = SystemError("pidfd_open(2)", "process \(lasting.thread)", code: ESRCH)
        #expect(throws: none) { _ = try ProcessHandle(pid: lasting.thread) }
        try lasting.end()
    }

    @Test func `A process that has ended is gone, reaped or not`() async throws {
        let reaped = try await withChild(["cat"]) { child in
            let handle = try ProcessHandle(pid: child.pid)
            child.kill()
            let gone = SystemError("pidfd_open(2)", "process \(child.pid)", code: ESRCH)
            #expect(throws: gone) { try handle.facts() }
            #expect(throws: gone) { _ = try ProcessHandle(pid: child.pid) }
            #expect(throws: gone) { _ = try handle.openRoot() }
            return handle
        }
        let gone = SystemError("pidfd_open(2)", "process \(reaped.pid)", code: ESRCH)
        #expect(throws: gone) { try reaped.facts() }
    }

    @Test func `A process of another user does not show its namespaces`() async throws {
        try await withChild(["cat"]) { child in
            await #expect(processExitsWith: .success) { [pid = child.pid as Int32] in
                try #require(setgid(64_123) == 0 && setuid(64_123) == 0, "root is needed")
                let handle = try ProcessHandle(pid: pid)
                let facts = try handle.facts()
                let path = "/proc/\(pid)/ns/user"
                #expect(facts.namespaces == .failure(SystemError("open(2)", path, code: EACCES)))
                #expect(facts.threads.first?.user.effective == 0)
                #expect(facts.userNamespace.users.ranges.first?.count == .max)
                #expect(throws: SystemError("open(2)", "/proc/\(pid)/root", code: EACCES)) {
                    _ = try handle.openRoot()
                }
            }
        }
    }
}
