import Procedures
import Synchronization
import Testing
import WarrantTesting

@Suite struct `A graph of 100,000 procedures` {
    static let size = 100_000

    @Test func `A chain runs and is released without stack overflow`() async throws {
        var last = Procedure("count") { 0 }
        for _ in 1..<Self.size { last = Procedure("count", input: last) { $0 + 1 } }

        let outcome = await ProcedureQueue(width: 4).run(last)

        #expect(try outcome.get() == Self.size - 1)
    }

    @Test func `A fan out and in runs each procedure`() async throws {
        let ran = Atomic(0)
        let source = Procedure("source") { ran.wrappingAdd(1, ordering: .relaxed).newValue }
        var sink = Procedure("sink") { ran.load(ordering: .relaxed) }
        for _ in 2..<Self.size {
            let middle = Procedure("middle", input: source) { _ in
                _ = ran.wrappingAdd(1, ordering: .relaxed)
            }
            sink = sink.after(middle)
        }

        let outcome = await ProcedureQueue(width: 4).run(sink)

        #expect(try outcome.get() == Self.size - 1)
    }

    @Test func `A chain is refused after one failure, with only its cause`() async {
        var last = Procedure("dump") { throw Broken() }
        for _ in 1..<Self.size { last = Procedure("step", input: last) { _ in } }

        let refusal = await ProcedureQueue(width: 4).run(last).refusal

        #expect(
            refusal?.description == "`step` did not run: `step` is refused: `dump` failed: broken"
        )
    }

    @Test func `A chain that has not run is released`() {
        var last = Procedure("first") {}
        for _ in 1..<Self.size { last = Procedure("next") {}.after(last) }

        #expect(last.name == "next")
    }
}
