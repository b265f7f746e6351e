import Kernel

extension Refusal {
    /// What kind of link says no.
    package enum Cause: String, Hashable, Sendable, CaseIterable {
        // The way.
        case missing, notADirectory, linkLoop, nameTooLong, pathTooLong
        case protectedSymlink, noSymlinkFollow
        // The file.
        case permissionRefused, unmappedOwner, immutable, appendOnly
        case readOnlyMount, readOnlyFileSystem, noExecMount, noDevMount
        case hiddenProcess, activeSwap, encrypted, verity, readOnlyUpper, readOnlySubvolume
        case notOwner, sticky, stickyProtected, protectedHardlink
        case needsMknod, needsChown, unmappedSubject, unmappedArgument
        case listOnLink, attributeKind
        // The nature of things.
        case isADirectory, isALink, isASocket, notALink, notRegular, exists, notEmpty, isAMountPoint
        case otherMount, otherSubvolume, otherProject, lowerDirectory, isASubvolume, intoItself,
            containsSource, lastIsDots, trailingSlash, directoryLink
        case notExecutableKind, unknownFormat, interpreterLoop, fileCapabilities
        case noSuchOperation
    }

    /// Whether some permission, rather than the nature of things, is the cause.
    package var isPermission: Bool {
        switch error {
        case .EACCES, .EPERM, .EROFS, .EOVERFLOW:
            // For everyone the kernel executes no such file, keeps the name of an active swap file, and writes
            // nothing that fs-verity keeps.
            ![.notExecutableKind, .activeSwap, .verity].contains(cause)
        // A chown(2) takes them away, also those that are malformed.
        default: cause == .fileCapabilities
        }
    }
}
