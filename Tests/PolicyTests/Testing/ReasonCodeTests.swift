import Foundation
import Policies
import PolicyAuthoring
import Testing

@Suite struct `The codes of reasons that a test may expect` {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// What the code of looks and checks gives; of a lock, and of a gate of the library, no policy can ask.
    private static func sources() throws -> [String] {
        try ["Capabilities", "LinuxCapabilities", "Policies", "Questions"].flatMap { target in
            let folder = root.path + "/Sources/\(target)"
            let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
            return try names.filter { name in
                name.hasSuffix(".swift") && !name.hasPrefix("Exclusion/")
                    && !name.hasSuffix("/Satisfies.swift")
                    // Which lint alone asks, and no test.
                    && !name.hasSuffix("/OpenQuestion.swift")
            }.map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
        }
    }

    @Test func `are all that looks give`() throws {
        let call =
            #/(?:[Rr]eason|init|denied|undetermined|noAnswer)\(\s*(?:\[?[a-z]+,\s*)?"([a-z-]+)"/#
        let codes = Set(try Self.sources().flatMap { $0.matches(of: call).map { String($0.1) } })
        #expect(codes.count > 60)
        #expect(codes.subtracting(ReasonCodes.known) == [])
    }

    /// An author cannot guess them, and a host shows only its own.
    @Test func `are on the page, and no others`() throws {
        let path = Self.root.path + "/docs/policy-testing.md"
        let sections = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n## ")
        let section = try #require(sections.first { $0.hasPrefix("The codes of reasons") })
        let codes = Set(section.matches(of: #/`([a-z]+-[a-z-]+|[a-z]+)`/#).map { String($0.1) })
        let words: Set = [
            "capability", "bind", "connect", "resolve", "route", "icmp", "unit", "start", "stop",
            "restart", "reload", "action", "not", "when", "undetermined", "raw-sockets",
            "trace-processes", "read-journal", "owner", "group", "mode", "sysctl", "user", "member",
        ]
        #expect(ReasonCodes.known.subtracting(codes) == [])
        #expect(codes.subtracting(ReasonCodes.known).subtracting(words) == [])
    }

    @Test(arguments: [
        "missing", "search-refused", "symbolic-link-loop", "permission-refused", "timed-out",
        "connection-refused", "polkit-would-ask", "polkit-answer", "not-known",
    ])
    func `are those of the rules, and those that are chosen among, too`(code: String) {
        #expect(ReasonCodes.known.contains(code))
    }
}
