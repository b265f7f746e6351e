import AccessModel
import Kernel
import TestSupport
import Testing

/// Laws on random processes and programs. The kernel is not asked.
@Suite struct `Executions and changes of credentials` {
    static let kernel = RunningKernel(version: KernelVersion(6, 18), last: .checkpointRestore)

    private static func each(_ law: (inout CaseMaker, ProcessCredentials, ProgramFile) -> Void) {
        print("laws: JUDGE_SEED=\(Judge.seed)")
        for batch in 0..<20 {
            var maker = CaseMaker(seed: Judge.seed &+ UInt64(batch))
            for _ in 0..<250 {
                let process = maker.process()
                let made = maker.program(for: process)
                let program = ProgramFile(
                    mode: made.mode,
                    owner: made.owner,
                    group: made.group,
                    capabilities: made.attribute.isEmpty ? nil : Result(attribute: made.attribute),
                    distrust: made.distrust(of: process, in: maker.scene)
                )
                law(&maker, process.credentials, program)
            }
        }
    }

    private static func become(
        _ program: ProgramFile,
        _ process: ProcessCredentials
    ) -> ProcessCredentials? {
        let decision = execution(of: program, by: process, on: kernel)
        guard case .becomes(let new, _) = decision.outcome else { return nil }
        return new
    }

    @Test func `Ambient and effective capabilities stay within the permitted ones`() {
        Self.each { maker, process, program in
            for sets in Self.walk(&maker, process, program).map(\.sets) {
                #expect(sets.ambient.isSubset(of: sets.permitted.intersection(sets.inheritable)))
                #expect(sets.effective.isSubset(of: sets.permitted))
            }
        }
    }

    /// Returns the process after three changes of its own credentials and the execution of a program.
    private static func walk(
        _ maker: inout CaseMaker,
        _ process: ProcessCredentials,
        _ program: ProgramFile
    ) -> [ProcessCredentials] {
        var stations = [process]
        for _ in 0..<3 {
            let last = stations[stations.count - 1]
            let next = try? maker.transition(of: last).applied(to: last, on: kernel)
            stations.append(next ?? last)
        }
        return stations + [become(program, stations[3])].compactMap { $0 }
    }

    @Test func `A process with more capabilities gets no less from a program`() {
        Self.each { maker, process, program in
            var richer = process
            let more = maker.subset(of: Self.kernel.known)
            richer.sets.permitted = process.sets.permitted.union(more)
            richer.sets.effective = process.sets.effective.union(more)
            richer.sets.bounding = process.sets.bounding.union(more)
            richer.sets.inheritable = process.sets.inheritable.union(more)
            guard let less = Self.become(program, process) else { return }
            let new = Self.become(program, richer)
            #expect(new.map { less.sets.permitted.isSubset(of: $0.sets.permitted) } == true)
            #expect(new.map { less.sets.effective.isSubset(of: $0.sets.effective) } == true)
        }
    }

    @Test func `An execution under no_new_privs adds no capability`() {
        Self.each { _, process, program in
            var bound = process
            bound.hasNoNewPrivileges = true
            guard let new = Self.become(program, bound) else { return }
            #expect(new.sets.permitted.isSubset(of: bound.sets.permitted))
            #expect(new.sets.bounding == bound.sets.bounding)
            #expect(new.sets.inheritable == bound.sets.inheritable)
            #expect([bound.user.real, bound.user.effective].contains(new.user.effective))
        }
    }

    @Test func `A capability over a user namespace includes those below`() {
        Self.each { maker, process, _ in
            let capability = maker.pick(KernelCapability.named)
            var richer = process
            richer.sets.effective = process.sets.effective.inserting(capability)
            for namespace in maker.scene.namespaces {
                guard process.isCapable(of: capability, over: namespace) else { continue }
                #expect(richer.isCapable(of: capability, over: namespace))
                for below in maker.scene.namespaces
                where below.isWithin(namespace.own.identity) {
                    #expect(process.isCapable(of: capability, over: below))
                }
            }
        }
    }
}
