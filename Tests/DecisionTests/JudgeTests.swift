import Testing

/// Tests of the judge and its input, before it judges the program.
@Suite(.serialized) struct `Kernel as a judge` {
    @Test func `The judge decides the same scene in the same way`() async throws {
        print("seed \(Trials.seed)")
        let first = try await Trial(of: Trials.scene(Trials.seed, questions: 2000))
        let second = try await Trial(of: Trials.scene(Trials.seed, questions: 2000))

        #expect(first.scene.json == second.scene.json)
        #expect(first.verdicts == second.verdicts)
    }

    @Test(arguments: 0..<3 as Range<UInt64>)
    func `The judge leaves the tree unchanged after each question`(tree: UInt64) async throws {
        let seed = Trials.seed &+ tree
        print("seed \(seed)")
        _ = try await Trial(of: Trials.scene(seed, questions: 500), checkInterval: 1)
    }

    @Test func `The judge gets allowed and refused questions of each kind`() async throws {
        print("seed \(Trials.seed)")
        var tally = Tally()
        // A tree is open or closed as a whole, so only many trees give a steady share.
        for tree in 0..<20 as Range<UInt64> {
            tally.count(try await Trial(of: Trials.scene(Trials.seed &+ tree, questions: 1000)))
        }

        let errnos = Set(tally.errnos.values.flatMap(\.keys))
        let allowed = tally.errnos.values.reduce(0) { $0 + ($1["0"] ?? 0) }
        print("\(allowed) of \(tally.cases) allowed")
        #expect(tally.errnos.count == 23)
        #expect(tally.errnos.filter { $0.value["0"] == nil }.keys.sorted() == [])
        // Over 17 seeds the lowest share was 14 percent, with a deviation of 1.3. Below 10 percent the scenes are
        // wrong.
        #expect(allowed * 100 / tally.cases >= 10)
        #expect(Self.expected.subtracting(errnos) == [])
    }

    private static let expected: Set = [
        "0", "EACCES", "EBUSY", "EEXIST", "EINVAL", "EISDIR", "ELOOP", "ENAMETOOLONG", "ENOENT",
        "ENOEXEC", "ENOTDIR", "ENOTEMPTY", "ENXIO", "EOPNOTSUPP", "EOVERFLOW", "EPERM", "EROFS",
        "EXDEV",
    ]
}
