import AccessModel
import Kernel
import Testing

/// Linux treats root's user and group as the owners of settings, and consults no kernel capability
/// (fs/proc/proc_sysctl.c).
@Suite struct `Kernel setting in proc` {
    private static func stop(
        _ wanted: Permissions,
        of place: Place,
        by subject: Credentials
    ) -> Stop? {
        var rules = FileSystemRules.generic
        rules.permission = .procSys
        var files = SmallTree()
        files.add(place, at: "/setting", on: Mount(rules: rules, fileSystem: "proc"))
        return files.stop(.access(wanted), "/setting", by: subject)
    }

    private static let all = KernelCapabilitySet(KernelCapability.named)
    private static let root = Credentials(user: 0, group: 0, effective: all)
    private static let file = Place(.regular, mode: 0o755, uid: 0, gid: 0)

    private static func refused(_ wanted: Permissions) -> Stop {
        let place = PlaceID(index: 1)
        return .refused(Refusal(.permissionRefused, .EACCES, at: place, wanted: wanted))
    }

    @Test func `No subject may execute a setting`() {
        #expect(Self.stop(.execute, of: Self.file, by: Self.root) == Self.refused(.execute))
        let user = Credentials(user: 7, group: 7)
        #expect(Self.stop(.execute, of: Self.file, by: user) == Self.refused(.execute))
    }

    @Test func `Each subject may search a directory of settings`() {
        let directory = Place(.directory, mode: 0o555, uid: 0, gid: 0)
        #expect(Self.stop(.execute, of: directory, by: Self.root) == nil)
        #expect(Self.stop(.execute, of: directory, by: Credentials(user: 7, group: 7)) == nil)
    }

    @Test func `Root may write a setting without kernel capabilities`() {
        let file = Place(.regular, mode: 0o644, uid: 0, gid: 0)
        #expect(Self.stop(.write, of: file, by: Credentials(user: 0, group: 7)) == nil)
    }

    @Test func `A user with all capabilities may not write a setting`() {
        let file = Place(.regular, mode: 0o644, uid: 0, gid: 0)
        let subject = Credentials(user: 7, group: 7, effective: Self.all)
        #expect(Self.stop(.write, of: file, by: subject) == Self.refused(.write))
        #expect(Self.stop(.read, of: file, by: subject) == nil)
    }

    @Test func `The group of a setting is root's`() {
        let file = Place(.regular, mode: 0o640, uid: 0, gid: 5)
        #expect(Self.stop(.read, of: file, by: Credentials(user: 7, group: 0)) == nil)
        let member = Credentials(user: 7, group: 5)
        #expect(Self.stop(.read, of: file, by: member) == Self.refused(.read))
    }
}
