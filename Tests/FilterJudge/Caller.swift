/// The program that makes the calls, in C without a library: a filter must not meet any other call.
///
/// Each line of its input is a sequence of calls, which a child makes: the name and the arguments, with `;` between
/// calls. An argument is a number, `r` for the result of the call before, `b` for a buffer, `s:TEXT` for a text, or
/// `h:BYTES` for bytes in hexadecimal. It prints 0, the error of the first call that fails, or -31 if the child was
/// killed. Without a name of its own it prints 0.
let callerSource = #"""
    #include <sys/syscall.h>
    struct { const char *name; long number; } calls[] = {
    #ifdef SYS_open
        {"open", SYS_open},
    #endif
    #ifdef SYS_openat
        {"openat", SYS_openat},
    #endif
    #ifdef SYS_openat2
        {"openat2", SYS_openat2},
    #endif
    #ifdef SYS_creat
        {"creat", SYS_creat},
    #endif
    #ifdef SYS_truncate
        {"truncate", SYS_truncate},
    #endif
    #ifdef SYS_chdir
        {"chdir", SYS_chdir},
    #endif
    #ifdef SYS_stat
        {"stat", SYS_stat},
    #endif
    #ifdef SYS_lstat
        {"lstat", SYS_lstat},
    #endif
    #ifdef SYS_newfstatat
        {"newfstatat", SYS_newfstatat},
    #endif
    #ifdef SYS_statx
        {"statx", SYS_statx},
    #endif
    #ifdef SYS_readlink
        {"readlink", SYS_readlink},
    #endif
    #ifdef SYS_readlinkat
        {"readlinkat", SYS_readlinkat},
    #endif
    #ifdef SYS_mkdir
        {"mkdir", SYS_mkdir},
    #endif
    #ifdef SYS_mkdirat
        {"mkdirat", SYS_mkdirat},
    #endif
    #ifdef SYS_rmdir
        {"rmdir", SYS_rmdir},
    #endif
    #ifdef SYS_unlink
        {"unlink", SYS_unlink},
    #endif
    #ifdef SYS_unlinkat
        {"unlinkat", SYS_unlinkat},
    #endif
    #ifdef SYS_symlink
        {"symlink", SYS_symlink},
    #endif
    #ifdef SYS_symlinkat
        {"symlinkat", SYS_symlinkat},
    #endif
    #ifdef SYS_mknod
        {"mknod", SYS_mknod},
    #endif
    #ifdef SYS_mknodat
        {"mknodat", SYS_mknodat},
    #endif
    #ifdef SYS_rename
        {"rename", SYS_rename},
    #endif
    #ifdef SYS_renameat
        {"renameat", SYS_renameat},
    #endif
    #ifdef SYS_renameat2
        {"renameat2", SYS_renameat2},
    #endif
    #ifdef SYS_link
        {"link", SYS_link},
    #endif
    #ifdef SYS_linkat
        {"linkat", SYS_linkat},
    #endif
    #ifdef SYS_chmod
        {"chmod", SYS_chmod},
    #endif
    #ifdef SYS_fchmodat
        {"fchmodat", SYS_fchmodat},
    #endif
    #ifdef SYS_chown
        {"chown", SYS_chown},
    #endif
    #ifdef SYS_lchown
        {"lchown", SYS_lchown},
    #endif
    #ifdef SYS_fchownat
        {"fchownat", SYS_fchownat},
    #endif
    #ifdef SYS_utime
        {"utime", SYS_utime},
    #endif
    #ifdef SYS_utimes
        {"utimes", SYS_utimes},
    #endif
    #ifdef SYS_futimesat
        {"futimesat", SYS_futimesat},
    #endif
    #ifdef SYS_utimensat
        {"utimensat", SYS_utimensat},
    #endif
    #ifdef SYS_access
        {"access", SYS_access},
    #endif
    #ifdef SYS_faccessat
        {"faccessat", SYS_faccessat},
    #endif
    #ifdef SYS_faccessat2
        {"faccessat2", SYS_faccessat2},
    #endif
    #ifdef SYS_getdents
        {"getdents", SYS_getdents},
    #endif
    #ifdef SYS_getdents64
        {"getdents64", SYS_getdents64},
    #endif
    #ifdef SYS_execve
        {"execve", SYS_execve},
    #endif
    #ifdef SYS_execveat
        {"execveat", SYS_execveat},
    #endif
    #ifdef SYS_socket
        {"socket", SYS_socket},
    #endif
    #ifdef SYS_connect
        {"connect", SYS_connect},
    #endif
    #ifdef SYS_bind
        {"bind", SYS_bind},
    #endif
    };
    static long sys(long n, long a, long b, long c, long d, long e) {
        long r;
    #ifdef __x86_64__
        register long r10 __asm__("r10") = d;
        register long r8 __asm__("r8") = e;
        __asm__ volatile("syscall" : "=a"(r) : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8)
                         : "rcx", "r11", "memory");
    #else
        register long x8 __asm__("x8") = n, x0 __asm__("x0") = a, x1 __asm__("x1") = b;
        register long x2 __asm__("x2") = c, x3 __asm__("x3") = d, x4 __asm__("x4") = e;
        __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4) : "memory");
        r = x0;
    #endif
        return r;
    }
    static char line[8192], buffer[4096];
    static void print(long n) {
        char text[8], *p = text + 8;
        int negative = n < 0;
        if (negative) n = -n;
        *--p = '\n';
        do *--p = '0' + n % 10; while (n /= 10);
        if (negative) *--p = '-';
        sys(SYS_write, 1, (long)p, text + 8 - p, 0, 0);
    }
    static int digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }
    static char *word(char **p) {
        char *start = *p;
        while (**p && **p != ' ') ++*p;
        if (**p) *(*p)++ = 0;
        return start;
    }
    static long argument(char *w, long result) {
        if (w[0] == 'r') return result;
        if (w[0] == 'b') return (long)buffer;
        if (w[0] == 's') return (long)(w + 2);
        if (w[0] == 'h') {
            char *from = w + 2, *to = w;
            for (; *from; from += 2) *to++ = digit(from[0]) * 16 + digit(from[1]);
            return (long)w;
        }
        int negative = *w == '-';
        long n = 0;
        for (w += negative; *w; w++) n = n * 10 + *w - '0';
        return negative ? -n : n;
    }
    static long call(char *p) {
        long result = 0;
        while (*p) {
            char *name = word(&p);
            long number = -1, a[5] = {0};
            for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++) {
                const char *x = calls[i].name, *y = name;
                while (*x && *x == *y) x++, y++;
                if (*x == *y) number = calls[i].number;
            }
            for (int i = 0; *p; i++) {
                char *w = word(&p);
                if (*w == ';') break;
                if (i < 5) a[i] = argument(w, result);
            }
            result = sys(number, a[0], a[1], a[2], a[3], a[4]);
            if (result < 0) return -result;
        }
        return 0;
    }
    static void start(long *stack) {
        // Linux makes an empty name of none.
        if (!*(char *)stack[1]) {
            print(0);
            sys(SYS_exit_group, 0, 0, 0, 0, 0);
        }
        for (;;) {
            char *p = line;
            while (sys(SYS_read, 0, (long)p, 1, 0, 0) == 1 && *p != '\n') p++;
            if (p == line) sys(SYS_exit_group, 0, 0, 0, 0, 0);
            *p = 0;
            long pid = sys(SYS_clone, 17, 0, 0, 0, 0);
            if (pid == 0) {
                print(call(line));
                sys(SYS_exit_group, 0, 0, 0, 0, 0);
            }
            int status = 0;
            sys(SYS_wait4, pid, (long)&status, 0, 0, 0);
            if (status & 127) print(-(status & 127));
        }
    }
    #ifdef __x86_64__
    __asm__(".globl _start\n_start: mov %rsp, %rdi\nand $-16, %rsp\ncall begin\n");
    #else
    __asm__(".globl _start\n_start: mov x0, sp\nbl begin\n");
    #endif
    void begin(long *stack) { start(stack); }
    """#
