import Capabilities
import Kernel
import LinuxCapabilities
import Procedures
import TestSupport
import Testing
import WarrantTesting

@Suite(.timeLimit(.minutes(20))) struct `Updates of a kernel capability` {
    @Test func `Updates for another process report only its end`() async throws {
        try await withChild(["cat"]) { child async throws in
            let capability = ProcessCapability(.chown, as: .process(pid: child.pid))
            let audience = Audience(capability.updates)
            await audience.isTold { count, _ in count >= 1 }
            child.kill()
            let end = await audience.end()
            #expect(
                end?.description == "further changes are not announced; `process \(child.pid)` has "
                    + "ended, and the kernel does not announce a new process with its id"
            )
            let verdicts = audience.told.map(capability.verdict(of:))
            #expect(verdicts.count == 2)
            #expect(verdicts.last?.reasons.map(\.code) == ["subject-missing"])
        }
    }

    @Test func `Updates for an ended process report one status`() async throws {
        try await withChild(["cat"]) { child async throws in
            child.kill()
            let capability = ProcessCapability(.chown, as: .process(pid: child.pid))
            let audience = Audience(capability.updates)
            #expect(await audience.end()?.reason.code == "process-ended")
            #expect(audience.told.count == 1)
        }
    }

    @Test(arguments: [Subject.current, .user("root")])
    func `Updates for other subjects report one status`(subject: Subject) async throws {
        let capability = ProcessCapability(.chown, as: subject)
        let audience = Audience(capability.updates)
        #expect(
            await audience.end()?.description == "further changes are not announced; `capability "
                + "CAP_CHOWN` may come and go, and the kernel does not announce it"
        )
        #expect(audience.told.count == 1)
    }

    @Test func `A procedure does not run if its updates may miss a change`() async throws {
        let capability = ProcessCapability(.chown, as: .process(pid: 1))
        let work = Procedure("serve") { Issue.record("ran") }
            .condition(AuthorizedFor(capability, while: .executing))
        #expect(await ProcedureQueue(width: 1).run(work).isRefused(by: capability.name))
    }
}
