import Kernel
import TestSupport
import Testing

/// A kernel capability that would help a service, as settings of its unit. Each one that is shown is tried.
@Suite struct `A kernel capability for a service` {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func ask(
        _ question: [String],
        of lines: [String] = [],
        trying settings: [String] = []
    ) async throws -> Ended {
        let text = ["[Service]", "ExecStart=/bin/true"] + lines
        try folder.file("web.service", text.joined(separator: "\n") + "\n")
        let trial = settings.flatMap { ["--set-unit", $0] }
        return try await folder.run(
            [TemporaryFolder.program, "can", "--unit-file", "web.service"] + question + trial
        )
    }

    private static let ambient = "AmbientCapabilities=CAP_NET_BIND_SERVICE"
    private static let bounding = "CapabilityBoundingSet=CAP_NET_BIND_SERVICE"

    @Test(
        arguments: [["bind", "tcp:127.0.0.1:81"], ["use", "CAP_NET_BIND_SERVICE"]],
        [
            (["User=nobody"], ambient),
            (["User=nobody", ambient, "CapabilityBoundingSet="], bounding),
            (["User=nobody", ambient, "CapabilityBoundingSet=CAP_CHOWN"], bounding),
            (["User=nobody", "CapabilityBoundingSet="], "\(bounding) and \(ambient)"),
            (["CapabilityBoundingSet="], bounding),
            (["User=nobody", "NoNewPrivileges=yes"], ambient),
            // It may gain the capability by itself.
            (["CapabilityBoundingSet=CAP_SYS_ADMIN CAP_DAC_OVERRIDE"], bounding),
        ] as [([String], String)]
    )
    func `A kernel capability is given by lines that help`(
        question: [String],
        unit: (lines: [String], change: String)
    ) async throws {
        let refused = try await ask(question, of: unit.lines)
        #expect(refused.status != 0, "\(refused)")
        let shown = refused.output.split(separator: "\n").map { $0.drop { $0 == " " } }
            .first { $0.contains("=CAP_NET_BIND_SERVICE") }
        #expect(shown?.split(separator: "   ").first ?? "" == unit.change, "\(refused)")
        #expect(!refused.output.contains("setcap"), "\(refused)")
        let settings = unit.change.split(separator: " ").filter { $0 != "and" }.map(String.init)
        let permitted = try await ask(question, of: unit.lines, trying: settings)
        #expect(permitted.status == 0, "\(permitted)")
    }

    /// It is not known whether the service can open a socket.
    @Test func `A kernel capability is not shown if it may be of no help`() async throws {
        let lines = ["User=nobody", "LimitNOFILE=10"]
        let asked = try await ask(["bind", "tcp:127.0.0.1:81"], of: lines)
        #expect(asked.status == 1, "\(asked)")
        #expect(!asked.output.contains(Self.ambient), "\(asked)")
    }

    @Test func `A file is readable with the lines that are shown for it`() async throws {
        let lines = ["User=nobody", "CapabilityBoundingSet=", "NoNewPrivileges=yes"]
        let refused = try await ask(["read", "/etc/shadow"], of: lines)
        #expect(refused.status == 1)
        let settings = [
            "CapabilityBoundingSet=CAP_DAC_READ_SEARCH", "AmbientCapabilities=CAP_DAC_READ_SEARCH",
        ]
        #expect(refused.output.contains(settings.joined(separator: " and ")), "\(refused)")
        #expect(!refused.output.contains("setcap"), "\(refused)")
        let permitted = try await ask(["read", "/etc/shadow"], of: lines, trying: settings)
        #expect(permitted.status == 0, "\(permitted)")
    }

    @Test(arguments: [["bind", "tcp:127.0.0.1:81"], ["use", "CAP_NET_BIND_SERVICE"]])
    func `A process that gains nothing by its file is offered no setcap`(
        question: [String]
    ) async throws {
        let asking = [try await folder.sharedProgram(), "can"] + question
        for option in [[], ["--no-new-privs"]] {
            let ended = try await folder.run(
                ["setpriv", "--reuid=nobody", "--clear-groups"] + option + asking
            )
            #expect(ended.output.contains(Self.ambient), "\(ended)")
            #expect(ended.output.contains("setcap") == option.isEmpty, "\(ended)")
        }
    }

    @Test func `Each kernel capability comes with what it permits`() async throws {
        for capability in KernelCapability.named {
            let ended = try await folder.warrant("can", "--as", "nobody", "use", capability.name)
            let words = ended.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let start = "AmbientCapabilities=\(capability.name) in its unit; "
            let kinds = ["lets ", "has no effect"].map { start + $0 }
            #expect(kinds.contains { words.contains($0) }, "\(ended)")
        }
    }

    @Test func `A kernel capability that is missing can be given`() async throws {
        let without = ["setpriv", "--reuid=nobody", "--clear-groups", "--inh-caps=-all"]
        let with = ["--inh-caps=+chown", "--ambient-caps=+chown"]
        let asking = [try await folder.sharedProgram(), "can", "use", "CAP_CHOWN"]
        let refused = try await folder.run(without + asking)
        #expect(refused.status == 1)
        #expect(
            refused.output.hasSuffix(
                """
                  would help, least privilege first
                    AmbientCapabilities=CAP_CHOWN
                        in its unit; lets it change the owner of every file; or setcap
                        cap_chown+ep on its program, unless it is a script

                """
            ),
            "\(refused)"
        )
        let permitted = try await folder.run(
            ["setpriv", "--reuid=nobody", "--clear-groups"] + with + asking
        )
        #expect(permitted.status == 0, "\(permitted)")
    }
}
