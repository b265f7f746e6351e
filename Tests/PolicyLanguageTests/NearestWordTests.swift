import PolicyLanguage
import Testing

@Suite struct `The nearest word` {
    static let known = ["read", "write", "execute", "capability", "connect", "any", "in"]

    @Test(arguments: [
        ("raed", "read"), ("rea", "read"), ("READ", "read"), ("wirte", "write"),
        ("conect", "connect"), ("capabilty", "capability"), ("ayn", "any"), ("im", "in"),
    ])
    func `is what a slip was meant to be`(slip: String, meant: String) {
        #expect(nearest(to: slip, among: Self.known) == meant)
    }

    @Test(arguments: [
        "", "wibble", "permit", "readwrite", String(repeating: "read", count: 1 << 18),
    ])
    func `is nothing where none is near`(text: String) {
        #expect(nearest(to: text, among: Self.known) == nil)
    }

    @Test func `is the first of those equally near`() {
        #expect(nearest(to: "reed", among: ["read", "reel"]) == "read")
    }

    @Test func `gives way to all known words`() {
        #expect(advice(for: "wibble", among: ["a", "b"]) == "known are a, b")
        #expect(advice(for: "wibble", among: []) == "none is known")
    }

    @Test(arguments: [
        ("Run", "did you mean `execute`?"), ("raed", "did you mean `read`?"),
        ("odd", "the nearest are `read`, `any` and `in`; the page lists all"),
        ("wibble", "the nearest are `write`, `in` and `read`; the page lists all"),
    ])
    func `gives way to what others call so, or to three`(text: String, advised: String) {
        let synonyms = ["run": "execute", "odd": "unheard"]
        let given = advice(
            for: text,
            among: Self.known,
            synonyms: synonyms,
            listedIn: "the page"
        )
        #expect(given == advised)
    }

    /// The names of a policy's parameters are its author's.
    @Test func `gives way to as many known words as one reads`() {
        let names = (100..<1000).map { "n\($0)" }
        let advised = advice(for: "wibble", among: names)
        #expect(advised == "known are \(names.prefix(83).joined(separator: ", ")), …")
        let endless = String(repeating: "n", count: 1 << 20)
        #expect(advice(for: "wibble", among: ["a", endless, "b"]) == "known are a, …")
        #expect(advice(for: "wibble", among: [endless, endless]) == "known are …")
    }
}
