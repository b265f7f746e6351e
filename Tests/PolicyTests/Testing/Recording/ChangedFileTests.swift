import Foundation
import LinuxCapabilities
import PolicyAuthoring
import TestSupport
import Testing

@Suite struct `A record of files that change` {
    @Test(arguments: [Subject.current, .user("nobody")])
    func `Each file that changed since it was recorded is reported`(subject: Subject) async throws {
        let folder = try TemporaryFolder()
        try folder.folder("d")
        for name in ["same", "mode", "owner", "gone"] { try folder.file("d/\(name)") }
        try folder.link("d/link", to: "same")
        let recorder = HostRecorder()
        for name in ["same", "mode", "owner", "gone", "new", "none", "link"] {
            let access = FileAccess(
                .read,
                "\(folder.path)/d/\(name)",
                as: subject,
                on: recorder.host
            )
            _ = try await access.authorizationStatus()
        }
        #expect(try await recorder.changedPaths() == [])

        try folder.change("d/mode", mode: 0o600)
        try folder.change("d/owner", owner: 9)
        try FileManager.default.removeItem(atPath: "\(folder.path)/d/gone")
        try folder.file("d/new")
        try FileManager.default.removeItem(atPath: "\(folder.path)/d/link")
        try folder.link("d/link", to: "owner")
        let changed = ["gone", "link", "mode", "new", "owner"].map { "\(folder.path)/d/\($0)" }
        #expect(try await recorder.changedPaths() == changed)
    }
}
