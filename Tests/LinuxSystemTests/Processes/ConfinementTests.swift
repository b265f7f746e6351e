import CLinux
import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Confinement of a process` {
    private static let free = Confinement(mayHaveLandlock: SecurityModules.mayHaveLandlock)

    @Test func `A thread like those of this test has no confinement`() async throws {
        let own = try await onOwnThread { try ProcessCalls.ownConfinement() }
        #expect(own == Self.free)
        let other = try await withChild(["cat"]) { try ProcessHandle(pid: $0.pid).confinement() }
        #expect(other == Self.free)
    }

    @Test func `A confinement is found as soon as it is in force`() async throws {
        let own = try await onOwnThread {
            try #require(clinux_prctl(PR_SET_NO_NEW_PRIVS, 1) == 0)
            return try ProcessCalls.ownConfinement()
        }
        var privileges = Self.free
        privileges.hasNoNewPrivileges = true
        #expect(own == privileges)
        let other = try await withChild(underFilter + ["cat"]) {
            try ProcessHandle(pid: $0.pid).confinement()
        }
        var filtered = Self.free
        filtered.isFiltered = true
        #expect(other == filtered)
    }

    @Test func `The confinement of one thread counts for its process`() async throws {
        let script = """
            import ctypes, sys, threading
            def confine(): ctypes.CDLL(None).prctl(38, 1, 0, 0, 0); started.set(); forever.wait()
            started, forever = threading.Event(), threading.Event()
            threading.Thread(target=confine, daemon=True).start()
            started.wait()
            while data := sys.stdin.buffer.read(1): sys.stdout.buffer.write(data); sys.stdout.buffer.flush()
            """
        let found = try await withChild(["/usr/bin/python3", "-c", script]) {
            try ProcessHandle(pid: $0.pid).confinement()
        }
        #expect(found.hasNoNewPrivileges && !found.isFiltered)
    }

    @Test func `The list of security modules is that of the kernel`() {
        #expect(!SecurityModules.active.isEmpty)
        #expect(SecurityModules.active.allSatisfy { !$0.contains(" ") && $0 != "capability" })
        #expect(SecurityModules.mayHaveLandlock == SecurityModules.active.contains("landlock"))
    }
}
