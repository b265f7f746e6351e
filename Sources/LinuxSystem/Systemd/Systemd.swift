import Glibc

/// systemd as the machine's init.
package enum Systemd {
    /// Whether this machine was booted with systemd. A container can have systemd's tools without systemd.
    ///
    /// - SeeAlso: sd_booted(3), which uses the same rule.
    package static var isBooted: Bool {
        // SAFETY: the path is a C string for the time of the call, which only reads it.
        unsafe faccessat(AT_FDCWD, "/run/systemd/system/", F_OK, AT_SYMLINK_NOFOLLOW) == 0
    }
}
