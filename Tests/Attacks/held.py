"""Local files that cannot be opened at once. A listener of fanotify(7), such as a hanging virus scanner, does not
answer, or another process has a lease. See `FAN_OPEN_PERM` and fcntl(2)."""

import ctypes
import fcntl
import os
import signal
import subprocess

from attack import Attack

libc = ctypes.CDLL(None, use_errno=True)
CLASS_CONTENT, ADD, OPEN_PERM, ACCESS_PERM, ON_CHILDREN = 4, 1, 0x10000, 0x20000, 0x8000000
QUESTION = '{"id":1,"subject":{"uid":33,"gid":33},"action":"read","object":"/etc/shadow"}\n'


class Held(Attack):
    """Every command ends within two deadlines of 5 s."""

    def setUp(self):
        super().setUp()
        self.policy("read: /etc/passwd")
        self.file("policy.test.yaml", "warrant-test: 1\npolicy: policy.yaml\n")
        self.batch = self.file("batch.jsonl", QUESTION)
        self.program = self.file("program", "#!/bin/sh\n", mode=0o755)

    def hold_opens(self):
        group = libc.fanotify_init(CLASS_CONTENT, os.O_RDONLY)
        self.assertGreaterEqual(group, 0, os.strerror(ctypes.get_errno()))
        # Closing the group permits every pending open.
        self.addCleanup(os.close, group)
        events = ctypes.c_uint64(OPEN_PERM | ACCESS_PERM | ON_CHILDREN)
        marked = libc.fanotify_mark(group, ADD, events, -100, os.fsencode(self.folder))
        self.assertEqual(marked, 0, os.strerror(ctypes.get_errno()))

    def test_no_command_waits_for_an_answer_to_fanotify(self):
        self.hold_opens()
        with self.assertRaises(subprocess.TimeoutExpired):
            subprocess.run(["cat", self.batch], stdin=subprocess.DEVNULL, capture_output=True, timeout=1)

        def attack(question):
            status, *words = question
            self.assertEqual(self.warrant(*words, seconds=20).status, status)

        self.each_at_once([
            (66, "check", "policy.yaml"), (66, "lint", "policy.yaml"), (66, "lint", "--fix", "policy.yaml"),
            (66, "show", "policy.yaml"), (66, "compare", "policy.yaml", "policy.yaml"),
            (66, "test", "policy.test.yaml"), (66, "can", "--batch", self.batch),
            (2, "can", "execute", self.program), (2, "who-can", "execute", self.program),
            (0, "can", "read", self.program),
        ], attack)

    def test_no_command_waits_for_a_lease(self):
        # The kernel notifies the holder by SIGIO, which would kill it.
        self.addCleanup(signal.signal, signal.SIGIO, signal.signal(signal.SIGIO, signal.SIG_IGN))
        for status, file, *words in [
            (66, "policy.yaml", "check", "policy.yaml"), (66, "policy.yaml", "lint", "--fix", "policy.yaml"),
            (66, "batch.jsonl", "can", "--batch", self.batch), (2, "program", "can", "execute", self.program),
        ]:
            with self.subTest(words=words), open(self.folder / file, "r+") as held:
                fcntl.fcntl(held, fcntl.F_SETLEASE, fcntl.F_WRLCK)
                self.assertEqual(self.warrant(*words, seconds=20).status, status)
