import Testing

@Suite struct `The text of a policy` {
    static let start = Array("a: b\né: ".utf8)
    static let remedy = "remove it, or write it as an escape in double quotes [control-character]"

    @Test(
        arguments: [
            (0x01, "U+0001"), (0x0B, "U+000B"), (0x1B, "U+001B"), (0x7F, "U+007F"),
            (0x85, "U+0085"),
            (0xAD, "U+00AD"), (0x200B, "U+200B"), (0x2028, "U+2028"), (0x2029, "U+2029"),
            (0x202E, "U+202E"), (0x2066, "U+2066"), (0xFEFF, "U+FEFF"), (0xFFFE, "U+FFFE"),
            (0xE0041, "U+E0041"), (0x10FFFF, "U+10FFFF"),
        ] as [(UInt32, String)]
    )
    func `A character that readers do not see is refused`(value: UInt32, name: String) throws {
        let scalar = try #require(Unicode.Scalar(value))

        #expect(
            complaints(ofBytes: Self.start + Array(String(scalar).utf8) + Array("c\n".utf8))
                == ["p.yaml:2:4: the character \(name) is invisible; \(Self.remedy)"]
        )
    }

    @Test func `Lines end with LF or CR LF, not with CR alone`() {
        #expect(complaints(ofBytes: Array("a: b\r\nc: d\n".utf8)) == [])
        #expect(
            complaints(ofBytes: Array("a: b # hidden\rc: d\n".utf8))
                == ["p.yaml:1:14: the character U+000D is invisible; \(Self.remedy)"]
        )
    }

    @Test func `Text in any script is accepted`() {
        let text = "a: \u{1F469}\u{200D}\u{1F4BB} 語 नमस्ते عربي é\n"

        #expect(complaints(ofBytes: Array(text.utf8)) == [])
    }

    @Test(
        arguments: [
            [0x80], [0xC3], [0xC3, 0x28], [0xC0, 0xAF], [0xED, 0xA0, 0x80],
            [0xF4, 0x90, 0x80, 0x80],
            [0xFF], [0xFE, 0x00 + 0x41],
        ] as [[UInt8]]
    )
    func `Bytes that are not UTF-8 are refused`(bytes: [UInt8]) {
        let digits = String(bytes[0], radix: 16)

        #expect(
            complaints(ofBytes: Self.start + bytes + [0x0A])
                == [
                    "p.yaml:2:4: the byte 0x\(digits) is not UTF-8 here; "
                        + "save the file as UTF-8 [not-utf-8]"
                ]
        )
    }

    @Test(arguments: [[0xFF, 0xFE, 0x61, 0x00], [0xFE, 0xFF, 0x00, 0x61]] as [[UInt8]])
    func `UTF-16 is refused`(bytes: [UInt8]) {
        #expect(
            complaints(ofBytes: bytes)
                == ["p.yaml:1:1: the file is UTF-16, not UTF-8; save it as UTF-8 [not-utf-8]"]
        )
    }

    @Test func `A byte order mark is refused`() {
        #expect(
            complaints(ofBytes: [0xEF, 0xBB, 0xBF] + Self.start)
                == [
                    "p.yaml:1:1: the file begins with a byte order mark; "
                        + "save it as UTF-8 without one [byte-order-mark]"
                ]
        )
    }

    @Test func `A binary program is refused`() {
        let elf: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 0x02, 0x01, 0x01, 0x00, 0x80]

        #expect(
            complaints(ofBytes: elf)
                == [
                    "p.yaml:1:8: the file contains the character U+0000, so it is not text; "
                        + "write the policy as UTF-8 text [control-character]"
                ]
        )
    }

    @Test(arguments: [
        ("%YAML 1.1\n---\n", 1), ("# c\n%TAG ! tag:x\n---\n", 2), ("a: |\n  b\n%c\n", 3),
    ])
    func `A YAML directive is refused`(text: String, line: Int) {
        #expect(
            complaints(ofBytes: Array((text + "a: b").utf8)) == [
                "p.yaml:\(line):1: a line that begins with `%` is a directive, which is not "
                    + "allowed in a policy; "
                    + "remove the line, or indent it if it is part of a text [directive-used]"
            ]
        )
    }

    @Test func `A policy may be 16 MiB and no larger`() {
        let comment = [UInt8](repeating: 0x23, count: 16 << 20)
        let sound = Array("a: b\n".utf8) + comment.dropLast(5)

        #expect(complaints(ofBytes: sound) == [])
        #expect(
            complaints(ofBytes: sound + [0x23])
                == [
                    "p.yaml:1:1: the file is larger than 16 MiB; "
                        + "divide it into several policies [file-too-large]"
                ]
        )
    }

    @Test(arguments: ["", "\n\n", "# only\n# comments", "---\n", "---\n# comment\n...\n"])
    func `An empty text is refused`(text: String) {
        #expect(
            complaints(ofBytes: Array(text.utf8))
                == [
                    "p.yaml:1:1: the file has no content; begin with `warrant: 1` [empty-file]"
                ]
        )
    }
}
