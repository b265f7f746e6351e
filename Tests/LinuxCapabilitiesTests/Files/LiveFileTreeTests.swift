import AccessModel
import Foundation
import Glibc
import Kernel
import LinuxSystem
import TestSupport
import Testing

@testable import LinuxCapabilities

@Suite struct `Facts about live files` {
    private let folder: TemporaryFolder
    private var path: String { folder.path }

    init() throws { folder = try TemporaryFolder() }

    /// Returns credentials without kernel capabilities. Root without them owns the files that it creates, and has no
    /// other rights.
    private static func asker(_ user: UInt32 = 0) throws -> Credentials {
        let own = try ProcessCalls.ownCredentials()
        return Credentials(
            user: user == 0 ? own.user.fileSystem : user,
            group: user == 0 ? own.group.fileSystem : user,
            groups: user == 0 ? own.groups : [],
            effective: user == 0 ? own.capabilities.effective : .none
        )
    }

    /// Returns the rules' answer for a file as an errno, or nil for yes.
    private static func answer(
        _ operation: FileOperation,
        _ path: String,
        in facts: LiveFileTree,
        user: UInt32 = 0
    ) throws -> Stop? {
        facts.refusal(of: FileQuestion(operation, Array(path.utf8)), for: try asker(user))
    }

    private static func error(_ stop: Stop?) -> Errno? {
        guard case .refused(let refusal)? = stop else { return nil }
        return refusal.error
    }

    private static func cause(_ stop: Stop?) -> Unknown.Cause? {
        guard case .unknown(let unknown)? = stop else { return nil }
        return unknown.cause
    }

    @Test(arguments: [
        "/etc", "/dev", "/proc", "/proc/sys/kernel", "/sys/kernel", "/tmp", "/usr/bin",
    ])
    func `The rules agree with faccessat2(2)`(directory: String) throws {
        let facts = try LiveFileTree(forSelf: true)
        for name in try Directory.names(at: directory).sorted().prefix(200) {
            let path = "\(directory)/\(name)"
            for wanted: Permissions in [.read, .write, .execute] {
                let stop = try Self.answer(.access(wanted), path, in: facts)
                guard Self.cause(stop) == nil,
                    let place = try? FileCalls.openPlace(path, follow: true)
                else { continue }
                let code = FileCalls.refusal(of: wanted, for: place)
                #expect(Self.error(stop) == code, "\(wanted) of \(path)")
            }
        }
    }

    @Test func `The rules distinguish flags of mounts`() async throws {
        try await inNewMounts { [path] in
            try mount("own", on: path, type: "tmpfs", flags: UInt(MS_NOEXEC), options: "mode=755")
            for name in ["a", "b", "c"] {
                try #require(unsafe mkdir("\(path)/\(name)", 0o755) == 0)
            }
            try mount("own", on: "\(path)/a", type: "tmpfs", options: "ro")
            try mount("\(path)/b", on: "\(path)/b", flags: UInt(MS_BIND))
            let readOnly = MS_REMOUNT | MS_BIND | MS_RDONLY
            try mount("none", on: "\(path)/b", flags: UInt(readOnly))
            let facts = try LiveFileTree()
            let causes = try ["a", "b", "c"].map { name -> Refusal.Cause? in
                let stop = try Self.answer(.create(.file), "\(path)/\(name)/x", in: facts)
                guard case .refused(let refusal)? = stop else { return nil }
                return refusal.cause
            }
            #expect(causes == [.readOnlyFileSystem, .readOnlyMount, nil])
            let file = "\(path)/c/x"
            try Data().write(to: URL(filePath: file))
            try #require(unsafe chmod(file, 0o755) == 0)
            #expect(
                Self.error(try Self.answer(.execute(from: nil), file, in: try LiveFileTree()))
                    == .EACCES
            )
        }
    }

    @Test func `The rules see the directory below a mount point`() async throws {
        try await inNewMounts { [path] in
            let point = "\(path)/point"
            try #require(unsafe mkdir(point, 0o700) == 0)
            try #require(unsafe chown(point, 1234, 1234) == 0)
            try mount("own", on: point, type: "tmpfs", options: "mode=755")
            try #require(unsafe chmod(path, 0o1777) == 0)
            let facts = try LiveFileTree()
            // The directory is sticky: only the owner of the covered file may remove the name, and then it is busy.
            let own = try Self.answer(.delete(.directory), point, in: facts, user: 1234)
            let other = try Self.answer(.delete(.directory), point, in: facts, user: 1235)
            #expect(Self.error(own) == .EBUSY)
            #expect(Self.error(other) == .EPERM)
        }
    }

    @Test func `The rules handle unmapped owners on an idmapped mount`() async throws {
        try await inNewMounts { [path] in
            for name in ["inside", "outside"] {
                try #require(unsafe mkdir("\(path)/\(name)", 0o755) == 0)
            }
            try mount("own", on: "\(path)/inside", type: "tmpfs", options: "mode=755")
            for uid: UInt32 in [0, 5534, 20000] {
                let file = "\(path)/inside/\(uid)"
                try Data().write(to: URL(filePath: file))
                try #require(unsafe chown(file, uid, uid) == 0)
            }
            let outside = "\(path)/outside"
            try mountMapped("\(path)/inside", on: outside, map: "0 100000 10000")
            try Self.judgeOwners(outside, [("0", true), ("20000", false)])
            // The unmount is lazy: a child of another test may hold our descriptors until it executes a program.
            try #require(unsafe umount2(outside, Int32(MNT_DETACH)) == 0)
            // The range contains 65534, which is also the number shown for unmapped users.
            try mountMapped("\(path)/inside", on: outside, map: "0 60000 10000")
            try Self.judgeOwners(outside, [("5534", true), ("20000", false)])
        }
    }

    /// Root may write the files of users that the mount maps, and no others.
    private static func judgeOwners(_ folder: String, _ files: [(String, isMapped: Bool)]) throws {
        let facts = try LiveFileTree()
        for (name, isMapped) in files {
            let path = "\(folder)/\(name)"
            let stop = try answer(.access(.write), path, in: facts)
            let place = try FileCalls.openPlace(path, follow: true)
            let code = FileCalls.refusal(of: .write, for: place)
            #expect(error(stop) == code && cause(stop) == nil)
            #expect(code == (isMapped ? nil : .EACCES))
        }
        #expect(error(try answer(.create(.file), "\(folder)/new", in: facts)) == .EOVERFLOW)
    }

    @Test func `The rules follow names and targets that are not UTF-8`() throws {
        let name: [UInt8] = [0x66, 0xFF, 0xFE]
        let place = Array("\(path)/".utf8)
        let code = unsafe symlinkat(
            (name + [0]).map(CChar.init(bitPattern:)),
            AT_FDCWD,
            (place + [0x6C, 0]).map(CChar.init(bitPattern:))
        )
        try #require(code == 0)
        let facts = try LiveFileTree()
        let question = FileQuestion(.open(.read), place + [0x6C])
        let before = facts.refusal(of: question, for: try Self.asker())
        #expect(Self.error(before) == .ENOENT)
        let file = unsafe open(
            (place + name + [0]).map(CChar.init(bitPattern:)),
            O_CREAT | O_WRONLY,
            0o644
        )
        try #require(file >= 0)
        close(file)
        #expect(try LiveFileTree().refusal(of: question, for: try Self.asker()) == nil)
    }

    @Test func `The rules notice a change between two looks`() throws {
        for name in ["a", "a/b"] { try folder.folder(name) }
        let facts = try LiveFileTree()
        #expect(try Self.answer(.stat, "\(path)/a/b", in: facts) == nil)
        // These are more directories than are kept open.
        for number in 0..<60 {
            try folder.folder("d\(number)")
            _ = try Self.answer(.stat, "\(path)/d\(number)/x", in: facts)
        }
        try #require(unsafe rename("\(path)/a", "\(path)/old") == 0)
        try folder.folder("a")
        try folder.folder("a/b")
        #expect(Self.cause(try Self.answer(.stat, "\(path)/a/b/c", in: facts)) == .changed)
    }
}
