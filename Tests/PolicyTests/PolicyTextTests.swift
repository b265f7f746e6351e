import Policies
import PolicyLanguage
import Testing

@Suite struct `Policy from a text` {
    private static let tls = """
        warrant: 1
        name: tls
        parameters: { key: {} }
        require: [read: "${key}"]
        """

    private static func service(including path: String) -> String {
        """
        warrant: 1
        name: shop
        include: { tls: { policy: \(path), set: { key: /nonexistent/key } } }
        require: [read: /etc/passwd]
        """
    }

    private func problems(_ text: String, _ texts: [String: String] = [:]) -> [String] {
        do {
            _ = try Policy(text: text, named: "a/shop.yaml", including: texts)
            return []
        } catch {
            return (error as? Diagnostics)?.all.map(\.description) ?? []
        }
    }

    @Test func `A policy from a text includes other given texts`() async throws {
        let policy = try Policy(
            text: Self.service(including: "../parts/tls.yaml"),
            named: "a/shop.yaml",
            including: ["parts/tls.yaml": Self.tls]
        )
        let report = await policy.check()
        let titles = report.findings.map { ($0.title, $0.outcome) }
        #expect(titles.map(\.0) == ["read /etc/passwd", "read /nonexistent/key"])
        #expect(titles.map(\.1) == [.holds, .fails])
    }

    @Test func `A policy from a text accepts values for its parameters`() async throws {
        let policy = try Policy(text: Self.tls, setting: ["key": "/etc/passwd"])
        #expect(await policy.check().findings.map(\.title) == ["read /etc/passwd"])
    }

    /// Each of these is a file that this process can read.
    @Test(arguments: [
        "/etc/passwd", "../../etc/passwd", "../../../../../../etc/passwd", "Package.swift",
    ])
    func `A policy from a text includes no file`(path: String) {
        #expect(
            problems(Self.service(including: path), ["parts/tls.yaml": Self.tls]) == [
                "a/shop.yaml:3:27: `\(path)` is not among the texts of this policy, "
                    + "and a text includes no file; the only one is `parts/tls.yaml` [unreadable-include]"
            ]
        )
    }

    @Test func `A missing include names the argument for texts`() {
        #expect(
            problems(Self.service(including: "tls.yaml")).first?
                .hasSuffix("a text includes no file; pass it as `including:` [unreadable-include]")
                == true
        )
    }

    @Test func `A text that includes itself is an error`() {
        let text = Self.service(including: "shop.yaml")
        #expect(
            problems(text, ["a/shop.yaml": text]).allSatisfy { $0.hasSuffix("[include-cycle]") }
        )
        #expect(!problems(text, ["a/shop.yaml": text]).isEmpty)
    }

    @Test func `A policy and its includes have at most 16 MiB`() {
        let large = String(repeating: "#", count: 9 << 20) + "\n"
        let texts = ["a/tls.yaml": large + Self.tls]
        #expect(problems(large + large + Self.tls).first?.contains("16 MiB") == true)
        #expect(
            problems(large + Self.service(including: "tls.yaml"), texts).first?
                .hasSuffix("[unreadable-include]") == true
        )
    }
}
