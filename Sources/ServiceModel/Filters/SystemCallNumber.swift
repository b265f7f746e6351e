/// The numbers of the system calls that a word may need.
///
/// - SeeAlso: arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h of the kernel.
package enum SystemCallNumber {
    /// The `AUDIT_ARCH_` of programs for this machine; see include/uapi/linux/audit.h.
    package static var architecture: UInt32 {
        #if arch(x86_64)
            0xC000_003E
        #else
            0xC000_00B7
        #endif
    }

    /// - Returns: nil for a call that this architecture does not have.
    package static func of(_ name: String) -> UInt32? {
        #if arch(x86_64)
            all[name]?.x86
        #else
            all[name]?.arm
        #endif
    }

    package static var names: [String] { all.keys.sorted() }

    private static let all: [String: (x86: UInt32, arm: UInt32?)] = [
        "access": (21, nil),
        "bind": (49, 200),
        "chdir": (80, 49),
        "chmod": (90, nil),
        "chown": (92, nil),
        "close": (3, 57),
        "connect": (42, 203),
        "creat": (85, nil),
        "execve": (59, 221),
        "execveat": (322, 281),
        "faccessat": (269, 48),
        "faccessat2": (439, 439),
        "fchdir": (81, 50),
        "fchmod": (91, 52),
        "fchmodat": (268, 53),
        "fchmodat2": (452, 452),
        "fchown": (93, 55),
        "fchownat": (260, 54),
        "fsetxattr": (190, 7),
        "futimesat": (261, nil),
        "getdents": (78, nil),
        "getdents64": (217, 61),
        "lchown": (94, nil),
        "link": (86, nil),
        "linkat": (265, 37),
        "listen": (50, 201),
        "lsetxattr": (189, 6),
        "lstat": (6, nil),
        "mkdir": (83, nil),
        "mkdirat": (258, 34),
        "mknod": (133, nil),
        "mknodat": (259, 33),
        "newfstatat": (262, 79),
        "open": (2, nil),
        "open_by_handle_at": (304, 265),
        "openat": (257, 56),
        "openat2": (437, 437),
        "poll": (7, nil),
        "process_vm_readv": (310, 270),
        "process_vm_writev": (311, 271),
        "ptrace": (101, 117),
        "pwrite64": (18, 68),
        "pwritev": (296, 70),
        "pwritev2": (328, 287),
        "read": (0, 63),
        "readlink": (89, nil),
        "readlinkat": (267, 78),
        "recvfrom": (45, 207),
        "recvmsg": (47, 212),
        "rename": (82, nil),
        "renameat": (264, 38),
        "renameat2": (316, 276),
        "rmdir": (84, nil),
        "sendmmsg": (307, 269),
        "sendmsg": (46, 211),
        "sendto": (44, 206),
        "setxattr": (188, 5),
        "setxattrat": (463, 463),
        "socket": (41, 198),
        "socketpair": (53, 199),
        "stat": (4, nil),
        "statx": (332, 291),
        "symlink": (88, nil),
        "symlinkat": (266, 36),
        "truncate": (76, 45),
        "unlink": (87, nil),
        "unlinkat": (263, 35),
        "utime": (132, nil),
        "utimensat": (280, 88),
        "utimes": (235, nil),
        "write": (1, 64),
        "writev": (20, 66),
    ]
}
