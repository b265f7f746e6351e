"""Little room, and others that do not answer: each ends by itself, soon, and with a status of the program's own."""

import array
import fcntl
import json
import os
import pathlib
import resource
import subprocess
import termios
import time

import fuse
from attack import NOBODY, STATUSES, WARRANT, Attack

QUESTIONS = [["can", "read", "/etc/shadow"], ["can", "--as", "www-data", "read", "/etc/shadow"], ["can", "--pid", "1", "read", "/"],
             ["can", "resolve", "localhost"], ["can", "unit", "cron.service"], ["can", "--list", "/etc/ssl"],
             ["who-can", "read", "/etc/shadow"], ["check", "{policy}"], ["lint", "{policy}"], ["--version"]]


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
        # Root has no limit by this one.
        for value in [1, 2, 3, 4, 5, 6, 8, 16]:
            self.try_all(resource.RLIMIT_NPROC, value, NOBODY)

    def test_stack(self):
        # With less the system's loader faults, before the program begins.
        for kilobytes in [32, 64, 128, 256, 1024]:
            self.try_all(resource.RLIMIT_STACK, kilobytes * 1024)

    def test_memory(self):
        # Of address space, of which the program's file and the stacks of its threads take a part.
        for megabytes in [256, 512]:
            self.try_all(resource.RLIMIT_AS, megabytes << 20)

    def test_file_size(self):
        self.try_all(resource.RLIMIT_FSIZE, 0)

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
        # 1.5 KiB is what it takes today, the policy itself included.
        self.assertLess((peak(many) - peak(few)) / (many - few), 1.7, "KiB a requirement")


class Silence(Attack):
    def within(self, seconds, *arguments, **options):
        return self.warrant(*arguments, seconds=seconds, **options)

    def test_a_name_service_that_does_not_answer(self):
        fifo = self.folder / "passwd"
        os.mkfifo(fifo, 0o644)
        # Only in the namespace of this suite.
        subprocess.run(["mount", "--bind", fifo, "/etc/passwd"], check=True)
        self.addCleanup(subprocess.run, ["umount", "/etc/passwd"], check=True)
        lines = self.file("lines.jsonl", json.dumps({"action": "read", "object": "/", "as": "33:33"}) + "\n")
        questions = [["can", "--as", "33:33", "read", "/etc/shadow"], ["can", "--as", "www-data", "read", "/"],
                     ["who-can", "read", "/etc/shadow"], ["can", "read", "/etc/shadow"], ["can", "--list", "/etc/ssl"],
                     ["can", "--batch", lines]]
        self.each_at_once(questions, lambda arguments: self.within(12, *arguments))

    def test_a_file_system_that_does_not_answer(self):
        point = self.folder / "silent"
        point.mkdir()
        system = fuse.FileSystem(point)
        self.addCleanup(system.close)
        file = point / "p.yaml"
        questions = [["can", "read", file], ["can", "--as", "nobody", "read", file],
                     ["check", self.policy(f"read: {file}")], ["check", file], ["lint", file], ["who-can", "read", file],
                     ["can", "--list", point]]

        def attack(arguments):
            # Five seconds for the look, one to end, and what a busy machine takes.
            self.assertIn(self.within(9, *arguments).status, (2, 66))

        self.each_at_once(questions, attack)

    def test_a_reader_that_does_not_read(self):
        """It waits, as every program does, and ends when the reader does."""
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
