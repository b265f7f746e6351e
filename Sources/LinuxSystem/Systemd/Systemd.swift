import Glibc

/// systemd as the machine's init.
package enum Systemd {
    /// Whether this machine was booted with systemd; a container can have its tools and not it.
    ///
    /// - SeeAlso: sd_booted(3), whose rule this is.
    package static var isBooted: Bool {
        // SAFETY: the path is a C string for the time of the call, which only reads it.
        unsafe faccessat(AT_FDCWD, "/run/systemd/system/", F_OK, AT_SYMLINK_NOFOLLOW) == 0
    }
}
