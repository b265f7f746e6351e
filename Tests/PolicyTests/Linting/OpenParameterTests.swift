import Testing

@Suite struct `Parameter without a value` {
    private static func lines(_ text: String) -> [String] {
        Linted.lines(Linted.head + text).map { String($0.dropFirst("p.yaml:".count)) }
    }

    @Test(arguments: [
        "{ p: { type: path } }\nrequire:\n  - read: ${p}",
        "{ p: { environment: P } }\nrequire:\n  - read: ${p}\n  - capability: ${p}",
        "{ p: {} }\nsubject: { user: \"${p}\" }\nrequire:\n  - connect: tcp:${p}:80\n"
            + "  - bind: tcp:${p}\n  - unit: ${p}.service\n  - resolve: ${p}\n  - confirm: ${p}?",
        "{ p: {} }\nrequire:\n  - read: /x\n    within: ${p}\n    severity: ${p}\n"
            + "    as: { user: a, capabilities: [\"${p}\"] }\n    follow: ${p}\n",
        "{ p: { type: number } }\nrequire:\n  - read: /x\n    as: { pid: \"${p}\" }",
        "{ p: {} }\nrequire:\n  - unit: a.service\n    state: ${p}\n  - capability: CAP_KILL\n"
            + "    in: ${p}\n  - chmod: /x\n    argument: \"${p}\"\n    as: a:${p}\n    id: ${p}",
    ])
    func `A parameter without a value is accepted in each place`(text: String) {
        #expect(Self.lines("parameters: " + text) == [])
    }

    /// Each has a finding if the value is `/tmp/`.
    @Test(arguments: [
        "require:\n  - read: ${p}//x", "require:\n  - write: ${p}",
        "require:\n  - capability: CAP_DAC_OVERRIDE\n  - read: /x\n  - open-create: ${p}x",
        "require:\n  - unit: a.service\n  - unit: a.service\n    state: ${p}",
        "require:\n  - read: /x\n    as: { user: a, capabilities: [\"${p}\"] }\n"
            + "  - read: /x\n    as: a\n",
    ])
    func `A rule about values ignores a parameter without a value`(text: String) {
        #expect(Self.lines("parameters: { p: {} }\n" + text) == [])
    }

    @Test func `Other rules apply to parameters without a value`() {
        let text =
            "parameters: { p: {}, q: {} }\nrequire:\n  - read: ${p}\n  - read: ${p}\n"
            + "  - not: { not: { confirm: \"${p}\" } }\n"
        #expect(
            Self.lines(text) == [
                "4:22: warning: the parameter `q` is used nowhere; remove it, or write "
                    + "`${q}` where it belongs [unused-parameter]",
                "7:5: warning: `read ${p}` is asked for twice, first at line 6; remove one, or "
                    + "correct it [duplicate-requirement]",
                "8:5: warning: a `not` within a `not` cancels it; replace both with the "
                    + "requirement inside them [double-negation]",
            ]
        )
        #expect(Linted.fixed(text) == text)
    }

    @Test func `A parameter without a value hides no error`() {
        let text = "parameters: { p: {} }\nrequire:\n  - read: ${q}\n  - raed: ${p}\n  - read: x"
        #expect(
            Self.lines(text) == [
                "6:11: error: unknown parameter `q`; did you mean `p`? [unknown-parameter]",
                "7:5: error: unknown word `raed`; did you mean `read`? [unknown-word]",
            ]
        )
        #expect(
            Self.lines("parameters: { p: {} }\nrequire:\n  - read: ${p}\n  - read: x") == [
                "7:11: error: `x` is not an absolute path; begin it with `/` [relative-path]"
            ]
        )
        #expect(
            Self.lines("parameters: { p: { default: /x } }\nrequire:\n  - read: $${p}") == [
                "6:11: error: `${p}` is not an absolute path; begin it with `/` [relative-path]"
            ]
        )
    }

    /// An escaped dollar and brace are plain characters, also beside a parameter.
    @Test func `An escaped dollar is no parameter`() {
        let word = "  - unit: a.service\n    state: en$${p}"
        let problem = "error: `en${p}` is not a value of `state`; "
        for parameters in ["{ p: {} }", "{ p: { default: x } }", "{ p: { default: '${p}' } }"] {
            let text = "parameters: \(parameters)\nrequire:\n  - read: /${p}\n\(word)"
            #expect(Self.lines(text).contains { $0.contains(problem) }, "\(parameters)")
        }
    }
}
