"""Low resource limits, and peers that do not answer. The program ends soon, by itself, with one of its own statuses."""

import array
import ctypes
import fcntl
import json
import os
import pathlib
import resource
import socket
import struct
import subprocess
import threading
import termios
import time

import fuse
from attack import NOBODY, STATUSES, WARRANT, Attack

QUESTIONS = [["can", "read", "/etc/shadow"], ["can", "--as", "www-data", "read", "/etc/shadow"], ["can", "--pid", "1", "read", "/"],
             ["can", "resolve", "localhost"], ["can", "unit", "cron.service"], ["can", "--list", "/etc/ssl"],
             ["who-can", "read", "/etc/shadow"], ["check", "{policy}"], ["lint", "{policy}"], ["--version"]]


def confine_reads(paths):
    """Lets this process read and execute files only below some directories; see landlock(7)."""
    system = ctypes.CDLL(None, use_errno=True)
    # LANDLOCK_ACCESS_FS_EXECUTE, READ_FILE and READ_DIR
    rights = 1 | 1 << 2 | 1 << 3
    attributes = struct.pack("=Q", rights)
    rules = system.syscall(444, attributes, len(attributes), 0)  # landlock_create_ruleset
    for path in paths:
        place = os.open(path, os.O_PATH)
        if system.syscall(445, rules, 1, struct.pack("=Qi", rights, place), 0) != 0:  # landlock_add_rule
            raise OSError(ctypes.get_errno(), path)
        os.close(place)
    system.prctl(38, 1, 0, 0, 0)  # PR_SET_NO_NEW_PRIVS
    if system.syscall(446, rules, 0) != 0:  # landlock_restrict_self
        raise OSError(ctypes.get_errno(), "landlock_restrict_self")


class Room(Attack):
    def try_all(self, kind, value, user=None):
        policy = str(self.policy("read: /etc/shadow", "resolve: localhost", "unit: cron.service", "connect: tcp:127.0.0.1:1"))

        def attack(question):
            arguments = [word.replace("{policy}", policy) for word in question]
            ended = self.run_program(WARRANT, *arguments, user=user, seconds=10,
                                     preexec_fn=lambda: resource.setrlimit(kind, (value, value)))
            self.assertIn(ended.status, STATUSES | {127}, ended)
            if ended.status in (70, 127):
                self.assertNotEqual(ended.errors.strip(), b"")

        with self.subTest(limit=kind, value=value):
            self.each_at_once(QUESTIONS, attack)

    def test_descriptors(self):
        for value in [3, 4, 5, 6, 7, 8, 10, 12, 16, 32]:
            self.try_all(resource.RLIMIT_NOFILE, value)

    def test_threads(self):
        # This limit does not apply to root.
        for value in [1, 2, 3, 4, 5, 6, 8, 16]:
            self.try_all(resource.RLIMIT_NPROC, value, NOBODY)

    def test_stack(self):
        # With less memory the system's loader crashes before the program begins.
        for kilobytes in [32, 64, 128, 256, 1024]:
            self.try_all(resource.RLIMIT_STACK, kilobytes * 1024)

    def test_memory(self):
        # Address space, of which the program's file and the stacks of its threads use a part.
        for megabytes in [256, 320, 512, 1024]:
            self.try_all(resource.RLIMIT_AS, megabytes << 20)
        for megabytes in [16, 64, 256, 512]:
            self.try_all(resource.RLIMIT_DATA, megabytes << 20)

    def test_memory_for_a_large_policy(self):
        lines = "".join(f"  - {{ read: /none/{number:08} }}\n" for number in range(10_000))
        policy = self.file("p.yaml", f"warrant: 1\nname: p\nrequire:\n{lines}")
        for kind, megabytes, status in [(resource.RLIMIT_AS, 320, 70), (resource.RLIMIT_AS, 512, 70),
                                        (resource.RLIMIT_AS, 1024, 1), (resource.RLIMIT_DATA, 512, 1)]:
            room = (megabytes << 20, megabytes << 20)
            with self.subTest(limit=kind, megabytes=megabytes):
                ended = self.warrant("check", policy, seconds=20, preexec_fn=lambda: resource.setrlimit(kind, room))
                self.assertEqual(ended.status, status, ended.errors)

    def test_file_size(self):
        self.try_all(resource.RLIMIT_FSIZE, 0)

    def test_file_size_of_the_report(self):
        policy = str(self.policy("read: /etc/shadow"))
        # The argument parser prints the version, and does not notice the error.
        for number, question in enumerate(QUESTIONS[:-1]):
            arguments = [word.replace("{policy}", policy) for word in question]
            with self.subTest(arguments=arguments), open(self.folder / f"report-{number}", "wb") as report:
                process = subprocess.Popen([WARRANT, *arguments], stdout=report, stderr=subprocess.PIPE,
                                           preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)))
                errors = process.communicate(timeout=20)[1]
                self.assertEqual(process.returncode, 70, errors)

    def test_descriptors_of_many_connections(self):
        # No peer of this network answers, so that each connection stays open until its time limit.
        peers = "".join(f"  - {{ connect: 'tcp:10.255.0.{number + 1}:80', within: 100ms }}\n" for number in range(100))
        policy = self.file("p.yaml", f"warrant: 1\nname: p\nrequire:\n{peers}")
        network = ("ip link add v0 type veth peer name v1 && ip link set v0 up && ip link set v1 up"
                   " && ip address add 10.255.255.254/16 dev v0 && ulimit -n $1 && shift && exec \"$@\"")

        def attack(room):
            limit, inherited = room
            open_files = [os.open("/", os.O_PATH) for _ in range(inherited)]
            ended = self.run_program("unshare", "--net", "sh", "-c", network, "sh", str(limit), WARRANT, "check", policy, seconds=60,
                                     pass_fds=open_files)
            for file in open_files:
                os.close(file)
            self.assertEqual(ended.status, 2, ended)

        self.each_at_once([(12, 0), (16, 0), (24, 0), (40, 0), (64, 0), (128, 0), (128, 100), (256, 230)], attack)

    def test_a_proc_that_landlock_closes(self):
        others = [f"/{name}" for name in os.listdir("/") if name != "proc" and os.path.isdir(f"/{name}")]
        for open_part in ["/proc/self", "/proc"]:
            paths = [open_part, *others]
            with self.subTest(open_part=open_part):
                for _ in range(5):
                    ended = self.run_program(WARRANT, "can", "--as", "nobody", "connect", "tcp:127.0.0.1:1", seconds=20,
                                             preexec_fn=lambda: confine_reads(paths))
                    self.assertIn(ended.status, {0, 1, 2}, ended)

    def test_a_proc_of_another_pid_namespace(self):
        for _ in range(20):
            ended = self.run_program("unshare", "--pid", "--fork", WARRANT, "can", "--as", "nobody", "connect", "tcp:127.0.0.1:1",
                                     seconds=20)
            self.assertIn(ended.status, {0, 1, 2}, ended)

    def test_one_task(self):
        # This limit does not apply to root.
        for question in [["can", "read", "/etc/passwd"], ["check", self.policy("read: /etc/passwd")]]:
            ended = self.warrant(*question, user=NOBODY, seconds=5,
                                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NPROC, (1, 1)))
            self.assertEqual(ended.status, 0, ended)

    def test_denied_requirements_take_little_room_each(self):
        def peak(count):
            lines = "".join(f"  - {{ read: /none/{number:08} }}\n" for number in range(count))
            policy = self.file("p.yaml", f"warrant: 1\nname: p\nrequire:\n{lines}")
            process = subprocess.Popen([WARRANT, "check", policy], stdout=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(process.returncode, 1)
            return usage.ru_maxrss
        few, many = 10_000, 40_000
        # The bound includes the policy itself.
        self.assertLess((peak(many) - peak(few)) / (many - few), 1.0, "KiB a requirement")


TEXT = b"warrant: 1\nname: policy\nrequire: [{ read: /etc/passwd }]\n"


class Silence(Attack):
    def within(self, seconds, *arguments, **options):
        return self.warrant(*arguments, seconds=seconds, **options)

    def folder_named(self, name):
        point = self.folder / name
        point.mkdir()
        return point

    def serve(self, *silent_at, name="served", delay=0, text=TEXT):
        point = self.folder_named(name)
        system = fuse.FileSystem(point, text, silent_at, delay)
        self.addCleanup(system.close)
        return point

    def test_a_name_service_that_does_not_answer(self):
        fifo = self.folder / "passwd"
        os.mkfifo(fifo, 0o644)
        # The mount exists only in the namespace of this suite.
        subprocess.run(["mount", "--bind", fifo, "/etc/passwd"], check=True)
        self.addCleanup(subprocess.run, ["umount", "/etc/passwd"], check=True)
        lines = self.file("lines.jsonl", json.dumps({"action": "read", "object": "/", "as": "33:33"}) + "\n")
        questions = [["can", "--as", "33:33", "read", "/etc/shadow"], ["can", "--as", "www-data", "read", "/"],
                     ["who-can", "read", "/etc/shadow"], ["can", "read", "/etc/shadow"], ["can", "--list", "/etc/ssl"],
                     ["can", "--batch", lines]]
        self.each_at_once(questions, lambda arguments: self.within(12, *arguments))

    def test_a_file_system_that_does_not_answer(self):
        point = self.serve(*fuse.EVERYTHING)
        file = point / "p.yaml"
        questions = [["can", "read", file], ["can", "--as", "nobody", "read", file],
                     ["check", self.policy(f"read: {file}")], ["check", file], ["lint", file], ["who-can", "read", file],
                     ["can", "--list", point]]

        def attack(arguments):
            # Five seconds for the check, one to end, and a reserve for a busy machine.
            self.assertIn(self.within(9, *arguments).status, (2, 66))

        self.each_at_once(questions, attack)

    def test_a_loop_device_that_does_not_answer(self):
        # Its file is on a file system whose server stops answering. A thread that read from it would keep the program
        # from ending, even after SIGKILL.
        tree, image, disk = (self.folder / name for name in ("tree", "image", "disk"))
        for number in range(10):
            self.file(f"tree/{number}/a/b/f", "")
        subprocess.run(["mkfs.ext4", "-q", "-d", tree, image, "2M"], check=True)
        system = fuse.FileSystem(self.folder_named("served"), image.read_bytes(), ())
        self.addCleanup(system.close)
        disk.mkdir()
        subprocess.run(["mount", "-o", "loop,ro,noload", system.point / "disk.yaml", disk], check=True)
        self.addCleanup(subprocess.run, ["umount", "--lazy", disk], check=True)
        system.silent_at = fuse.EVERYTHING
        # A program that does not withstand this attack could not be killed.
        watchdog = threading.Timer(15, system.abort)
        self.addCleanup(watchdog.cancel)
        watchdog.start()
        line = {"subject": {"uid": 33, "gid": 33}, "action": "read", "object": f"{disk}/0/a/b/f"}
        lines = self.file("lines.jsonl", json.dumps(line) + "\n")
        questions = [["can", "--as", "33:33", "read", disk / "1/a/b/f"], ["can", "--batch", lines],
                     ["can", "--list", disk / "2"], ["who-can", "read", disk / "3/a/b/f"],
                     ["check", self.policy(f"read: {disk}/4/a/b/f", "read: /etc/hostname")],
                     ["check", disk / "5/a/b/f"]]
        self.each_at_once(questions, lambda arguments: self.within(12, *arguments))

    def test_a_way_through_links_of_proc(self):
        point = self.serve(fuse.LOOKUP)
        # Facts that the kernel has cached need no answer from the server.
        self.assertEqual(self.within(4, "can", "search", f"/proc/self/root{point}").status, 0)
        (self.folder / "link").symlink_to(f"/proc/self/root{point}/p.yaml")
        folder = os.open(self.folder, os.O_DIRECTORY)
        try:
            files = [f"/proc/self/root{point}/p.yaml", f"/proc/thread-self/root{point}/p.yaml",
                     "/proc/self/cwd/served/p.yaml", f"/proc/self/fd/{folder}/served/p.yaml",
                     f"/proc/..{point}/p.yaml", self.folder / "link"]
            questions = [[*words, file] for file in files
                         for words in [["can", "read"], ["can", "--as", "nobody", "read"], ["check"], ["lint"],
                                       ["can", "--batch"]]]
            self.each_at_once(questions, lambda arguments: self.assertIn(
                self.within(15, *arguments, pass_fds=[folder]).status, (2, 66)))
        finally:
            os.close(folder)

    def test_a_path_that_may_lead_to_a_silent_server(self):
        # The kernel answers no open(2) of a magic link from its cache, so that it could lead anywhere.
        point = self.serve(*fuse.EVERYTHING)
        (self.folder / "link").symlink_to(point)
        ways = [f"/proc/self/root{point}", self.folder / "link", point]
        questions = [words for way in ways
                     for words in [["check", f"{way}/p.yaml"], ["lint", f"{way}/p.yaml"], ["can", "--batch", f"{way}/lines"],
                                   ["can", "read", f"{way}/p.yaml"]]]

        def attack(numbered):
            number, words = numbered
            # This user has no other process, so that its only task is the program.
            ended = self.run_program(WARRANT, *words, user=72001 + number, seconds=20,
                                     preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NPROC, (1, 1)))
            self.assertIn(ended.status, {2, 66}, ended)

        self.each_at_once(list(enumerate(questions)), attack)

    def test_its_own_folder_of_proc_is_that_of_the_program(self):
        (self.folder / "status").symlink_to("/proc/self/status")
        (self.folder / "far").symlink_to(f"/proc/self/root{self.folder}/status")
        for path in ["/proc/self/status", "/proc/thread-self/status", "/proc/self/fd/0", self.folder / "status",
                     "/proc/self/root/proc/self"]:
            with self.subTest(path=path):
                self.assertEqual(self.within(4, "can", "read", path).status, 0)
        # The file exists. But behind a link that leads each process elsewhere, the open itself is not predicted.
        for path in [self.folder / "far", "/proc/self/root/proc/self/status"]:
            with self.subTest(path=path):
                self.assertEqual(self.within(4, "can", "read", path).status, 2)
        self.assertEqual(self.within(4, "can", "read", "/proc/self/none").status, 1)

    def test_a_socket_whose_path_is_not_answered(self):
        for operation in [fuse.LOOKUP, fuse.GETATTR]:
            point = self.serve(operation, name=f"served-{operation}")
            policy = self.policy(f"connect: 'unix:{point}/socket'", name=f"{operation}.yaml")
            for arguments in [["can", "connect", f"unix:{point}/socket"], ["check", policy]]:
                with self.subTest(operation=operation, arguments=arguments):
                    self.within(9, *arguments)

    def test_a_bus_whose_socket_is_not_answered(self):
        environment = {"DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={self.serve(fuse.LOOKUP)}/socket"}
        questions = [["can", "unit", "cron.service"], ["can", "start", "cron.service"],
                     ["can", "--unit", "cron.service", "read", "/"], ["check", self.policy("unit: cron.service")]]
        self.each_at_once(questions, lambda arguments: self.assertEqual(
            self.within(9, *arguments, environment=environment).status, 2))

    def test_a_close_that_is_not_answered(self):
        point = self.serve(fuse.FLUSH, name="close")
        file = point / "p.yaml"
        questions = [["lint", file], ["lint", "--fix", file], ["show", file],
                     ["check", "--allow-writable-policy", file], ["compare", file, file]]
        for arguments in questions:
            with self.subTest(arguments=arguments):
                self.within(4, *arguments)
        question = {"action": "read", "object": "/", "subject": {"uid": 33, "gid": 33}}
        lines = self.serve(fuse.FLUSH, name="lines", text=json.dumps(question).encode() + b"\n")
        ended = self.within(4, "can", "--batch", lines / "lines.yaml")
        self.assertEqual(ended.status, 0, ended)
        self.assertIn(b"authorized", ended.output)

    def test_a_folder_is_no_file_of_questions(self):
        point = self.serve(fuse.OPENDIR, fuse.READDIR)
        for folder in [point, self.folder]:
            self.assertEqual(self.within(3, "can", "--batch", folder).status, 66)

    def test_ends_do_not_add_up(self):
        point = self.serve(fuse.LOOKUP)
        names = [point / f"{number}.yaml" for number in range(5)]
        includes = ", ".join(f"i{number}: {name}" for number, name in enumerate(names))
        policy = self.policy("read: /", head=f"name: policy\ninclude: {{ {includes} }}")
        for arguments in [["compare", *names[:2]], ["lint", *names], ["check", *names], ["check", policy]]:
            with self.subTest(arguments=arguments):
                self.within(8, *arguments)

    def test_answers_that_are_slow(self):
        slow = self.serve(name="slow", delay=0.9)
        names = [slow / f"{number}.yaml" for number in range(3)]
        for arguments in [["lint", names[0]], ["lint", *names], ["check", "--allow-writable-policy", *names]]:
            with self.subTest(arguments=arguments):
                # Five seconds to find each policy, and five to read it with all its includes.
                self.within(10 * sum(word in names for word in arguments), *arguments)

    def test_a_bus_that_does_not_answer(self):
        path = str(self.folder / "bus")
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(path)
            server.listen()
            ended = self.within(7, "new", "--from-unit", "cron.service",
                                environment={"DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={path}"})
        self.assertEqual(ended.status, 66)

    def test_a_reader_that_does_not_read(self):
        """The program waits, like every program, and ends when the reader ends."""
        read, write = os.pipe()
        tree = self.folder / "tree"
        tree.mkdir()
        for number in range(2_000):
            (tree / f"{number:0100}").touch()
        process = subprocess.Popen([WARRANT, "can", "--list", tree], stdout=write, stderr=subprocess.DEVNULL)
        os.close(write)
        while len(pathlib.Path(f"/proc/{process.pid}/stat").read_text()) and not self.is_full(read):
            time.sleep(0.01)
        os.close(read)
        self.assertIn(process.wait(timeout=5), STATUSES | {-13})

    @staticmethod
    def is_full(pipe):
        count = array.array("i", [0])
        fcntl.ioctl(pipe, termios.FIONREAD, count)
        return count[0] >= 60_000
