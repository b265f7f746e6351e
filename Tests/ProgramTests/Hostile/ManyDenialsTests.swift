import TestSupport
import Testing

@Suite struct `A check of many denials` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.folder("closed", mode: 0o700)
    }

    /// The memory that each additional requirement may take, in KiB, in a debug build.
    private static let bound = 4.0

    @Test(arguments: ["text", "json"])
    func `Each denial takes little memory`(format: String) async throws {
        let few = try await peak(500, format)
        let many = try await peak(4000, format)
        #expect(Double(many - few) / 3500 < Self.bound, "\(few) KiB and \(many) KiB")
    }

    /// Returns the peak resident memory, in KiB.
    private func peak(_ count: Int, _ format: String) async throws -> Int {
        let closed = folder.path(of: "closed")
        let lines = (0..<count).map { "  - read: \(closed)/\($0)/key\n" }
        try folder.file("\(count).yaml", "warrant: 1\nname: many\nrequire:\n" + lines.joined())
        let program = """
            import resource, subprocess, sys
            ended = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
            print(ended.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
            """
        let command =
            Caller.nobody.command
            + [try await folder.sharedProgram(), "check", "--format", format, "\(count).yaml"]
        let ended = try await folder.run(["python3", "-c", program] + command, seconds: 300)
        let numbers = ended.output.split { $0 == " " || $0 == "\n" }.compactMap { Int($0) }
        try #require(numbers.count == 2 && numbers[0] == 1, "\(ended)")
        return numbers[1]
    }
}
