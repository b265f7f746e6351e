import Foundation
import LinuxPolicies
import Testing

@Suite struct `The codes of reasons that a test may expect` {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// What the code of looks and checks gives; of a lock, and of a gate of the library, no policy can ask.
    private static func sources() throws -> [String] {
        try ["Capabilities", "LinuxCapabilities", "PolicyEngine"].flatMap { target in
            let folder = root.path + "/Sources/\(target)"
            let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
            return try names.filter { name in
                name.hasSuffix(".swift") && !name.hasPrefix("Exclusion/")
                    && !name.hasSuffix("/Satisfies.swift")
            }.map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
        }
    }

    @Test func `are all that looks give`() throws {
        let call = #/(?:[Rr]eason|denied|undetermined|noAnswer)\(\s*(?:\[?[a-z]+,\s*)?"([a-z-]+)"/#
        let codes = Set(try Self.sources().flatMap { $0.matches(of: call).map { String($0.1) } })
        #expect(codes.count > 60)
        #expect(codes.subtracting(ReasonCodes.known) == [])
    }

    @Test(arguments: [
        "missing", "search-refused", "symbolic-link-loop", "permission-refused", "timed-out",
        "connection-refused", "polkit-would-ask", "polkit-answer", "not-known",
    ])
    func `are those of the rules, and those that are chosen among, too`(code: String) {
        #expect(ReasonCodes.known.contains(code))
    }
}
