public import Kernel
public import LinuxSystem

extension ProcessCapability {
    /// Gives up all kernel capabilities of this process but some, for good, and has none in effect: what a
    /// service does first. Those that are kept are raised for one call by a permit's operations.
    ///
    /// ```swift
    /// @main struct Service {
    ///     static func main() async throws {
    ///         try ProcessCapability.dropAll(keeping: [.netBindService])
    ///         …
    /// ```
    ///
    /// The permitted, bounding, inheritable and ambient sets are lowered, and read back. What a set does
    /// not have it does not get. A uid of 0 stays what it is: with an empty bounding set no program that is
    /// executed has any of them.
    ///
    /// By default it also sets `no_new_privs`, so that no program that this process executes gains privilege
    /// from a set-user-ID bit or file capabilities. It cannot be unset, and children inherit it: a service that
    /// runs sudo(8), ping(8) or sendmail(8) passes `noNewPrivileges: false`.
    ///
    /// - Parameters:
    ///   - kept: Those to keep.
    ///   - noNewPrivileges: Whether to set `PR_SET_NO_NEW_PRIVS`.
    /// - Throws: ``SystemError`` with `EBUSY` in a process of several threads, whose sets are their own: call it
    ///   before the first `await`; with `EPERM` where the bounding set has more, and CAP_SETPCAP is not
    ///   permitted; with `EIO` where the sets are not what they were made. After an error some may be given
    ///   up: end the process.
    /// - SeeAlso: capabilities(7), `PR_SET_NO_NEW_PRIVS` in prctl(2).
    public static func dropAll(
        keeping kept: Set<KernelCapability> = [],
        noNewPrivileges: Bool = true
    ) throws(SystemError) {
        try CapabilityCalls.dropAll(
            keeping: KernelCapabilitySet(Array(kept)),
            noNewPrivileges: noNewPrivileges
        )
    }
}
