import PolicyLanguage
import Testing
import Text

@Suite struct `The nearest word` {
    static let known = ["read", "write", "execute", "capability", "connect", "any", "in"]

    @Test(arguments: [
        ("raed", "read"), ("rea", "read"), ("READ", "read"), ("wirte", "write"),
        ("conect", "connect"), ("capabilty", "capability"), ("ayn", "any"), ("im", "in"),
    ])
    func `A misspelt word yields the word that was meant`(slip: String, meant: String) {
        #expect(nearest(to: slip, among: Self.known) == meant)
    }

    @Test(arguments: [
        "", "wibble", "permit", "readwrite", String(repeating: "read", count: 1 << 18),
    ])
    func `No word is proposed if none is near`(text: String) {
        #expect(nearest(to: text, among: Self.known) == nil)
    }

    @Test func `The first of equally near words is proposed`() {
        #expect(nearest(to: "reed", among: ["read", "reel"]) == "read")
    }

    @Test func `All known words are listed if none is near`() {
        #expect(advice(for: "wibble", among: ["a", "b"]) == "use one of a, b")
        #expect(advice(for: "wibble", among: []) == "none is known")
    }

    @Test(arguments: [
        ("Run", "did you mean `execute`?"), ("raed", "did you mean `read`?"),
        ("odd", "the nearest are `read`, `any` and `in`; the page lists all"),
        ("wibble", "the nearest are `write`, `in` and `read`; the page lists all"),
    ])
    func `A synonym or the three nearest words are proposed`(text: String, advised: String) {
        let synonyms = ["run": "execute", "odd": "unheard"]
        let given = advice(
            for: text,
            among: Self.known,
            synonyms: synonyms,
            listedIn: "the page"
        )
        #expect(given == advised)
    }

    /// The author of a policy chooses the names of its parameters.
    @Test func `A long list of known words is cut`() {
        let names = (100..<1000).map { "n\($0)" }
        let advised = advice(for: "wibble", among: names)
        #expect(advised == "use one of \(names.prefix(83).joined(separator: ", ")), …")
        let endless = String(repeating: "n", count: 1 << 20)
        #expect(advice(for: "wibble", among: ["a", endless, "b"]) == "use one of a, …")
        #expect(advice(for: "wibble", among: [endless, endless]) == "use one of …")
    }
}
