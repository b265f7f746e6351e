import Kernel

extension Refusal {
    /// The kind of obstacle.
    package enum Cause: String, Hashable, Sendable, CaseIterable {
        // The path.
        case missing, notADirectory, linkLoop, nameTooLong, pathTooLong
        case protectedSymlink, noSymlinkFollow
        // The file.
        case permissionRefused, unmappedOwner, immutable, appendOnly
        case readOnlyMount, readOnlyFileSystem, noExecMount, noDevMount
        case hiddenProcess, activeSwap, encrypted, verity, readOnlyUpper, readOnlySubvolume
        case notOwner, sticky, stickyProtected, protectedHardlink
        case needsMknod, needsChown, unmappedSubject, unmappedArgument
        case listOnLink, attributeKind
        // The nature of the objects.
        case isADirectory, isALink, isASocket, notALink, notRegular, exists, notEmpty, isAMountPoint
        case otherMount, otherSubvolume, otherProject, lowerDirectory, isASubvolume, intoItself,
            containsSource, lastIsDots, trailingSlash, directoryLink
        case notExecutableKind, unknownFormat, interpreterLoop, fileCapabilities
        case noSuchOperation
    }

    /// True if a permission is the cause, rather than the nature of the objects.
    package var isPermission: Bool {
        switch error {
        case .EACCES, .EPERM, .EROFS, .EOVERFLOW:
            // These hold for every user: the kernel does not execute such a file, does not remove the name of an active
            // swap file, and does not write to a file that fs-verity protects.
            ![.notExecutableKind, .activeSwap, .verity].contains(cause)
        // A chown(2) removes file capabilities, including malformed ones. The owner of a file decides about its project.
        default: [.fileCapabilities, .otherProject].contains(cause)
        }
    }
}
