import TestSupport
import Testing

@Suite struct `SVG diagram` {
    @Test func `The format svg prints a diagram without scripts`() async throws {
        let folder = try TemporaryFolder()
        try folder.file("shop.yaml", ShownSVG.policy)
        #expect(
            try await folder.warrant("show", "--format", "svg", "shop.yaml")
                == Ended(0, output: ShownSVG.text)
        )
    }
}

private enum ShownSVG {
    static let policy = #"""
        warrant: 1
        name: shop
        require:
          - read: "/<a>&\e"
            when: { unit: sql.service }
            severity: advice
            because: 漢
        forbid:
          - write: /etc/passwd

        """#

    static let text = #"""
        <?xml version="1.0" encoding="UTF-8"?>
        <svg xmlns="http://www.w3.org/2000/svg" width="672" height="146" viewBox="0 0 672 146" font-family="monospace" font-size="13">
        <title>shop</title>
        <rect width="100%" height="100%" fill="#ffffff"/>
        <path d="M 64 73 C 92 73 92 51 120 51" fill="none" stroke="#8c959f"/>
        <path d="M 192 51 C 220 51 220 51 248 51" fill="none" stroke="#8c959f"/>
        <path d="M 392 51 C 424 51 424 51 456 51" fill="none" stroke="#8c959f" stroke-dasharray="4"/>
        <text x="452" y="47" text-anchor="end" fill="#57606a">when</text>
        <path d="M 64 73 C 92 73 92 113 120 113" fill="none" stroke="#8c959f"/>
        <path d="M 184 113 C 216 113 216 113 248 113" fill="none" stroke="#8c959f"/>
        <rect x="16" y="56" width="48" height="34" rx="4" fill="#f6f8fa" stroke="#57606a"/>
        <text x="24" y="77" fill="#1f2328" xml:space="preserve">shop</text>
        <rect x="120" y="34" width="72" height="34" rx="4" fill="#f6f8fa" stroke="#1a7f37"/>
        <text x="128" y="55" fill="#1f2328" xml:space="preserve">require</text>
        <rect x="248" y="16" width="144" height="70" rx="4" fill="#f6f8fa" stroke="#1a7f37" stroke-dasharray="4"/>
        <text x="256" y="37" fill="#1f2328" xml:space="preserve">read /&lt;a&gt;&amp;\u{1b}</text>
        <text x="256" y="55" fill="#57606a" xml:space="preserve">advice</text>
        <text x="256" y="73" fill="#57606a" xml:space="preserve">because 漢</text>
        <rect x="456" y="34" width="200" height="34" rx="4" fill="#f6f8fa" stroke="#1a7f37"/>
        <text x="464" y="55" fill="#1f2328" xml:space="preserve">unit sql.service active</text>
        <rect x="120" y="96" width="64" height="34" rx="4" fill="#f6f8fa" stroke="#cf222e"/>
        <text x="128" y="117" fill="#1f2328" xml:space="preserve">forbid</text>
        <rect x="248" y="96" width="152" height="34" rx="4" fill="#f6f8fa" stroke="#cf222e"/>
        <text x="256" y="117" fill="#1f2328" xml:space="preserve">write /etc/passwd</text>
        </svg>

        """#
}
