import Foundation
import TestSupport
import Testing

@Suite struct `Linting of includes and settings` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    static let clean = Ended(0, output: "no findings in 1 policy\n")

    private func policy(_ name: String, _ text: String) throws {
        let stem = name.split(separator: ".")[0]
        try folder.file(name, "warrant: 1\nname: \(stem)\nsummary: s\n\(text)\n")
    }

    /// Rules about a whole policy count its includes.
    @Test(arguments: [
        "require: [{ read: /x, severity: advice }]",
        "require: [{ read: /x, when: { read: /y } }]",
        "require: [{ capability: CAP_DAC_OVERRIDE }, { read: /x }]",
        "forbid: []",
    ])
    func `An include that completes a policy prevents findings`(own: String) async throws {
        try policy("tls.yaml", "parameters: { key: {} }\nrequire: [{ write: '${key}' }]")
        let include = "include: { tls: { policy: tls.yaml, set: { key: '/k/${name}' } } }\n"
        try policy("site.yaml", "parameters: { name: { default: n } }\n" + include + own)
        #expect(try await folder.warrant("lint", "site.yaml") == Self.clean)
        #expect(try await folder.warrant("lint", "tls.yaml") == Self.clean)
    }

    @Test func `An include with advice alone causes a finding`() async throws {
        try policy("tls.yaml", "require: [{ read: /k, severity: advice }]")
        try policy("site.yaml", "include: { tls: tls.yaml }")
        #expect(
            try await folder.warrant("lint", "site.yaml")
                == Ended(
                    1,
                    output: """
                        site.yaml:4:12: error: everything here is advice, which changes no outcome, \
                        so that the policy never holds; remove `severity: advice` from what must \
                        hold [only-advice]
                        1 finding in 1 policy

                        """
                )
        )
    }

    /// `warrant check` reports the same.
    @Test(arguments: [
        "none.yaml", "site.yaml", "wrong.yaml", "unset.yaml", "unbound.yaml",
        "{ policy: unset.yaml, set: { key: 1, kye: 2 } }",
    ])
    func `Lint and check report the same errors of an include`(include: String) async throws {
        try policy("wrong.yaml", "require: [raed: /x]")
        try policy("unset.yaml", "parameters: { key: { type: path } }\nrequire: [read: '${key}']")
        try policy("unbound.yaml", "require: [capability: CAP_KIL]")
        try policy("site.yaml", "include: { tls: \(include) }\nrequire: [{ read: /x }]")
        let ended = try await folder.warrant("lint", "site.yaml")
        let checked = try await folder.warrant("check", "site.yaml")
        #expect(ended.status == 65)
        #expect(checked.status == 65)
        let lines = ended.output.split(separator: "\n").dropLast()
        #expect(
            lines.map { $0.replacing(": error: ", with: ": ") }.joined(separator: "\n") + "\n"
                == checked.output
        )
    }

    @Test func `The option --set gives values to parameters`() async throws {
        try policy("p.yaml", "parameters: { dir: { type: path } }\nrequire: [read: '${dir}/x']")
        #expect(try await folder.warrant("lint", "p.yaml") == Self.clean)
        #expect(
            try await folder.warrant("lint", "--set", "dir=/tmp", "p.yaml")
                == Ended(
                    1,
                    output: """
                        p.yaml:5:17: warning: any user can create `/tmp/x` first: all may \
                        write `/tmp`; use a directory of the service's own, such as \
                        `RuntimeDirectory=` makes [world-writable-parent]
                        1 finding in 1 policy

                        """
                )
        )
    }

    @Test func `Lint ignores the environment`() async throws {
        try policy(
            "p.yaml",
            "parameters: { dir: { type: path, environment: DIR } }\nrequire: [read: '${dir}/x']"
        )
        let ended = try await folder.warrant("lint", "p.yaml", environment: ["DIR": "no path"])
        #expect(ended == Self.clean)
    }

    @Test(arguments: [
        (
            "dri=/x",
            "no policy here has the parameter `dri`; did you mean `dir`?"
        ),
        (
            "dir=x",
            "p.yaml:4:15: `x`, which was set, is not an absolute path, as the parameter `dir` must "
                + "be; begin it with `/` [invalid-setting]"
        ),
    ])
    func `An invalid setting is refused, and nothing is repaired`(
        setting: String,
        problem: String
    ) async throws {
        let text = "parameters: { dir: { type: path } }\nrequire: [read: '${dir}', read: /a//b]"
        try policy("p.yaml", text)
        let ended = try await folder.warrant("lint", "--fix", "--set", setting, "p.yaml")
        #expect(ended.status == 64)
        #expect(ended.problem == "Error: \(problem)")
        let left = try String(contentsOfFile: folder.path(of: "p.yaml"), encoding: .utf8)
        #expect(left.hasSuffix(text + "\n"))
    }
}
