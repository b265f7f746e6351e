// Compares answers about access by itself with the kernel. The threads of a child become random subjects, and `warrant
// can --pid` is asked about the process. Then each thread really takes the steps of the closed list of
// docs/decisions.md and makes the call.
//
//   ReachJudge FOLDER SEED CASES PROGRAM
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/fs.h>
#include <linux/securebits.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static const int capabilities[] = {CAP_CHOWN,   CAP_DAC_OVERRIDE,     CAP_DAC_READ_SEARCH,  CAP_FOWNER,   CAP_SETUID,
                                   CAP_SETGID,  CAP_LINUX_IMMUTABLE,  CAP_NET_BIND_SERVICE, CAP_NET_ADMIN};
static const char *names[] = {"CAP_CHOWN",  "CAP_DAC_OVERRIDE",    "CAP_DAC_READ_SEARCH",  "CAP_FOWNER",   "CAP_SETUID",
                              "CAP_SETGID", "CAP_LINUX_IMMUTABLE", "CAP_NET_BIND_SERVICE", "CAP_NET_ADMIN"};
static const unsigned users[] = {0, 61001, 61002}, groups[] = {0, 62001, 62002};
static const mode_t modes[] = {0, 0700, 0755, 0750, 0640, 0604, 0600, 0007, 0070, 0777, 0711, 0400};
static const char *paths[] = {"a", "a/b", "a/b/file"};

struct object {
    unsigned user, group;
    mode_t mode;
    int flags;
};

struct subject {
    unsigned user[4], group[4], groups[2];
    int group_count;
    uint64_t effective, permitted, inheritable, bounding;
    int no_root, no_new_privileges;
};

enum question { READ, WRITE, CAPABILITY, BIND };
enum { THREADS = 3, PORT = 81 };

// The subject of the running thread.
static __thread struct subject subject;
static struct subject subjects[THREADS];
static int thread_count;
static struct object objects[3];
static enum question question;
static int asked;
static const char *folder;
static unsigned long long state;

static unsigned any(unsigned below) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(state >> 33) % below;
}

static uint64_t some(uint64_t of, unsigned one_in) {
    uint64_t set = 0;
    for (int i = 0; i < COUNT(capabilities); i++) {
        uint64_t bit = 1ULL << capabilities[i];
        if ((of & bit) && any(one_in) == 0) set |= bit;
    }
    return set;
}

static void must(int succeeds, const char *what) {
    if (succeeds) return;
    fprintf(stderr, "ReachJudge: %s: %s\n", what, strerror(errno));
    exit(70);
}

static void choose_subject(void) {
    unsigned usual = users[any(COUNT(users))];
    for (int i = 0; i < 4; i++) {
        subject.user[i] = any(3) ? usual : users[any(COUNT(users))];
        subject.group[i] = groups[any(COUNT(groups))];
    }
    // The file-system id differs from all others only after setfsuid(2) or setfsgid(2). The test lets either the user
    // or the group differ, not both: the thread could lose either of them first.
    unsigned apart = any(8);
    if (apart != 0) subject.user[3] = subject.user[1];
    if (apart != 1) subject.group[3] = subject.group[1];
    subject.group_count = (int)any(3);
    for (int i = 0; i < subject.group_count; i++) subject.groups[i] = groups[any(COUNT(groups))];
    subject.bounding = any(3) ? some(~0ULL, 3) : 0;
    subject.permitted = any(2) ? some(~0ULL, 4) : 0;
    subject.effective = any(2) ? some(subject.permitted, 2) : 0;
    subject.inheritable = any(4) ? 0 : some(subject.bounding, 2);
    subject.no_root = any(8) == 0;
    subject.no_new_privileges = any(6) == 0;
}

static void choose(void) {
    thread_count = any(3) ? 1 : 2 + (int)any(THREADS - 1);
    for (int i = 0; i < thread_count; i++) {
        choose_subject();
        subjects[i] = subject;
    }
    for (int i = 0; i < 3; i++) {
        int flags = any(8) ? 0 : any(3) ? FS_IMMUTABLE_FL : FS_APPEND_FL;
        objects[i] = (struct object){users[any(3)], groups[any(3)], modes[any(COUNT(modes))], flags};
    }
    question = any(4) == 0 ? CAPABILITY : any(4) == 0 ? BIND : any(2) ? READ : WRITE;
    asked = (int)any(COUNT(capabilities));
}

// Uses the path, which needs no read permission; before Linux 6.17 it uses a descriptor.
static int set_flags(const char *path, int flags) {
    struct {
        uint64_t flags;
        uint32_t others[4];
    } attributes = {flags & FS_IMMUTABLE_FL ? FS_XFLAG_IMMUTABLE : flags & FS_APPEND_FL ? FS_XFLAG_APPEND : 0, {0}};
    enum { file_setattr = 469 };
    if (syscall(file_setattr, AT_FDCWD, path, &attributes, sizeof attributes, 0) == 0) return 1;
    int file = open(path, O_RDONLY | O_CLOEXEC), old;
    if (file < 0) return 0;
    int is_set = ioctl(file, FS_IOC_GETFLAGS, &old) == 0;
    old = (old & ~(FS_IMMUTABLE_FL | FS_APPEND_FL)) | flags;
    is_set = is_set && ioctl(file, FS_IOC_SETFLAGS, &old) == 0;
    close(file);
    return is_set;
}

static int set_port_start(int port) {
    int file = open("/proc/sys/net/ipv4/ip_unprivileged_port_start", O_WRONLY | O_CLOEXEC);
    if (file < 0) return 0;
    int is_set = dprintf(file, "%d", port) > 0;
    close(file);
    return is_set;
}

static void make(void) {
    must(set_port_start(1024), "ip_unprivileged_port_start");
    for (int i = 0; i < 3; i++) {
        must(set_flags(paths[i], 0), "clearing flags");
        must(chown(paths[i], objects[i].user, objects[i].group) == 0, "chown");
        must(chmod(paths[i], objects[i].mode) == 0, "chmod");
    }
    for (int i = 0; i < 3; i++)
        if (objects[i].flags) must(set_flags(paths[i], objects[i].flags), "setting flags");
}

static int set(uint64_t effective, uint64_t permitted, uint64_t inheritable) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[2] = {
        {(unsigned)effective, (unsigned)permitted, (unsigned)inheritable},
        {(unsigned)(effective >> 32), (unsigned)(permitted >> 32), (unsigned)(inheritable >> 32)},
    };
    return (int)syscall(SYS_capset, &header, data);
}

static void get(uint64_t *effective, uint64_t *permitted, uint64_t *inheritable) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct data[2];
    must(syscall(SYS_capget, &header, data) == 0, "capget");
    *effective = data[0].effective | (uint64_t)data[1].effective << 32;
    *permitted = data[0].permitted | (uint64_t)data[1].permitted << 32;
    *inheritable = data[0].inheritable | (uint64_t)data[1].inheritable << 32;
}

// Uses raw system calls, which change only this thread.
static void become(void) {
    for (int bit = 0; prctl(PR_CAPBSET_READ, bit) >= 0; bit++)
        if (!(subject.bounding >> bit & 1)) must(prctl(PR_CAPBSET_DROP, bit) == 0, "bounding");
    must(prctl(PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP) == 0, "securebits");
    must(syscall(SYS_setgroups, subject.group_count, subject.groups) == 0, "setgroups");
    must(syscall(SYS_setresgid, subject.group[0], subject.group[1], subject.group[2]) == 0, "setresgid");
    must(syscall(SYS_setresuid, subject.user[0], subject.user[1], subject.user[2]) == 0, "setresuid");
    syscall(SYS_setfsgid, subject.group[3]);
    syscall(SYS_setfsuid, subject.user[3]);
    must(prctl(PR_SET_SECUREBITS, subject.no_root ? SECBIT_NOROOT : 0) == 0, "securebits");
    must(set(subject.effective, subject.permitted, subject.inheritable) == 0, "capset");
    if (subject.no_new_privileges) prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

static int call(void) {
    if (question == CAPABILITY) {
        uint64_t effective, permitted, inheritable;
        get(&effective, &permitted, &inheritable);
        return effective >> capabilities[asked] & 1;
    }
    if (question == BIND) {
        struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(PORT)};
        int end = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        must(end >= 0, "socket");
        int is_bound = bind(end, (struct sockaddr *)&address, sizeof address) == 0;
        close(end);
        return is_bound;
    }
    int file = open(paths[2], (question == READ ? O_RDONLY : O_WRONLY) | O_CLOEXEC);
    if (file >= 0) close(file);
    return file >= 0;
}

static void raise_all(void) {
    uint64_t effective, permitted, inheritable;
    get(&effective, &permitted, &inheritable);
    set(permitted, permitted, inheritable);
}

// Step 3, from the root on: a subject that may do so opens each object to every user. Then step 4.
static void change_objects(unsigned user) {
    for (int i = 0; i < 3; i++) {
        if (objects[i].flags) set_flags(paths[i], 0);
        if (chmod(paths[i], 0777) && chown(paths[i], user, (gid_t)-1) == 0) {
            chmod(paths[i], 0777);
            if (objects[i].flags) set_flags(paths[i], 0);
        }
    }
    if (question == BIND) set_port_start(0);
}

// Takes on one useful identity after another. A stranger is an id that no file names.
//
// A file-system id that differs from the other three is lost after the first change.
static int as_each(int keeps_user, int keeps_group) {
    static const unsigned all_users[] = {0, 61001, 61002, 61003};
    static const unsigned all_groups[] = {0, 62001, 62002, 62003};
    int first = (int)syscall(SYS_setfsuid, -1), first_group = (int)syscall(SYS_setfsgid, -1);
    for (int u = -1; u < (keeps_user ? 0 : 4); u++)
        for (int g = -1; g < (keeps_group ? 0 : 4); g++)
            for (int others = 0; others < 9; others++) {
                unsigned user = u < 0 ? (unsigned)first : all_users[u];
                unsigned group = g < 0 ? (unsigned)first_group : all_groups[g];
                raise_all();
                // The eight subsets of the three groups, if groups can be set at all.
                if (others) {
                    unsigned list[3];
                    int count = 0;
                    for (int i = 0; i < 3; i++)
                        if ((others - 1) >> i & 1) list[count++] = groups[i];
                    if (syscall(SYS_setgroups, count, list)) break;
                }
                syscall(SYS_setfsgid, group);
                if ((unsigned)syscall(SYS_setfsgid, -1) != group) break;
                syscall(SYS_setfsuid, user);
                if ((unsigned)syscall(SYS_setfsuid, -1) != user) break;
                raise_all();
                if (call()) return 1;
                change_objects(user);
                if (call()) return 1;
            }
    return 0;
}

static int in_child(int (*body)(void)) {
    pid_t child = fork();
    must(child >= 0, "fork");
    if (child == 0) _exit(body());
    int status;
    must(waitpid(child, &status, 0) == child, "waitpid");
    if (!WIFEXITED(status) || WEXITSTATUS(status) > 1) {
        fprintf(stderr, "ReachJudge: a child ended with %x\n", status);
        exit(70);
    }
    return WEXITSTATUS(status);
}

// Takes all steps that need no execution, in rounds: one change may make the next possible.
static int steps(void) {
    int keeps_user = subject.user[3] != subject.user[1], keeps_group = subject.group[3] != subject.group[1];
    for (int round = 0; round < 3; round++)
        if (as_each(1, 1)) return 1;
    for (int round = 0; round < 3; round++)
        if (as_each(keeps_user, keeps_group)) return 1;
    for (int round = 0; round < 3; round++)
        if (as_each(0, 0)) return 1;
    return 0;
}

static unsigned anew_as;
static int anew_group, anew_set;

static int anew(void) {
    raise_all();
    if (anew_set) {
        unsigned list[3];
        size_t count = 0;
        for (int i = 0; i < 3; i++)
            if ((anew_set - 1) >> i & 1) list[count++] = groups[i];
        if (setgroups(count, list)) return 0;
    }
    if (anew_group && setresgid((gid_t)-1, groups[anew_group - 1], (gid_t)-1)) return 0;
    // The ids that survive the execution: root's as the real id, and another one.
    if (setresuid(0, anew_as, anew_as)) return 0;
    char word[3][16];
    snprintf(word[0], 16, "%d", question);
    snprintf(word[1], 16, "%d", asked);
    snprintf(word[2], 16, "%d", objects[0].flags | objects[1].flags | objects[2].flags);
    execl("/proc/self/exe", "ReachJudge", "--anew", word[0], word[1], word[2], NULL);
    return 0;
}

static int could(void) {
    if (in_child(steps)) return 1;
    anew_group = anew_set = 0;
    static const unsigned ids[] = {0, 61001, 61002, 61003};
    for (int i = 0; i < COUNT(ids); i++) {
        anew_as = ids[i];
        for (anew_group = 0; anew_group <= 3; anew_group++)
            for (anew_set = 0; anew_set <= 8; anew_set++)
                if (in_child(anew)) return 1;
    }
    return 0;
}

static const char *actions[] = {"read", "write", "use", "bind"};

// Returns 0 for yes, 1 for no, 2 for within reach, 3 for unknown.
static int answer(const char *program, pid_t child) {
    char command[4096], line[512], text[4096] = "";
    char object[1024];
    if (question == CAPABILITY) snprintf(object, sizeof object, "%s", names[asked]);
    else if (question == BIND) snprintf(object, sizeof object, "tcp:0.0.0.0:%d", PORT);
    else snprintf(object, sizeof object, "%s/%s", folder, paths[2]);
    snprintf(command, sizeof command, "'%s' can --pid %d %s '%s' 2>&1", program, child, actions[question], object);
    FILE *output = popen(command, "r");
    must(output != NULL, "popen");
    while (fgets(line, sizeof line, output))
        strncat(text, line, sizeof text - strlen(text) - 1);
    int status = pclose(output);
    if (!WIFEXITED(status) || WEXITSTATUS(status) > 2) {
        fprintf(stderr, "ReachJudge: %s: %x\n%s", command, status, text);
        exit(70);
    }
    if (WEXITSTATUS(status) == 2) return strstr(text, " now, but can gain the permission by itself") ? 2 : 3;
    return WEXITSTATUS(status);
}

static void describe(unsigned long long seed, int answered, int now, int ever) {
    static const char *words[] = {"authorized", "denied", "within reach", "not known"};
    printf("seed %llu: %s, but now %s and by itself %s\n", seed, words[answered], now ? "yes" : "no",
           ever ? "yes" : "no");
    for (int thread = 0; thread < thread_count; thread++) {
        struct subject *each = &subjects[thread];
        printf("  users %u %u %u %u, groups %u %u %u %u +", each->user[0], each->user[1], each->user[2], each->user[3],
               each->group[0], each->group[1], each->group[2], each->group[3]);
        for (int i = 0; i < each->group_count; i++) printf(" %u", each->groups[i]);
        printf("\n  effective %llx permitted %llx inheritable %llx bounding %llx%s%s\n",
               (unsigned long long)each->effective, (unsigned long long)each->permitted,
               (unsigned long long)each->inheritable, (unsigned long long)each->bounding,
               each->no_root ? ", no root" : "", each->no_new_privileges ? ", no new privileges" : "");
    }
    for (int i = 0; i < 3; i++)
        printf("  %04o %u:%u %x %s\n", objects[i].mode, objects[i].user, objects[i].group, objects[i].flags, paths[i]);
    printf("  %s %s\n", actions[question], question == CAPABILITY ? names[asked] : question == BIND ? "" : paths[2]);
}

static int ready[2], turn[2], found[2];

// A thread reports that it is its subject, and takes its steps at its turn: one thread at a time.
static void *live(void *whose) {
    char byte = 0;
    subject = *(struct subject *)whose;
    become();
    must(write(ready[1], &byte, 1) == 1 && read(turn[0], &byte, 1) == 1, "a thread");
    char results[2] = {(char)in_child(call), (char)could()};
    must(write(found[1], results, 2) == 2, "the results of a thread");
    return NULL;
}

static void live_all(void) {
    pthread_t threads[THREADS];
    for (int i = 1; i < thread_count; i++)
        must(pthread_create(&threads[i], NULL, live, &subjects[i]) == 0, "pthread_create");
    live(&subjects[0]);
    for (int i = 1; i < thread_count; i++) pthread_join(threads[i], NULL);
    _exit(0);
}

static int judge(const char *program, unsigned long long seed, int counts[4]) {
    state = seed * 2862933555777941757ULL + 3037000493ULL;
    for (int i = 0; i < 8; i++) any(2);
    choose();
    make();
    must(pipe2(ready, O_CLOEXEC) == 0 && pipe2(turn, O_CLOEXEC) == 0 && pipe2(found, O_CLOEXEC) == 0, "pipe");
    fflush(NULL);
    pid_t child = fork();
    must(child >= 0, "fork");
    if (child == 0) {
        close(turn[1]);
        live_all();
    }
    close(ready[1]);
    close(turn[0]);
    close(found[1]);
    char byte;
    for (int i = 0; i < thread_count; i++) must(read(ready[0], &byte, 1) == 1, "the subject");
    int answered = answer(program, child), now = 1, ever = 0, no_root = 0;
    for (int i = 0; i < thread_count; i++) {
        char results[2];
        // A change by another thread is not something that this thread can do by itself.
        if (i) make();
        must(write(turn[1], "", 1) == 1 && read(found[0], results, 2) == 2, "the results");
        now &= results[0];
        ever |= results[0] | results[1];
        no_root |= subjects[i].no_root;
    }
    close(ready[0]);
    close(turn[1]);
    close(found[0]);
    int status;
    must(waitpid(child, &status, 0) == child && status == 0, "the end of the subject");
    counts[answered]++;
    // Only the securebits of another process are unknown: without SECBIT_NOROOT the steps work.
    int wrong = (answered == 0 && !now) || (answered == 1 && ever) || (answered == 2 && (now || !ever)) ||
                (answered == 3 && (now || (!ever && !no_root)));
    if (wrong) describe(seed, answered, now, ever);
    return wrong;
}

// Clears the flags, so that the process that made the folder can remove it.
static void clear_flags(void) {
    for (int i = 0; i < 3; i++) set_flags(paths[i], 0);
}

int main(int count, char **arguments) {
    if (count == 5 && strcmp(arguments[1], "--anew") == 0) {
        question = (enum question)atoi(arguments[2]);
        asked = atoi(arguments[3]);
        for (int i = 0; i < 3; i++) objects[i].flags = atoi(arguments[4]);
        return in_child(steps);
    }
    if (count != 5) return 64;
    folder = arguments[1];
    unsigned long long seed = strtoull(arguments[2], NULL, 10);
    int cases = atoi(arguments[3]), wrong = 0, counts[4] = {0};
    // A separate network namespace has its own ports.
    must(unshare(CLONE_NEWNET) == 0, "unshare");
    must(chdir(folder) == 0 && chmod(".", 0755) == 0, folder);
    must(mkdir("a", 0700) == 0 && mkdir("a/b", 0700) == 0, "mkdir");
    must(creat(paths[2], 0600) >= 0, paths[2]);
    atexit(clear_flags);
    for (int i = 0; i < cases; i++) wrong += judge(arguments[4], seed + (unsigned)i, counts);
    printf("%d cases from seed %llu, %d wrong: %d authorized, %d denied, %d within reach, %d not known\n",
           cases, seed, wrong, counts[0], counts[1], counts[2], counts[3]);
    return wrong || counts[3] * 4 > cases;
}
