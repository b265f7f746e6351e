import AccessModel
import Kernel
import Testing

/// execve(2) of files by their format, see the kernel's search_binary_handler (fs/exec.c).
@Suite struct `Execution of a file` {
    private static let user = Credentials(user: 7, group: 7)

    /// The files have mode 0755 and stand in the root directory.
    private static func stop(
        _ programs: [(name: String, program: Program)],
        executing path: String = "/first",
        from directory: String? = nil,
        by subject: Credentials = user
    ) -> String {
        var files = SmallTree()
        for (name, program) in programs {
            let id = files.add(Place(.regular, mode: 0o755, uid: 0, gid: 0), at: "/" + name)
            files.tree.add(program, as: \.program, of: id)
        }
        files.add(Place(.regular, mode: 0o644, uid: 0, gid: 0), at: "/data")
        files.tree.add(.missing, named: Array("none".utf8), in: files.tree.root)
        let bytes = directory.map { Array($0.utf8) }
        switch files.stop(.execute(from: bytes), path, by: subject) {
        case nil: return "yes"
        case .refused(let refusal):
            return "\(refusal.error) \(refusal.cause) \(files.tree.path(of: refusal.place))"
        case .unknown(let unknown):
            return "unknown \(unknown.cause) \(files.tree.path(of: unknown.place))"
        case .lacks(let fact): return "lacks \(fact)"
        }
    }

    private static func script(_ interpreter: String) -> Program {
        Program(.script(interpreter: Array(interpreter.utf8)))
    }

    private static func binary(_ interpreter: String?) -> Program {
        Program(.elf(interpreter: interpreter.map { Array($0.utf8) }))
    }

    @Test(arguments: [
        (Program(.elf(interpreter: nil)), "yes"),
        (Program(.unknown), "ENOEXEC unknownFormat /first"),
        (Program(.unreadable(.EIO)), "EIO unknownFormat /first"),
        (Program(.undecided), "unknown programHandler /first"),
        (binary("/none"), "ENOENT missing /none"), (script("/none"), "ENOENT missing /none"),
        (binary("/data"), "EACCES permissionRefused /data"),
        (script("/data"), "EACCES permissionRefused /data"),
        (script("/"), "EACCES notExecutableKind /"),
    ])
    func `The format of a file decides its execution`(program: Program, expected: String) {
        #expect(Self.stop([("first", program)]) == expected)
    }

    @Test(arguments: [
        (Program(.elf(interpreter: nil)), "yes"),
        (Program(.elf(interpreter: Array("/none".utf8))), "yes"),
        (script("/none"), "ELIBBAD unknownFormat /linker"),
        (Program(.unknown), "ELIBBAD unknownFormat /linker"),
        (Program(.unknown, isShort: true), "EIO unknownFormat /linker"),
        (Program(.undecided), "unknown programHandler /linker"),
    ])
    func `A linker must itself be a binary`(linker: Program, expected: String) {
        let programs = [("first", Self.binary("/linker")), ("linker", linker)]
        #expect(Self.stop(programs) == expected)
    }

    /// `/1` names `/2` as its interpreter, and so on up to a binary.
    @Test(arguments: [(1, "yes"), (5, "yes"), (6, "ELOOP interpreterLoop /7")])
    func `A script has at most five interpreters`(count: Int, expected: String) {
        let scripts = (1...count).map { ("\($0)", Self.script("/\($0 + 1)")) }
        let programs = scripts + [("\(count + 1)", Self.binary(nil))]
        #expect(Self.stop(programs, executing: "/1") == expected)
    }

    @Test func `A relative interpreter is looked up in the working directory`() {
        let programs = [("first", Self.script("second")), ("second", Self.binary(nil))]
        #expect(Self.stop(programs) == "unknown relativeInterpreter /first")
        #expect(Self.stop(programs, from: "/") == "yes")
        #expect(Self.stop(programs, from: "/none") == "unknown relativeInterpreter /first")
    }

    private static func handled(takesHead: Bool, _ endings: [String]) -> Program {
        let endings = endings.map { Array($0.utf8) }
        return Program(
            .elf(interpreter: nil),
            handlers: .seen(takesHead: takesHead, endings: endings)
        )
    }

    @Test(arguments: [
        (handled(takesHead: true, []), false), (handled(takesHead: false, []), true),
        (handled(takesHead: false, ["py", "gz"]), false),
        (handled(takesHead: false, ["tar.gz", "g"]), true),
        (Program(.elf(interpreter: nil), handlers: .unseen), true),
        (Program(.unknown, handlers: .unseen), false),
    ])
    func `A file that binfmt_misc may handle is not known`(
        program: Program,
        isKnown: Bool
    ) {
        let found = Self.stop([("a.tar.gz", program)], executing: "/a.tar.gz")
        #expect(found == (isKnown ? "yes" : "unknown programHandler /a.tar.gz"))
    }

    @Test func `A handler for another ending does not matter`() {
        let program = Self.handled(takesHead: false, ["first"])
        #expect(Self.stop([("first", program)]) == "yes")
    }

    /// CAP_NET_RAW, permitted and effective, as `struct vfs_cap_data` of linux/capability.h.
    private static let netRaw: [UInt8] =
        [1, 0, 0, 2] + [0, 0x20, 0, 0] + Array(repeating: 0, count: 12)

    @Test(
        arguments: [
            (netRaw, true, "yes"), (netRaw, false, "EPERM fileCapabilities /first"),
            (Array(netRaw.dropLast()), true, "EINVAL fileCapabilities /first"),
            (Array(repeating: 0, count: 25), true, "ERANGE fileCapabilities /first"),
            ([], true, "EINVAL fileCapabilities /first"),
        ] as [([UInt8], Bool, String)]
    )
    func `A program gets its file capabilities or fails`(
        attribute: [UInt8],
        isBounding: Bool,
        expected: String
    ) {
        let subject = Credentials(
            user: 7,
            group: 7,
            bounding: isBounding ? KernelCapabilitySet([.netRaw]) : .none
        )
        let program = Program(.elf(interpreter: nil), capabilities: attribute)
        #expect(Self.stop([("first", program)], by: subject) == expected)
    }
}
