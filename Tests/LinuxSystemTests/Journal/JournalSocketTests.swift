import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite struct `A socket of the journal` {
    /// Reads an entry like journald.
    private static func decode(_ bytes: [UInt8]) -> [[String]] {
        var fields: [[String]] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = rest[..<end]
            rest = rest[(end + 1)...]
            if let equals = line.firstIndex(of: UInt8(ascii: "=")) {
                fields.append([text(line[..<equals]), text(line[(equals + 1)...])])
                continue
            }
            let length = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
            fields.append([text(line), text(rest.dropFirst(8).prefix(length))])
            rest = rest.dropFirst(8 + length + 1)
        }
        return fields
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    @Test func `A journal entry contains every value completely`() {
        let seed = UInt64.random(in: 0..<1 << 32)
        var random = SplitMix(seed: seed)
        for _ in 0..<1_000 {
            let fields = (0..<random.below(6)).map { number in
                let pieces = ["\n", "=", "A", "é", "MESSAGE=x", "", "\u{0}"]
                let value = (0..<random.below(9)).map { _ in random.pick(pieces) }.joined()
                return (name: "FIELD_\(number)", value: value)
            }
            let decoded = Self.decode(JournalSocket.encode(fields))
            #expect(decoded == fields.map { [$0.name, $0.value] }, "seed \(seed)")
        }
    }

    @Test func `A value that is too long is cut, with an ellipsis`() throws {
        let long = String(repeating: "é", count: JournalSocket.longestValue)
        let entry = JournalSocket.encode([(name: "MESSAGE", value: long)])
        let value = try #require(Self.decode(entry).first?.last)
        #expect(value.utf8.count <= JournalSocket.longestValue + 3)
        #expect(value.hasPrefix("ééé") && value.hasSuffix("…"))
    }

    @Test func `A missing journal is an error`() {
        let error = #expect(throws: SystemError.self) {
            try JournalSocket(path: "/nonexistent/socket").send([(name: "MESSAGE", value: "x")])
        }
        #expect(error == SystemError("sendto(2)", "/nonexistent/socket", code: ENOENT))
    }
}
