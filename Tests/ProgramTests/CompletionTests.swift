import TestSupport
import Testing

@Suite struct `Completion in bash` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["site", "sit down", "sit$(touch ran)"] { try folder.folder(name) }
        try folder.file("sitfile")
    }

    /// Returns the shell's proposals for the last word.
    private func proposals(_ words: String...) async throws -> [String] {
        try await proposals(words)
    }

    private func proposals(_ words: [String]) async throws -> [String] {
        let script = #"""
            . <("$1" --generate-completion-script bash)
            COMP_WORDS=(warrant "${@:2}")
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            COMP_LINE="${COMP_WORDS[*]}"
            COMP_POINT=${#COMP_LINE}
            _warrant warrant "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\n' "${COMPREPLY[@]}"
            """#
        let ended = try await folder.run(["bash", "-c", script, "bash", Self.program] + words)
        #expect(ended.errors == "")
        return ended.output.split(separator: "\n").map(String.init).sorted()
    }

    private static let program = TemporaryFolder.program

    @Test func `A listing completes directories and runs nothing in their names`() async throws {
        #expect(
            try await proposals("can", "--list", "sit") == [
                "sit down", "sit$(touch ran)", "site",
            ]
        )
        #expect(
            try await proposals("can", "--as", "root", "--list", "\(folder.path)/si")
                == ["sit down", "sit$(touch ran)", "site"].map { "\(folder.path)/\($0)" }
        )
        #expect(try await folder.run(["test", "-e", "ran"]).status == 1)
    }

    @Test func `A question completes actions`() async throws {
        #expect(
            try await proposals("can", "rea") == [
                "read", "read-journal", "read-link", "read-write",
            ]
        )
        #expect(try await proposals("who-can", "rest") == ["restart"])
    }

    @Test func `A check completes policies without their tests`() async throws {
        for name in ["shop.yaml", "shop.test.yaml", "shop.txt", "sho$(touch ran).yaml"] {
            try folder.file(name)
        }
        #expect(try await proposals("check", "sho") == ["sho$(touch ran).yaml", "shop.yaml"])
        let path = "\(folder.path)/shop"
        #expect(try await proposals("lint", path) == ["\(path).yaml"])
        #expect(try await folder.run(["test", "-e", "ran"]).status == 1)
    }

    @Test func `A subject completes users`() async throws {
        #expect(try await proposals("can", "--as", "roo") == ["root"])
    }

    /// Without systemd, as in a container, systemctl(1) lists the unit files.
    @Test func `A subject completes services, without templates`() async throws {
        let unit = "systemd-journald.service"
        for words in [["can", "--unit"], ["harden", "--unit"], ["new", "--from-unit"]] {
            #expect(try await proposals(words + ["systemd-journald"]) == [unit])
        }
        let all = try await proposals(["can", "--unit", ""])
        #expect(!all.contains { $0.contains("@.") || !$0.hasSuffix(".service") })
    }

    @Test func `A subject completes processes`() async throws {
        #expect(try await proposals("can", "--pid", "").contains("1"))
        #expect(try await proposals("can", "--pid", "x") == [])
    }

    @Test func `A subject completes kernel capabilities, commands and settings`() async throws {
        #expect(
            try await proposals("can", "--as", "root", "--capabilities", "CAP_NET_B")
                == ["CAP_NET_BIND_SERVICE", "CAP_NET_BROADCAST"]
        )
        #expect(
            try await proposals("check", "--unit-file", "a.service", "--command", "ExecStartP")
                == ["ExecStartPost", "ExecStartPre"]
        )
        #expect(try await proposals("can", "--set-unit", "ProtectS") == ["ProtectSystem="])
    }
}
