import AccessModel
import Kernel
import Testing

/// A change of owner clears the set-id bits, which needs the permission for a chmod(2).
@Suite struct `Change of owner with CAP_CHOWN alone` {
    private static func cause(_ mode: UInt16, of kind: FileKind = .regular) -> Refusal.Cause? {
        var scene = FileScene()
        scene.file.kind = kind
        scene.file.mode = mode
        let subject = Credentials(user: 8, group: 8, effective: KernelCapabilitySet([.chown]))
        let question = FileQuestion(.changeOwner(8), Array("/d/f".utf8))
        let stop = scene.tree().refusal(of: question, for: subject)
        guard case .refused(let refusal)? = stop else {
            #expect(stop == nil)
            return nil
        }
        return refusal.cause
    }

    @Test(arguments: [0o755, 0o777, 0o1777] as [UInt16])
    func `A file without set-id bits can change its owner`(mode: UInt16) {
        #expect(Self.cause(mode) == nil)
    }

    @Test(arguments: [0o4755, 0o4644, 0o2755, 0o2745, 0o6755] as [UInt16])
    func `A file with set-id bits cannot change its owner`(mode: UInt16) {
        #expect(Self.cause(mode) == .notOwner)
    }

    @Test func `A directory with set-id bits can change its owner`() {
        #expect(Self.cause(0o6755, of: .directory) == nil)
    }

    private static func stop(_ mode: UInt16, by capabilities: [KernelCapability]) -> Stop? {
        var scene = FileScene()
        scene.file.mode = mode
        let effective = KernelCapabilitySet(capabilities)
        let subject = Credentials(user: 8, group: 8, effective: effective)
        let question = FileQuestion(.changeGroup(8), Array("/d/f".utf8))
        return scene.tree().refusal(of: question, for: subject)
    }

    /// If the group may not execute a file, Linux keeps its set-group-id bit for a caller with CAP_FSETID.
    @Test func `The bit of mandatory locking stays with CAP_FSETID`() {
        #expect(Self.stop(0o2745, by: [.chown, .fsetid]) == nil)
        #expect(Self.stop(0o2745, by: [.chown]) != nil)
        #expect(Self.stop(0o2755, by: [.chown, .fsetid]) != nil)
        #expect(Self.stop(0o2755, by: [.chown, .fowner]) == nil)
    }
}
