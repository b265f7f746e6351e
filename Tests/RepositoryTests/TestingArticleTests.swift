import Foundation
import Testing

@Suite struct `The article on testing` {
    private static let article = "Sources/WarrantTesting/WarrantTesting.docc/WarrantTesting.md"
    private static let tests = "Examples/Service/Tests/KeeperTests"

    /// Returns the lines without their indentation, which differs inside a suite.
    private static func flat(_ text: some StringProtocol) -> String {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .joined(separator: "\n")
    }

    @Test func `The article shows only code that the example compiles`() throws {
        let code = try Repository.names(in: Self.tests)
            .map { Self.flat(try Repository.text("\(Self.tests)/\($0)")) }
        let blocks = try Repository.text(Self.article).components(separatedBy: "```swift\n")
            .dropFirst().compactMap { $0.components(separatedBy: "```").first }

        #expect(blocks.count >= 3)
        for block in blocks {
            #expect(code.contains { $0.contains(Self.flat(block)) }, "\(block)")
        }
    }
}
