import AccessModel
import Kernel
import Testing

@Suite struct `Chain of symbolic links` {
    private static let link = Place(.symbolicLink, mode: 0o777, uid: 0, gid: 0)

    /// `/1` leads to `/2`, and so on up to a file.
    private static func chain(of count: Int) -> SmallTree {
        var files = SmallTree()
        for number in 1...count {
            files.add(link, at: "/\(number)", target: "/\(number + 1)")
        }
        files.add(Place(.regular, mode: 0o644, uid: 0, gid: 0), at: "/\(count + 1)")
        return files
    }

    @Test func `A chain of 40 links is followed`() {
        let files = Self.chain(of: 40)
        #expect(files.stop(.access(.read), "/1", by: Credentials(user: 7, group: 7)) == nil)
    }

    @Test func `A chain of 41 links is refused`() {
        var files = Self.chain(of: 40)
        let last = files.add(Self.link, at: "/41", target: "/42")
        files.add(Place(.regular, mode: 0o644, uid: 0, gid: 0), at: "/42")
        let stop = files.stop(.access(.read), "/1", by: Credentials(user: 7, group: 7))
        #expect(stop == .refused(Refusal(.linkLoop, .ELOOP, at: last)))
    }
}

/// `fs.protected_symlinks`, see proc_sys_fs(5).
@Suite struct `Link in a sticky world-writable directory` {
    private static func stop(
        ofLinkOf owner: UInt32,
        inDirectoryOf directoryOwner: UInt32,
        mode: UInt16 = 0o1777,
        by subject: Credentials,
        _ settings: FileSettings = FileSettings()
    ) -> Refusal.Cause? {
        var files = SmallTree(settings: settings)
        let directory = Place(.directory, mode: mode, uid: directoryOwner, gid: 0)
        files.add(directory, at: "/tmp")
        let link = Place(.symbolicLink, mode: 0o777, uid: owner, gid: 0)
        let id = files.add(link, at: "/tmp/link", target: "/file")
        files.add(Place(.regular, mode: 0o644, uid: 0, gid: 0), at: "/file")
        let stop = files.stop(.access(.read), "/tmp/link", by: subject)
        guard case .refused(let refusal)? = stop else {
            #expect(stop == nil)
            return nil
        }
        #expect(refusal == Refusal(.protectedSymlink, .EACCES, at: id))
        return refusal.cause
    }

    private static let user = Credentials(user: 7, group: 7)
    private static let root = Credentials(
        user: 0,
        group: 0,
        effective: KernelCapabilitySet(KernelCapability.named)
    )

    @Test func `The owner of a link may follow it`() {
        #expect(Self.stop(ofLinkOf: 7, inDirectoryOf: 0, by: Self.user) == nil)
    }

    @Test func `A link with the owner of its directory may be followed`() {
        #expect(Self.stop(ofLinkOf: 0, inDirectoryOf: 0, by: Self.user) == nil)
        #expect(Self.stop(ofLinkOf: 8, inDirectoryOf: 8, by: Self.user) == nil)
    }

    @Test func `A link of another user is not followed`() {
        let cause = Self.stop(ofLinkOf: 8, inDirectoryOf: 0, by: Self.user)
        #expect(cause == .protectedSymlink)
    }

    @Test func `A link of root in a directory of a user is not followed`() {
        let cause = Self.stop(ofLinkOf: 0, inDirectoryOf: 8, by: Self.user)
        #expect(cause == .protectedSymlink)
    }

    @Test func `Root does not follow a link of another user`() {
        let cause = Self.stop(ofLinkOf: 8, inDirectoryOf: 0, by: Self.root)
        #expect(cause == .protectedSymlink)
    }

    @Test(arguments: [0o0777, 0o1775] as [UInt16])
    func `A directory without both bits protects no link`(mode: UInt16) {
        #expect(Self.stop(ofLinkOf: 8, inDirectoryOf: 0, mode: mode, by: Self.user) == nil)
    }

    @Test func `A link is followed if protected_symlinks is 0`() {
        let settings = FileSettings(protectedSymlinks: 0)
        #expect(Self.stop(ofLinkOf: 8, inDirectoryOf: 0, by: Self.user, settings) == nil)
    }

    /// The kernel may walk the path a second time and continue the count.
    @Test(arguments: [(20, true), (21, false)])
    func `A link is refused for certain only among the first 20`(count: Int, isCertain: Bool) {
        var files = SmallTree()
        files.add(Place(.directory, mode: 0o1777, uid: 0, gid: 0), at: "/tmp")
        let harmless = Place(.symbolicLink, mode: 0o777, uid: 7, gid: 7)
        for number in 1..<count {
            files.add(harmless, at: "/tmp/\(number)", target: "/tmp/\(number + 1)")
        }
        let foreign = Place(.symbolicLink, mode: 0o777, uid: 8, gid: 8)
        let id = files.add(foreign, at: "/tmp/\(count)", target: "/")
        let stop = files.stop(.access(.read), "/tmp/1", by: Self.user)
        #expect(
            stop
                == (isCertain
                    ? .refused(Refusal(.protectedSymlink, .EACCES, at: id))
                    : .unknown(Unknown(.linkCount, at: id)))
        )
    }
}
