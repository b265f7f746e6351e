import AccessModel
import Capabilities
import Kernel
import LinuxCapabilities
import LinuxSystem
import Procedures
import Testing
import WarrantTesting

@Suite struct `Remedies on an overlay` {
    private static func remedies(_ layers: OverlayLayers, mode: UInt16) async -> [String] {
        let host = Host.whole { facts in
            facts.users["web"] = SubjectAccount(user: 7, groups: [7])
            let folder = Place(.directory, mode: 0o755, uid: 0, gid: 0)
            let overlay = Mount(fileSystem: "overlay", point: "/srv", layers: layers)
            facts.describe(HostFacts.File(folder, on: overlay), at: "/srv")
            let key = Place(.regular, mode: mode, uid: 0, gid: 0)
            facts.describe(HostFacts.File(key), at: "/srv/key")
            facts.kernelAnswer = .none
        }
        let verdict = await FileAccess(.read, "/srv/key", as: .user("web"), on: host).verdict()
        return verdict.reasons.flatMap(\.remedies).map { "\($0.change)   \($0.note)" }
    }

    private static let entry =
        "setfacl --modify user:web:r /srv/key   only this right, for this user, until the file "
        + "is replaced"

    @Test func `An access list is offered first, although nothing shows that the overlay has them`()
        async
    {
        let found = await Self.remedies(OverlayLayers(isUpperSeen: false), mode: 0o600)
        #expect(
            found.prefix(2) == [
                "\(Self.entry); works if the upper layer of its overlay has access lists",
                "chmod o+r /srv/key   every user; at present, others have no access",
            ]
        )
    }

    @Test func `An access list on a visible upper layer is offered without a condition`() async {
        let found = await Self.remedies(OverlayLayers(), mode: 0o601)
        #expect(
            found.prefix(2) == [
                "setfacl --modify user:web:rx /srv/key   only these rights, for this user, until "
                    + "the file is replaced",
                "chmod o+r /srv/key   every user",
            ]
        )
    }
}
