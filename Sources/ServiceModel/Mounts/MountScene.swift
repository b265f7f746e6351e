package import Kernel

/// The files of a service while systemd mounts them. Paths have no symbolic links unless stated otherwise.
package protocol MountScene {
    /// Returns the object at a path. A link is not followed, not even in the middle.
    func look(at path: MountPath) -> SceneObject

    /// Returns the object at a path of the host, at the end of all links, and its path.
    func lookOnHost(at path: MountPath) -> (MountPath, SceneObject)

    func isMountPoint(_ path: MountPath) -> Bool

    /// Removes all mounts at and below a path.
    func unmount(_ path: MountPath)

    /// Creates an empty file or directory, and the directories above it, owned by root.
    ///
    /// - Returns: False if the mount is read-only; nil if it cannot be known whether the file system permits it.
    func create(_ kind: FileKind, at path: MountPath) -> Bool?

    /// Mounts a path on itself, with everything that is mounted below it.
    func bindOnItself(_ path: MountPath)

    /// Mounts the object for an entry that is neither read-only nor the like.
    ///
    /// - Throws: ``MountStop/notKnown(_:_:)`` if the object cannot be known.
    func mount(_ entry: PlannedMount, from source: MountPath?) throws(MountStop)
}

package enum SceneObject: Hashable, Sendable {
    case missing
    /// A name of the path is in a file that is not a directory.
    case notADirectory
    case link(target: [UInt8])
    case file(FileKind)
    /// It cannot be looked at; the text continues the path.
    case unknown(String)
}

/// The reason why there is no plan.
package enum MountStop: Error, Hashable, Sendable {
    /// systemd does not start the service, with this exit status.
    case failsToStart(String, NamedSetting?, exit: String = "226/NAMESPACE")
    case notKnown(String, NamedSetting?)
}
