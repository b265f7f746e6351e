/// The error of a call that changes credentials.
package enum CredentialRefusal: Error, Hashable, Sendable {
    /// `EPERM`.
    case notPermitted
    /// `EINVAL`: an id that the user namespace does not map, or a kernel capability that the kernel does not know.
    case invalidArgument
}
