import Foundation
import Glibc
import Kernel
import TestSupport
import Testing

@testable import LinuxSystem

@Suite struct `The head of a program` {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Starts the program, and waits for its end.
    ///
    /// - Returns: The errno with which execve(2) refused; 0 for none.
    private func errorOfStarting(_ path: String) -> Int32 {
        var arguments = unsafe [strdup(path), nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var pid = pid_t()
        let code = unsafe posix_spawn(&pid, path, nil, nil, &arguments, environ)
        if code == 0 { waitpid(pid, nil, 0) }
        return code
    }

    /// Copies a file in another process. A file that is open for writing here is busy in the children of other tests.
    private func copy(_ name: String, to other: String) async throws {
        try await run("cp", "-r", folder.path(of: name), folder.path(of: other))
    }

    private func format(_ name: String) throws -> Program.Format {
        let path = folder.path(of: name)
        let place = try FileCalls.openPlace(path, follow: false)
        return try ProgramHead(of: place, at: path).format
    }

    private func expectedError(_ format: Program.Format) -> Int32? {
        switch format {
        case .elf: 0
        // An empty path is the working directory of the subject.
        case .script(interpreter: []): EACCES
        case .script(let interpreter): errorOfStarting(String(decoding: interpreter, as: UTF8.self))
        case .unknown: ENOEXEC
        case .unreadable(let error): error.rawValue
        case .undecided: nil
        }
    }

    @Test func `The first line of a script is read as the kernel reads it`() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix(seed: seed)
        let pieces = [
            "#!", " ", "\t", "\n", "\0", "/bin/true", "x", String(repeating: " ", count: 120),
            String(repeating: "y", count: 130), "/",
        ]
        try folder.folder("made")
        var texts: [String] = []
        for number in 0..<400 {
            var text = Bool.random(using: &random) ? "#!/bin/true" : "#!"
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                text += pieces.randomElement(using: &random) ?? ""
            }
            try folder.file("made/\(number)", text, mode: 0o755)
            texts.append(text)
        }
        try await copy("made", to: "scripts")
        for (number, text) in texts.enumerated() {
            let name = "scripts/\(number)"
            let kernel = errorOfStarting(folder.path(of: name))
            #expect(
                expectedError(try format(name)) == kernel,
                "\(text.debugDescription), seed \(seed)"
            )
        }
    }

    @Test(arguments: [(16, 1), (18, 8), (54, 3), (56, 0)])
    func `A broken binary is refused where the kernel refuses it`(
        offset: Int,
        value: UInt8
    ) async throws {
        var bytes = try SmallFile.bytes(at: "/bin/true")
        try folder.data("whole", .init(bytes), mode: 0o755)
        guard case .elf(let interpreter?) = try format("whole") else {
            Issue.record("`true` is no binary with an interpreter")
            return
        }
        #expect(interpreter.first == UInt8(ascii: "/"))
        bytes[offset] = value
        bytes[offset + 1] = 0
        try folder.data("made", .init(bytes), mode: 0o755)
        try await copy("made", to: "broken")
        #expect(try format("broken") == .unknown)
        #expect(errorOfStarting(folder.path(of: "broken")) == ENOEXEC)
    }

    /// The name of the interpreter is the last part of the file.
    @Test(
        arguments: [
            (120, 20, "", EIO), (120, 20, "/lib6", EIO), (120, 5, "/lib6", ENOEXEC),
            (120, 6, "/none\0", ENOENT), (1 << 62, 20, "/none\0", EIO),
            (UInt64.max, 20, "", EINVAL),
            (1 << 63, 20, "", EINVAL), (1 << 63 - 5, 20, "", EINVAL), (120, 1, "\0", ENOEXEC),
            (120, 4097, String(repeating: "\0", count: 4097), ENOEXEC),
        ] as [(UInt64, UInt64, String, Int32)]
    )
    func `A binary without the name of its interpreter is refused as the kernel refuses it`(
        offset: UInt64,
        length: UInt64,
        name: String,
        expected: Int32
    ) async throws {
        var bytes = try SmallFile.bytes(at: "/bin/true").prefix(64)
        bytes.replaceSubrange(32..<40, with: UInt64(64).bytes(8))  // e_phoff
        bytes.replaceSubrange(56..<58, with: UInt64(1).bytes(2))  // e_phnum
        // A PT_INTERP; see elf(5).
        bytes += UInt64(3).bytes(4) + UInt64(4).bytes(4) + offset.bytes(8) + UInt64(0).bytes(16)
        bytes += length.bytes(8) + length.bytes(8) + UInt64(1).bytes(8)
        try folder.data("made", .init(bytes + Array(name.utf8)), mode: 0o755)
        try await copy("made", to: "cut")
        let format = try format("cut")
        if case .elf(let interpreter?) = format {
            #expect(interpreter == Array("/none".utf8))
        } else {
            #expect(expectedError(format) == expected)
        }
        #expect(errorOfStarting(folder.path(of: "cut")) == expected)
    }

    @Test func `A program may belong to a handler of binfmt_misc`() async throws {
        let text = "enabled\ninterpreter /usr/bin/x\nflags: OC\noffset 1\nmagic 4142\nmask ff0f\n"
        for (head, isTaken) in [("xAR", true), ("xBR", false), ("x", false)] {
            var handlers = MiscHandlers()
            handlers.add(text, for: Array(head.utf8))
            #expect(handlers.takesHead == isTaken)
        }
        let ending = "enabled\ninterpreter /usr/bin/x\nflags: \nextension .exe\n"
        var handlers = MiscHandlers()
        handlers.add("dis" + ending, for: [])
        #expect(handlers.endings.isEmpty)
        handlers.add(ending, for: [])
        #expect(handlers.endings == [Array("exe".utf8)])
    }
}

extension UInt64 {
    /// The least significant byte first.
    fileprivate func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: self >> (8 * UInt64($0))) : 0 }
    }
}
