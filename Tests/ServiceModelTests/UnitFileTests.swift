import ServiceModel
import TestSupport
import Testing

private func file(_ text: String) -> UnitFile { UnitFile(Array(text.utf8), at: "/a") }

private func values(_ text: String) -> [String] {
    file(text).assignments.map { "\($0.section) \($0.name)=\($0.value) \($0.place.line)" }
}

@Suite struct `A unit file` {
    @Test(arguments: [
        ("[Service]\nA=b\n", ["Service A=b 2"]),
        ("[Service]\r\nA=b\r\nC=d", ["Service A=b 2", "Service C=d 3"]),
        ("\u{FEFF}[Service]\nA=b", ["Service A=b 2"]),
        (" \t[Service] \n \tA \t= b c \t\n", ["Service A=b c 2"]),
        ("[Service]\n# A=b\n ; A=c\nA=d # e", ["Service A=d # e 4"]),
        ("[Service]\nA=b \\\n# c\n  d\\\n\n\nE=f", ["Service A=b    d 2", "Service E=f 7"]),
        ("[Service]\nA=b\\\\\nC=d", ["Service A=b\\\\ 2", "Service C=d 3"]),
        ("[Service]\nA=b\\", ["Service A=b 2"]),
        ("[Service]\nA=\n[Unit]\nB=c=d", ["Service A= 2", "Unit B=c=d 4"]),
        ("[Service]\nA=b\n[X-Own]\nA=c\n[Service]\nD=e", ["Service A=b 2", "Service D=e 6"]),
        ("[Service]\nA=b\u{0}C=d", ["Service A=b 2", "Service C=d 3"]),
        ("", []), ("\\", []), ("[Service]", []),
    ])
    func `The text becomes assignments`(text: String, expected: [String]) {
        #expect(values(text) == expected)
        #expect(file(text).ignored == [])
        #expect(file(text).end == nil)
    }

    @Test(arguments: [
        ("A=b\n[Service]\n", "/a:1: the line is outside of a section"),
        ("[Service]\nnonsense\n", "/a:2: the line has no `=`"),
        ("[Service]\n=b\n", "/a:2: the line has no name before its `=`"),
        ("[Socket]\nA=b\n", "/a:1: a service has no section `Socket`"),
    ])
    func `A line without a meaning is ignored`(text: String, problem: String) {
        #expect(file(text).ignored.map(\.description) == [problem])
        #expect(values(text + "[Service]\nC=d").count == 1)
    }

    @Test(arguments: [
        ("[Service", "/a:1: the header of the section has no `]`"),
        ("[Ser\"vice]", "/a:1: the name of the section has a character that is not allowed"),
    ])
    func `A wrong section ends the file`(text: String, problem: String) {
        #expect(file(text + "\n[Service]\nA=b").end?.description == problem)
        #expect(values(text + "\n[Service]\nA=b") == [])
    }

    @Test(
        arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xEF, 0xBF, 0xBE]] as [[UInt8]]
    )
    func `Bytes that are not UTF-8 end the file`(bytes: [UInt8]) {
        let text = Array("[Service]\nA=b\nC=".utf8) + bytes + Array("\nD=e".utf8)
        let file = UnitFile(text, at: "/a")

        #expect(file.assignments.map(\.name) == ["A"])
        #expect(file.end?.description == "/a:3: the line is not valid UTF-8")
    }

    @Test func `A line of one mebibyte is too long, alone and continued`() {
        let long = String(repeating: "x", count: (1 << 20) - 3)
        #expect(file("[Service]\nA=\(long)").assignments.count == 1)
        #expect(file("[Service]\nAB=\(long)").end?.description == "/a:2: the line is too long")
        #expect(file("[Service]\nA=\\\n\(long)").assignments.count == 1)
        #expect(file("[Service]\nA=b\\\n\(long)").end?.description == "/a:2: the line is too long")
    }

    @Test(.timeLimit(.minutes(1))) func `Many continued lines take no longer than one`() {
        let text = "[Service]\nA=" + String(repeating: "\\\n", count: 1 << 19)
        #expect(file(text).assignments.count == 1)
    }

    @Test func `No text stops the reader`() throws {
        var random = SplitMix(seed: 22)
        let pieces = [
            "[Service]\n", "\n", "\\\n", "=", "ExecStart=", "User=", "BindPaths=", "/a", ":", "\"",
            "'",
            "\\", "%", "%i", "~", "-", "+", "!", "CapabilityBoundingSet=", "StateDirectory=", ";",
            " ",
            "RootDirectory=", "\u{0}", "yes", "PrivateTmp=", "TemporaryFileSystem=", "..", "\\x2",
            "é",
            "SupplementaryGroups=", "RestrictNamespaces=", "[", "]", "#",
        ]
        let name = try #require(ServiceName("a-b@c.service"))
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0..<24, using: &random))
                .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            _ = try? SettingsReader([file("[Service]\n" + text)], name: name).settingsSoFar
        }
    }
}
