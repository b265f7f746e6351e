// System calls that Glibc's Swift module lacks. No logic here.
#ifndef WARRANT_CLINUX_H
#define WARRANT_CLINUX_H

#include "GNUView.h"
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/fscrypt.h>
#include <linux/futex.h>
#include <linux/loop.h>
#include <linux/openat2.h>
#include <linux/securebits.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

// Waits for at most so many seconds; see sem_wait(3).
static inline int clinux_sem_wait(sem_t *semaphore, time_t seconds) {
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += seconds;
    int result;
    while ((result = sem_clockwait(semaphore, CLOCK_MONOTONIC, &end)) != 0 && errno == EINTR) {}
    return result;
}

// Waits until a change is signalled, or until a time of the monotonic clock in nanoseconds.
static inline int clinux_cond_wait(pthread_cond_t *change, pthread_mutex_t *mutex, int64_t time) {
    struct timespec end = {.tv_sec = time / 1000000000, .tv_nsec = time % 1000000000};
    return pthread_cond_clockwait(change, mutex, CLOCK_MONOTONIC, &end);
}

// The number of processors that this thread may use.
static inline int clinux_processors(void) {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

// The bytes that the environment takes on the stack of the first thread.
static inline long clinux_environment_size(void) {
    long size = 0;
    for (char **text = environ; text && *text; text++) size += strlen(*text) + 1 + sizeof *text;
    return size;
}

static inline pid_t clinux_gettid(void) { return (pid_t)syscall(SYS_gettid); }

// glibc before 2.33 emulates AT_EACCESS wrongly; the raw call is faccessat2(2).
static inline int clinux_faccessat2(int directory, const char *path, int mode, int flags) {
    return (int)syscall(SYS_faccessat2, directory, path, mode, flags);
}

// For a directory that is not below the root, the call returns "(unreachable)/…". getcwd(3) of glibc then searches the
// directories above for one that looks like the root. Returns the length with the last NUL.
static inline long clinux_getcwd(char *path, size_t size) { return syscall(SYS_getcwd, path, size); }

static inline int clinux_memfd(const char *name) {
    return (int)syscall(SYS_memfd_create, name, 1u /* MFD_CLOEXEC */);
}

static inline int clinux_openat2(int directory, const char *path, unsigned long long flags,
                                 unsigned long long resolve) {
    struct open_how how = {.flags = flags, .mode = 0, .resolve = resolve};
    int file = (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
    if (file >= 0 || errno != ENOSYS) return file;
    // RestrictSUIDSGID= of systemd refuses the call, whose arguments a filter does not see.
    if (resolve == RESOLVE_CACHED) {
        errno = EAGAIN;
        return -1;
    }
    int is_inside = resolve == (RESOLVE_NO_XDEV | RESOLVE_NO_MAGICLINKS | RESOLVE_BENEATH);
    if (resolve != 0 && !is_inside) return -1;
    file = (int)syscall(SYS_openat, directory, path, (int)flags, 0);
    if (file < 0 || !is_inside) return file;
    // In proc(5), a path that led out shows it by its mount.
    struct statx found, above;
    const unsigned int mount = 0x1000;  // STATX_MNT_ID
    if (statx(file, "", AT_EMPTY_PATH, mount, &found) == 0 &&
        statx(directory, "", AT_EMPTY_PATH, mount, &above) == 0 && found.stx_mask & mount &&
        found.stx_mnt_id == above.stx_mnt_id)
        return file;
    close(file);
    errno = EXDEV;
    return -1;
}

// -- A system call made by a process of its own, which shares our memory, descriptors and directories: fuse(4)
// has calls that not even SIGKILL ends, and a process ends with the last of its threads.
struct clinux_apart {
    long number, arguments[5];
    long result;       // as the kernel returns it: the errno below 0
    int reads;         // whether the file that the call opens is then read, up to the whole room
    long count;        // the result of that read
    int is_left;       // set by whichever comes first, the end of the call or of the patience with it
    uint32_t process;  // 0 once it has ended, by CLONE_CHILD_CLEARTID
    char *text, *room, *stack;  // what the call reads, what it writes, and the end of its stack
};

static const int clinux_apart_text = 8192, clinux_apart_room = 65536, clinux_apart_stack = 8192;

// One block, to be freed with free(3) once the process has ended. NULL where there is no memory.
static inline struct clinux_apart *clinux_apart_new(void) {
    struct clinux_apart *call = (struct clinux_apart *)malloc(
        sizeof *call + 16 + clinux_apart_text + clinux_apart_room + clinux_apart_stack);
    if (call == NULL) return NULL;
    memset(call, 0, sizeof *call);
    call->result = call->count = -EINTR;  // of a process that is killed before its call ends
    call->text = (char *)(call + 1);
    call->room = call->text + clinux_apart_text;
    uintptr_t end = (uintptr_t)(call->room + clinux_apart_room + clinux_apart_stack);
    call->stack = (char *)(end & ~(uintptr_t)15);
    return call;
}

static inline void clinux_apart_set(struct clinux_apart *call, int argument, long value) {
    call->arguments[argument] = value;
}

// Heaps of threads reserve much address space each, of which little may be allowed; see mallopt(3).
static inline int clinux_limit_heaps(int count) { return mallopt(M_ARENA_MAX, count); }

// Sets no errno, which belongs to a thread that goes on meanwhile and may end sooner.
static inline long clinux_bare(long number, const long arguments[5]) {
#if defined(__x86_64__)
    long result;
    register long fourth __asm__("r10") = arguments[3];
    register long fifth __asm__("r8") = arguments[4];
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(arguments[0]), "S"(arguments[1]), "d"(arguments[2]),
                       "r"(fourth), "r"(fifth)
                     : "rcx", "r11", "memory");
    return result;
#elif defined(__aarch64__)
    register long what __asm__("x8") = number;
    register long first __asm__("x0") = arguments[0];
    register long second __asm__("x1") = arguments[1];
    register long third __asm__("x2") = arguments[2];
    register long fourth __asm__("x3") = arguments[3];
    register long fifth __asm__("x4") = arguments[4];
    __asm__ volatile("svc #0"
                     : "+r"(first)
                     : "r"(what), "r"(second), "r"(third), "r"(fourth), "r"(fifth)
                     : "memory");
    return first;
#else
#error "the instruction of a system call is not known for this machine"
#endif
}

// The call in this process. An openat2(2) that a filter refuses is an openat(2), where that means the same.
static inline long clinux_bare_call(const struct clinux_apart *call) {
    long result = clinux_bare(call->number, call->arguments);
    if (result != -ENOSYS || call->number != SYS_openat2) return result;
    const struct open_how *how = (const struct open_how *)call->arguments[2];
    if (how->resolve != 0) return result;
    const long arguments[5] = {call->arguments[0], call->arguments[1], (long)how->flags,
                               (long)how->mode};
    return clinux_bare(SYS_openat, arguments);
}

static inline void clinux_apart_make(struct clinux_apart *call) {
    call->result = clinux_bare_call(call);
    if (!call->reads || call->result < 0) return;
    const long arguments[5] = {call->result, (long)call->room, clinux_apart_room};
    call->count = clinux_bare(SYS_read, arguments);
}

static inline int clinux_apart_main(void *context) {
    struct clinux_apart *call = (struct clinux_apart *)context;
    const long end_with_us[5] = {PR_SET_PDEATHSIG, SIGKILL};
    clinux_bare(SYS_prctl, end_with_us);
    clinux_apart_make(call);
    int is_left = __atomic_exchange_n(&call->is_left, 1, __ATOMIC_SEQ_CST);
    if (is_left && call->number == SYS_openat2 && call->result >= 0) {
        const long opened[5] = {call->result};
        clinux_bare(SYS_close, opened);
    }
    return 0;
}

// clone(2) of the C library. The thread sanitizer replaces `clone`, and treats the new process like that of fork(2),
// although it shares our memory: it ends that process, or spoils its own state here.
int __clone(int (*body)(void *), void *stack, int flags, void *context, ...);

// Starts the call, with all signals blocked. -1 where there is no room for a process.
static inline pid_t clinux_apart_start(struct clinux_apart *call) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int flags = CLONE_VM | CLONE_FILES | CLONE_FS | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID;
    pid_t process = __clone(clinux_apart_main, call->stack, flags, call, (pid_t *)&call->process,
                            NULL, (pid_t *)&call->process);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return process;
}

// Waits for its end, until microseconds of CLOCK_MONOTONIC. 0 where that does not come in time.
static inline int clinux_apart_wait(struct clinux_apart *call, int64_t until) {
    struct timespec end = {.tv_sec = until / 1000000, .tv_nsec = until % 1000000 * 1000};
    uint32_t process;
    while ((process = __atomic_load_n(&call->process, __ATOMIC_SEQ_CST)) != 0) {
        if (syscall(SYS_futex, &call->process, FUTEX_WAIT_BITSET, process, &end, NULL,
                    FUTEX_BITSET_MATCH_ANY) != 0 && errno == ETIMEDOUT)
            return __atomic_load_n(&call->process, __ATOMIC_SEQ_CST) == 0;
    }
    return 1;
}

// Whether the patience with it ended before the call did: then the call closes what it opens.
static inline int clinux_apart_leave(struct clinux_apart *call) {
    return __atomic_exchange_n(&call->is_left, 1, __ATOMIC_SEQ_CST) == 0;
}

// Takes note of the end of a process that clinux_apart_start made. 0 where it has not ended.
static inline pid_t clinux_apart_reap(pid_t process, int waits) {
    return waitpid(process, NULL, __WALL | (waits ? 0 : WNOHANG));
}

// Whether a call of Linux 5.2 or later may be made. A filter that is older than the call commonly kills the caller. So
// under a filter a process of its own makes the first one, with arguments that the kernel refuses. It shares no memory,
// because a kernel before Linux 5.16 kills all who do. A filter that a thread loads for itself alone, after the first
// call, is not noticed.
static inline int clinux_may_make(long number) {
    static signed char known[100];  // 1 may be made, -1 may not
    if (prctl(PR_GET_SECCOMP) == 0) return 1;
    signed char *answer = &known[number % 100];
    signed char found = __atomic_load_n(answer, __ATOMIC_RELAXED);
    if (found != 0) return found > 0;
    const long refused[5] = {-1};
    pid_t process = (pid_t)syscall(SYS_clone, 0L, 0L, 0L, 0L, 0L);
    if (process == 0) {
        long result = clinux_bare(number, refused);
        const long status[5] = {result != -EFAULT && result != -EINVAL && result != -EBADF};
        clinux_bare(SYS_exit_group, status);
    }
    if (process < 0) return 0;
    int status;
    pid_t ended;
    while ((ended = waitpid(process, &status, __WALL)) < 0 && errno == EINTR) {}
    int may = ended == process && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    __atomic_store_n(answer, may ? 1 : -1, __ATOMIC_RELAXED);
    return may;
}

// ENOSYS where the call may not be made, as on a kernel without it.
#define clinux_newer(number, ...) \
    (clinux_may_make(number) ? syscall(number, __VA_ARGS__) : (errno = ENOSYS, -1L))

static const int clinux_apart_openat2 = SYS_openat2;
static const int clinux_apart_statx = SYS_statx;
static const int clinux_apart_faccessat2 = SYS_faccessat2;
static const int clinux_apart_fstatfs = SYS_fstatfs;
static const int clinux_apart_readlinkat = SYS_readlinkat;
static const int clinux_apart_getxattr = SYS_getxattr;
static const int clinux_apart_getdents = SYS_getdents64;
static const int clinux_apart_read = SYS_read;
static const int clinux_apart_pread = SYS_pread64;
static const int clinux_apart_write = SYS_write;
static const int clinux_apart_close = SYS_close;
static const int clinux_apart_connect = SYS_connect;
static const int clinux_apart_fchown = SYS_fchown;
static const int clinux_apart_fchmod = SYS_fchmod;
static const int clinux_apart_fsync = SYS_fsync;
static const int clinux_apart_fgetxattr = SYS_fgetxattr;
static const int clinux_apart_fsetxattr = SYS_fsetxattr;
static const int clinux_apart_fremovexattr = SYS_fremovexattr;
static const int clinux_apart_renameat2 = SYS_renameat2;
static const int clinux_apart_unlinkat = SYS_unlinkat;

static inline ssize_t clinux_getdents(int directory, void *buffer, size_t length) {
    return syscall(SYS_getdents64, directory, buffer, length);
}

static inline struct open_how clinux_open_how(unsigned long long flags, unsigned long long mode,
                                              unsigned long long resolve) {
    struct open_how how = {.flags = flags, .mode = mode, .resolve = resolve};
    return how;
}

// statmount(2) of Linux 6.8, which the headers of Debian 12 do not have yet: struct statmount as of
// Linux 6.15, and struct mnt_id_req in its second version. The text that the offsets are of follows it.
struct clinux_mount {
    uint32_t size, options;
    uint64_t mask;
    uint32_t device_major, device_minor;
    uint64_t magic;
    uint32_t superblock_flags, type;
    uint64_t id, parent_id;
    uint32_t old_id, old_parent_id;
    uint64_t attributes;
    uint64_t propagation, peer_group, master, propagate_from;
    uint32_t root, point;
    uint64_t namespace_id;
    uint32_t subtype, source;
    uint32_t option_count, option_array, security_option_count, security_option_array;
    uint64_t supported_mask;
    uint32_t user_range_count, user_ranges, group_range_count, group_ranges;
    char rest[512 - 168];
};

// A namespace_id of 0 is the mount namespace of the caller.
static inline int clinux_statmount_text(uint64_t namespace_id, uint64_t id, uint64_t wanted,
                                        void *result, size_t length) {
    struct {
        uint32_t size, spare;
        uint64_t id, wanted, namespace_id;
    } request = {.size = 32, .id = id, .wanted = wanted, .namespace_id = namespace_id};
    return (int)clinux_newer(457, &request, result, length, 0);
}

static inline int clinux_statmount(uint64_t id, struct clinux_mount *result) {
    return clinux_statmount_text(0, id, 1 /* SB_BASIC */ | 2 /* MNT_BASIC */, result,
                                 sizeof *result);
}

// listmount(2) of Linux 6.8: the unique ids of what is mounted below a mount, after the last one told.
static inline long clinux_listmount(uint64_t namespace_id, uint64_t id, uint64_t last,
                                    uint64_t *result, size_t count) {
    struct {
        uint32_t size, spare;
        uint64_t id, last, namespace_id;
    } request = {.size = 32, .id = id, .last = last, .namespace_id = namespace_id};
    return clinux_newer(458, &request, result, count, 0);
}

// NS_GET_MNTNS_ID of Linux 6.11: what statmount(2) calls a mount namespace.
static inline int clinux_mount_namespace_id(int namespace_descriptor, uint64_t *id) {
    return ioctl(namespace_descriptor, _IOR(0xb7, 5, uint64_t), id);
}

// open_tree(2): a private copy of one mount, from a directory on, without what is mounted below.
static inline int clinux_clone_tree(int directory) {
    int flags = 1 /* OPEN_TREE_CLONE */ | O_CLOEXEC | AT_EMPTY_PATH;
    return (int)clinux_newer(428, directory, "", flags);
}

// open_tree_attr(2) of Linux 6.15: the same of one file, without the ids of an idmapped mount. With what
// is mounted below, all file systems there have to be of kinds that can be idmapped.
static inline int clinux_clone_tree_unmapped(int file, int with_mounts) {
    struct {
        uint64_t set, clear, propagation, user_namespace;
    } attributes = {.clear = 0x100000 /* MOUNT_ATTR_IDMAP */};
    int flags = 1 /* OPEN_TREE_CLONE */ | O_CLOEXEC | AT_EMPTY_PATH;
    if (with_mounts) flags |= 0x8000 /* AT_RECURSIVE */;
    return (int)clinux_newer(467, file, "", flags, &attributes, sizeof attributes);
}

static inline int clinux_getgrent(struct group *entry, char *text, size_t size,
                                  struct group **found) {
    return getgrent_r(entry, text, size, found);
}

static inline int clinux_statx(int directory, const char *path, int flags, unsigned int mask,
                               struct statx *result) {
    return statx(directory, path, flags, mask, result);
}

static const unsigned int clinux_statx_mount_id_unique = 0x4000;  // STATX_MNT_ID_UNIQUE, Linux 6.8
static const unsigned int clinux_statx_mount_id = 0x1000;         // STATX_MNT_ID, Linux 5.8
static const int clinux_statx_dont_sync = 0x4000;                 // AT_STATX_DONT_SYNC

static inline uint64_t clinux_mount_id(struct statx found) { return found.stx_mnt_id; }

static inline ssize_t clinux_readlinkat(int directory, const char *path, void *buffer,
                                        size_t length) {
    return readlinkat(directory, path, (char *)buffer, length);
}

// getxattrat(2) of Linux 6.13.
static inline ssize_t clinux_getxattrat(int directory, const char *path, const char *name,
                                        void *value, size_t size) {
    struct {
        uint64_t value;
        uint32_t size, flags;
    } request = {.value = (uintptr_t)value, .size = (uint32_t)size};
    return clinux_newer(464, directory, path, 0, name, &request, sizeof request);
}

static const int clinux_no_access_time = O_NOATIME;

// name_to_handle_at(2) of an open file with AT_HANDLE_FID of Linux 6.5: bytes that tell files apart, and need
// not lead back to them. The count of the bytes, or -1.
static inline int clinux_file_handle(int file, void *bytes, unsigned int length) {
    struct {
        struct file_handle head;
        unsigned char bytes[128];
    } handle = {.head.handle_bytes = sizeof handle.bytes};
    int mount;
    if (name_to_handle_at(file, "", &handle.head, &mount, 0x200 | AT_EMPTY_PATH) != 0) return -1;
    unsigned int count = handle.head.handle_bytes;
    if (count > length) return -1;
    memcpy(bytes, handle.head.f_handle, count);
    return (int)count;
}

// FS_XFLAG_* of linux/fs.h.
static const int64_t clinux_flag_synchronous = 0x20;
static const int64_t clinux_flag_project_inherited = 0x200;
static const int64_t clinux_flag_no_symlinks = 0x400;

// The flags of a file, FS_XFLAG_*, and the id of its project: file_getattr(2) of Linux 6.17. Or the negative errno.
static inline int64_t clinux_project(const char *path, uint32_t *project) {
    struct {
        uint64_t flags;
        uint32_t extent_size, extents, project, copied_extent_size;
    } found = {0};
    if (clinux_newer(468, AT_FDCWD, path, &found, sizeof found, 0) != 0) return -errno;
    *project = found.project;
    return (int64_t)found.flags;
}

// The same of a file that is open for use, see FS_IOC_FSGETXATTR in ioctl_xfs_fsgetxattr(2). <linux/fs.h> and
// <sys/mount.h> do not go together.
static inline int64_t clinux_project_of_open(int file, uint32_t *project) {
    struct {
        uint32_t flags, extent_size, extents, project, copied_extent_size;
        unsigned char padding[8];
    } found = {0};
    if (ioctl(file, _IOR('X', 31, found), &found) != 0) return -errno;
    *project = found.project;
    return found.flags;
}

// Whether the key of an encrypted directory is there, see FS_IOC_GET_ENCRYPTION_KEY_STATUS in fscrypt.rst:
// 1 absent, 2 present, 3 half removed; -1 where that cannot be told.
static inline int clinux_key_status(int directory) {
    struct {
        uint64_t size;
        union {
            unsigned char version;
            struct fscrypt_policy_v1 v1;
            struct fscrypt_policy_v2 v2;
        } policy;
    } found = {.size = sizeof found.policy};
    if (ioctl(directory, FS_IOC_GET_ENCRYPTION_POLICY_EX, &found) != 0) return -1;
    struct fscrypt_get_key_status_arg asked = {0};
    if (found.policy.version != FSCRYPT_POLICY_V2) return -1;
    asked.key_spec.type = FSCRYPT_KEY_SPEC_TYPE_IDENTIFIER;
    memcpy(asked.key_spec.u.identifier, found.policy.v2.master_key_identifier,
           FSCRYPT_KEY_IDENTIFIER_SIZE);
    if (ioctl(directory, FS_IOC_GET_ENCRYPTION_KEY_STATUS, &asked) != 0) return -1;
    return (int)asked.status;
}

// The low and the high bits of three sets, as capget(2) and capset(2) have them.
struct clinux_capabilities {
    struct __user_cap_data_struct words[2];
};

// Of the calling thread.
static inline int clinux_capget(struct clinux_capabilities *sets) {
    struct __user_cap_header_struct own = {.version = _LINUX_CAPABILITY_VERSION_3};
    return (int)syscall(SYS_capget, &own, sets->words);
}

static inline int clinux_capset(const struct clinux_capabilities *sets) {
    struct __user_cap_header_struct own = {.version = _LINUX_CAPABILITY_VERSION_3};
    return (int)syscall(SYS_capset, &own, sets->words);
}

// -- Identity of one thread: raw, since glibc's setgroups and setresuid change all threads; see
// setuid(2), "C library/kernel differences".
static inline int clinux_setgroups(size_t count, const gid_t *groups) {
    return (int)syscall(SYS_setgroups, count, groups);
}

static inline int clinux_set_effective_user(uid_t user) {
    return (int)syscall(SYS_setresuid, (uid_t)-1, user, (uid_t)-1);
}

static inline int clinux_set_effective_group(gid_t group) {
    return (int)syscall(SYS_setresgid, (gid_t)-1, group, (gid_t)-1);
}

static inline uid_t clinux_setfsuid(uid_t user) { return (uid_t)syscall(SYS_setfsuid, user); }

static inline gid_t clinux_setfsgid(gid_t group) { return (gid_t)syscall(SYS_setfsgid, group); }

// Raw: glibc takes its own signals out of every mask; see nptl(7).
static inline int clinux_mask_signal(int how, int signal) {
    uint64_t mask = UINT64_C(1) << (signal - 1);
    return (int)syscall(SYS_rt_sigprocmask, how, &mask, NULL, sizeof mask);
}

static const int64_t clinux_pidfs_magic = 0x50494446;  // PID_FS_MAGIC, Linux 6.9

static inline int clinux_pidfd_open(pid_t process) {
    return (int)syscall(SYS_pidfd_open, process, 0);
}

// pidfd_getfd(2) of Linux 5.6: another process's descriptor as one more of ours, closed on exec.
static inline int clinux_pidfd_getfd(int process, int descriptor) {
    return (int)syscall(438, process, descriptor, 0);
}

// lsm_list_modules(2) of Linux 6.8, which the headers of Debian 12 do not have yet.
static inline int clinux_lsm_list_modules(uint64_t *ids, uint32_t *size) {
    return (int)clinux_newer(461, ids, size, 0);
}

static inline int clinux_prctl(int option, unsigned long argument) {
    return prctl(option, argument, 0UL, 0UL, 0UL);
}

// -- ptrace(2). Only the thread that seized another may make the other calls.
static const unsigned clinux_exit_event = PTRACE_EVENT_EXIT;

static inline int clinux_ptrace_seize(pid_t thread) {
    return (int)ptrace(PTRACE_SEIZE, thread, NULL, (void *)(uintptr_t)PTRACE_O_TRACEEXIT);
}

static inline int clinux_ptrace_interrupt(pid_t thread) {
    return (int)ptrace(PTRACE_INTERRUPT, thread, NULL, NULL);
}

static inline int clinux_ptrace_detach(pid_t thread, int signal) {
    return (int)ptrace(PTRACE_DETACH, thread, NULL, (void *)(long)signal);
}

// The number of instructions of a seccomp filter; `lines` may be null. PTRACE_SECCOMP_GET_FILTER of Linux 4.4.
static inline int clinux_ptrace_filter(pid_t thread, unsigned long index, struct sock_filter *lines) {
    return (int)syscall(SYS_ptrace, 0x420c, thread, index, lines);
}

// True if the thread runs a program for the architecture of this one: others have fewer registers. 1 is NT_PRSTATUS.
static inline bool clinux_ptrace_is_native(pid_t thread) {
    char registers[2 * sizeof(struct user_regs_struct)];
    struct iovec place = {registers, sizeof registers};
    return ptrace(PTRACE_GETREGSET, thread, (void *)1, &place) == 0 &&
           place.iov_len == sizeof(struct user_regs_struct);
}

static inline pid_t clinux_wait_stop(pid_t thread, int *status) {
    return waitpid(thread, status, __WALL);
}

static inline int clinux_prctl_ambient(int operation, unsigned long capability) {
    return prctl(PR_CAP_AMBIENT, operation, capability, 0UL, 0UL);
}

// The XSI strerror_r, whatever the feature macros say: see strerror(3).
extern int __xpg_strerror_r(int code, char *buffer, size_t length);
static inline int clinux_strerror(int code, char *buffer, size_t length) {
    return __xpg_strerror_r(code, buffer, length);
}

static inline ssize_t clinux_write(int file, const void *bytes, size_t length) {
    return write(file, bytes, length);
}

// The file that a loop device shows, its file system's number as major << 32 | minor; see loop(4).
struct clinux_image {
    uint32_t device_major, device_minor;
    uint64_t inode;
};

static inline int clinux_loop_image(const char *path, struct clinux_image *image) {
    int device = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (device < 0) return -1;
    struct loop_info64 found;
    int result = ioctl(device, LOOP_GET_STATUS64, &found);
    int code = errno;
    close(device);
    if (result == 0) {
        image->device_major = major(found.lo_device);
        image->device_minor = minor(found.lo_device);
        image->inode = found.lo_inode;
    }
    errno = code;
    return result;
}

static inline int clinux_window_size(int file, struct winsize *size) {
    return ioctl(file, TIOCGWINSZ, size);
}

// Whether the process was started with more privilege than its caller had, see getauxval(3).
static inline unsigned long clinux_is_secure(void) { return getauxval(AT_SECURE); }

static inline const char *clinux_secure_getenv(const char *name) { return secure_getenv(name); }

// -- Network
#include <arpa/inet.h>
#include <linux/filter.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/nsfs.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <stdint.h>
#include <sys/un.h>

// Macros with casts and anonymous enums, which Swift does not import as numbers.
static const int clinux_stream = SOCK_STREAM;
static const int clinux_datagram = SOCK_DGRAM;
static const int clinux_seqpacket = SOCK_SEQPACKET;
static const int clinux_raw = SOCK_RAW;
static const int clinux_close_on_exec = SOCK_CLOEXEC;
static const int clinux_nonblocking = SOCK_NONBLOCK;
static const int clinux_ipproto_ip = IPPROTO_IP;
static const int clinux_ipproto_ipv6 = IPPROTO_IPV6;
static const int clinux_ipproto_tcp = IPPROTO_TCP;
static const int clinux_ipproto_udp = IPPROTO_UDP;
static const int clinux_msg_trunc = MSG_TRUNC;
static const int clinux_peer_pidfd = 77;  // SO_PEERPIDFD, Linux 6.5
static const int clinux_epoll_close_on_exec = EPOLL_CLOEXEC;
static const unsigned int clinux_epoll_writable = EPOLLOUT | EPOLLONESHOT;
static const unsigned int clinux_epoll_readable = EPOLLIN;
static const unsigned int clinux_epoll_readable_once = EPOLLIN | EPOLLONESHOT;
static const unsigned int clinux_epoll_input = EPOLLIN | EPOLLET;
static const unsigned int clinux_epoll_exception = EPOLLPRI | EPOLLET;

// The event's union is a pointer to Swift; to us it is a number.
static inline int clinux_epoll_watch(int epoll, int operation, int descriptor, unsigned int events,
                                     uint64_t ticket) {
    struct epoll_event event = {.events = events, .data.u64 = ticket};
    return epoll_ctl(epoll, operation, descriptor, &event);
}

static inline int clinux_epoll_wait(int epoll, uint64_t *tickets, int capacity, int limit) {
    struct epoll_event events[64];
    int count = epoll_wait(epoll, events, capacity < 64 ? capacity : 64, limit);
    for (int i = 0; i < count; i++)
        tickets[i] = events[i].data.u64;
    return count;
}

static inline int clinux_owner_of_namespace(int namespace_descriptor) {
    return ioctl(namespace_descriptor, NS_GET_USERNS);
}

static inline int clinux_parent_of_namespace(int namespace_descriptor) {
    return ioctl(namespace_descriptor, NS_GET_PARENT);
}

static inline int clinux_owner_uid_of_namespace(int namespace_descriptor, uid_t *owner) {
    return ioctl(namespace_descriptor, NS_GET_OWNER_UID, owner);
}

static inline int clinux_setns(int namespace_descriptor, int kind) {
    return (int)syscall(SYS_setns, namespace_descriptor, kind);
}

// Of what sock_diag(7) tells of the ends of sockets, lets through that of one local port: the struct nlmsghdr
// is followed by a struct inet_diag_msg, whose port is in network byte order, as a filter loads it.
static inline int clinux_filter_ends_of_port(int netlink, uint16_t port) {
    unsigned int place = sizeof(struct nlmsghdr) + offsetof(struct inet_diag_msg, id.idiag_sport);
    struct sock_filter steps[] = {
        BPF_STMT(BPF_LD | BPF_H | BPF_ABS, place),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, port, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, UINT32_MAX),
        BPF_STMT(BPF_RET | BPF_K, 0),
    };
    struct sock_fprog filter = {.len = sizeof steps / sizeof *steps, .filter = steps};
    return setsockopt(netlink, SOL_SOCKET, SO_ATTACH_FILTER, &filter, sizeof filter);
}

static const int clinux_new_network = 0x40000000;  // CLONE_NEWNET

// -- systemd: waking the thread of its bus.
static inline int clinux_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

// -- Locks of open file descriptions: fcntl(2) is variadic, and `flock` names a function too.
#include <stdio.h>
#include <sys/inotify.h>

static inline int clinux_ofd_set(int file, short type, long long length) {
    struct flock lock = {.l_type = type, .l_whence = SEEK_SET, .l_start = 0, .l_len = length};
    return fcntl(file, F_OFD_SETLK, &lock);
}

// The range is what is asked about, and then what another holds: its type is F_UNLCK where none does.
static inline int clinux_ofd_get(int file, short *type, long long *start, long long *length,
                                 int *pid) {
    struct flock lock = {
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = *start, .l_len = *length};
    int result = fcntl(file, F_OFD_GETLK, &lock);
    *type = lock.l_type;
    *start = lock.l_start;
    *length = lock.l_len;
    *pid = lock.l_pid;
    return result;
}

static inline int clinux_openat(int directory, const char *name, int flags, mode_t mode) {
    return openat(directory, name, flags, mode);
}

// Fails with EEXIST rather than replace what is there.
static inline int clinux_rename_new(int directory, const char *from, const char *to) {
    return renameat2(directory, from, directory, to, RENAME_NOREPLACE);
}

static const int clinux_rename_exchange = RENAME_EXCHANGE;

#endif
