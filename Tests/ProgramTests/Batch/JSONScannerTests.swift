import Foundation
import TestSupport
import Testing
import Text

@testable import WarrantCLI

@Suite struct `A scanner of JSON` {
    /// The seed of the texts: `WARRANT_SEED`, or a new one each time.
    private let seed =
        ProcessInfo.processInfo.environment["WARRANT_SEED"].flatMap(UInt64.init)
        ?? UInt64.random(in: 0...UInt64.max)

    @Test func `The scanner agrees with Foundation on valid and broken texts`() throws {
        print("seed \(seed)")
        var texts = RandomJSON(random: SplitMix(seed: seed))
        var accepted = 0
        for _ in 0..<30_000 {
            let bytes = texts.next()
            let foundation = try? JSONSerialization.jsonObject(
                with: Data(bytes),
                options: .fragmentsAllowed
            )
            let isAccepted = accepts(bytes)
            if isAccepted { accepted += 1 }
            guard isAccepted != (foundation != nil) else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            guard !isKnownDifference(text, isAccepted) else { continue }
            Issue.record("\(isAccepted ? "accepts" : "refuses") \(text), seed \(seed)")
        }
        // Both kinds must occur, or nothing was compared.
        #expect(5_000...25_000 ~= accepted)
    }

    @Test func `The scanner decodes escapes as Foundation does`() throws {
        print("seed \(seed)")
        var texts = RandomJSON(random: SplitMix(seed: seed))
        for _ in 0..<5_000 {
            let bytes = texts.string()
            let found = try JSONSerialization.jsonObject(
                with: Data(bytes),
                options: .fragmentsAllowed
            )
            var scanner = JSONScanner(bytes, in: 0..<bytes.count)
            guard case .string(let text) = try scanner.onlyValue() else {
                Issue.record("no string, seed \(seed)")
                continue
            }
            #expect(
                scanner.text(text) == Array(try #require(found as? String).utf8),
                "seed \(seed)"
            )
        }
    }

    @Test(arguments: [
        ("", "not JSON at byte 1: a value is missing"),
        ("  ", "not JSON at byte 3: a value is missing"),
        ("tru", "not JSON at byte 1: a value is missing"),
        ("1 2", "not JSON at byte 3: something follows the value"),
        ("01", "not JSON at byte 1: a number begins with a zero"),
        ("-", "not JSON at byte 2: a digit is missing"),
        ("1.", "not JSON at byte 3: a digit is missing"),
        ("1e", "not JSON at byte 3: a digit is missing"),
        ("[1,]", "not JSON at byte 4: a value is missing"),
        ("[1", "not JSON at byte 3: an array without its end"),
        (#"{"a"}"#, "not JSON at byte 5: a colon is missing after a key"),
        ("{1:2}", "not JSON at byte 2: a key is missing"),
        (#"{"a":1"#, "not JSON at byte 7: an object without its end"),
        (#""a"#, "not JSON at byte 3: a string without its end"),
        (#""\"#, "not JSON at byte 2: a string without its end"),
        (#""\x""#, "not JSON at byte 2: an unknown escape"),
        (#""\u12"#, "not JSON at byte 2: four hexadecimal digits are missing"),
        (#""\ud800""#, "not JSON at byte 2: half of a surrogate pair"),
        (#""\udc00\ud800""#, "not JSON at byte 2: half of a surrogate pair"),
        (#""\ud800\u0041""#, "not JSON at byte 2: half of a surrogate pair"),
        ("\"\t\"", "not JSON at byte 2: a control character in a string; escape it"),
        (String(repeating: "[", count: 100_000), "not JSON at byte 33: nested more than 32 deep"),
    ])
    func `The scanner reports the place and the kind of an error`(text: String, problem: String) {
        var scanner = JSONScanner(Array(text.utf8), in: 0..<text.utf8.count)
        let error = #expect(throws: BadLine.self) { try scanner.onlyValue() }
        #expect(error?.message == problem)
    }

    /// Overlong forms, surrogates, values beyond the last character, and truncated sequences; see RFC 3629.
    @Test(
        arguments: [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
            [0xE1, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80],
            [0xF5, 0x80, 0x80, 0x80],
            [0xFF], [0xF1, 0x80, 0x80],
        ] as [[UInt8]]
    )
    func `The scanner refuses bytes that are not UTF-8`(bytes: [UInt8]) {
        let text = [0x22] + bytes + [0x22]
        var scanner = JSONScanner(text, in: 0..<text.count)
        let error = #expect(throws: BadLine.self) { try scanner.onlyValue() }
        #expect(error?.message == "not JSON at byte 2: bytes that are not UTF-8")
    }

    /// Returns whether the difference is a known one. Foundation accepts a comma before an end, which RFC 8259 does
    /// not. It refuses numbers that do not fit a `Double`; no line here has to hold such a number.
    private func isKnownDifference(_ text: String, _ isAccepted: Bool) -> Bool {
        isAccepted
            ? text.contains(/[eE][+]?[0-9]{3}/)
            : text.contains(/,\s*[\]}]/)
    }

    private func accepts(_ bytes: [UInt8]) -> Bool {
        var scanner = JSONScanner(bytes, in: 0..<bytes.count)
        return (try? scanner.onlyValue()) != nil
    }
}
