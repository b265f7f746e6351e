import AccessModel
import Kernel
import LinuxSystem

// Files as the thread that asks would have them with a capability in effect that it has permitted.
extension LiveFiles {
    func look(
        for inquiry: FileInquiry,
        raising capability: KernelCapability
    ) async throws -> JudgedFile? {
        guard let mode = inquiry.accessMode else { return nil }
        let raise = Raise(capability)
        return try await BlockingThreads.shared.runAsCaller(inquiry.path) {
            try raise.run { () throws(SystemError) in
                try Self.file(for: inquiry, mode, raising: raise)
            }
        }
    }

    /// On the raised thread, which asks no name service: that is other people's code.
    ///
    /// - Returns: nil where the kernel permits it and its rules do not.
    private static func file(
        for inquiry: FileInquiry,
        _ mode: Permissions,
        raising raise: Raise
    ) throws(SystemError) -> JudgedFile? {
        let follow = inquiry.follow ?? true
        let place = try FileCalls.openMountedPlace(inquiry.path, follow: follow)
        if let code = FileCalls.refusal(of: mode, for: place) {
            throw SystemError("faccessat2(2)", inquiry.path, code: code)
        }
        guard try isPermitted(inquiry) else { return nil }
        let kind = try FileCalls.facts(of: place, at: inquiry.path).kind
        return JudgedFile(place, kind, raising: raise)
    }
}
