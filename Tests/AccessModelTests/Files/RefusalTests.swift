import AccessModel
import Kernel
import Testing

/// An example of every rule about files, in tables of calls. The tables hold the decisions of the rules. The tests that
/// the kernel judges show that it decides in the same way.
@Suite struct `Calls on a file` {
    @Test func `Mode and owner decide the calls on an ordinary file`() {
        #expect(FileScene().table(isWhole: true) == Self.plain)
    }

    @Test(
        arguments: StateScenes.all + OwnerScenes.all + StickyScenes.all + MountScenes.all
            + KindScenes.all + FileSystemScenes.all + OverlayScenes.all + PartScenes.all
            + ProcessScenes.all
    )
    func `A special scene changes the outcome of calls`(scene: RefusedScene) {
        var changed = FileScene()
        scene.change(&changed)
        #expect(changed.table() == scene.table)
    }

    @Test func `A file cannot get an owner or a group without a mapping`() {
        let tree = FileScene().tree()
        let subject = FileScene.subjects[3].subject
        for operation in [FileOperation.changeOwner(9), .changeGroup(9)] {
            let stop = tree.refusal(of: FileQuestion(operation, Array("/d/f".utf8)), for: subject)
            guard case .refused(let refusal)? = stop else {
                Issue.record("\(operation): \(String(describing: stop))")
                continue
            }
            #expect(refusal.cause == .unmappedArgument)
            #expect(refusal.error == .EINVAL)
        }
    }

    @Test func `Five memory devices are opened without a driver's answer`() {
        let opened = (0...12 as ClosedRange<UInt32>).filter { minor in
            var scene = FileScene()
            scene.file.kind = .characterDevice
            scene.file.deviceNumber = DeviceNumber(major: 1, minor: minor)
            let question = FileQuestion(.open(.read), Array("/d/f".utf8))
            return scene.tree().refusal(of: question, for: FileScene.subjects[0].subject) == nil
        }
        #expect(opened == [3, 5, 7, 8, 9])
    }

    private static let plain = """
        owner: yes
          access-read access-write access-execute read write append open-truncate
          open-create create-anew truncate execute search list stat read-link follow
          create-file mkdir unlink rmdir delete rename move move-directory replace link
          chmod chown chgrp touch set-time set-attribute set-acl
        owner, inner root: EPERM needsMknod /d
          mknod
        owner: EPERM needsChown /d/f
          chown-away chgrp-away
        other: yes
          access-read access-execute read execute search list stat read-link follow
        other: EACCES permissionRefused /d/f
          access-write write append open-truncate open-create truncate touch
          set-attribute
        other: EACCES permissionRefused /d
          create-anew create-file mkdir mknod unlink rmdir delete rename move
          move-directory replace
        other: EPERM protectedHardlink /d/f
          link
        other: EPERM notOwner /d/f
          chmod set-time set-acl
        other: EPERM needsChown /d/f
          chown chown-away chgrp chgrp-away
        root: yes
          access-read access-write access-execute read write append open-truncate
          open-create create-anew truncate execute search list stat read-link follow
          create-file mkdir mknod unlink rmdir delete rename move move-directory replace
          link chmod chown chown-away chgrp chgrp-away touch set-time set-attribute
          set-acl
        inner root: yes
          access-read access-write access-execute read write append open-truncate
          open-create create-anew truncate execute search list stat read-link follow
          create-file mkdir unlink rmdir delete rename move move-directory replace link
          chmod chown chown-away chgrp chgrp-away touch set-time set-attribute set-acl
        """
}
