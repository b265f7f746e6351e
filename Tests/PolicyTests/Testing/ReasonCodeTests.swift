import Foundation
import Policies
import PolicyAuthoring
import Testing

@Suite struct `Codes of reasons` {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// These are the codes of this package only; programs may have others.
    @Test func `Sources use only codes from the two lists`() throws {
        let sources = Self.root.path + "/Sources"
        let literal =
            #/\bReason\(\s*"|\bCode(?:\.init)?\((?:rawValue:|stringLiteral:)?\s*"|: (?:Reason\.)?Code = "/#
        var readings = 0
        for name in try FileManager.default.subpathsOfDirectory(atPath: sources)
        where name.hasSuffix(".swift") {
            let text = try String(contentsOfFile: "\(sources)/\(name)", encoding: .utf8)
            readings += text.matches(of: #/\bReason\(\s*\./#).count
            let found = text.matches(of: literal).map { String($0.0) }
            #expect(found == [], "\(name)")
        }
        #expect(readings > 80)
    }

    /// An author cannot guess the codes, and a host shows only its own.
    @Test func `The page for tests lists exactly the known codes`() throws {
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
    func `The known codes include those of rules and choices`(code: String) {
        #expect(ReasonCodes.known.contains(code))
    }
}
