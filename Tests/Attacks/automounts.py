"""Automount points, which ask a daemon for a mount when they are entered. See autofs(5) and the kernel's autofs.rst."""

import ctypes
import os
import select
import subprocess

from attack import Attack

libc = ctypes.CDLL(None, use_errno=True)
LAZY = 2


class Automounts(Attack):
    """No check causes a mount."""

    def automount(self, name, kind):
        """Makes an automount point whose daemon is this process, which never mounts anything."""
        point = self.folder / name
        point.mkdir()
        # The group of this process may belong to another PID namespace, and then has no number here.
        os.setpgid(0, 0)
        requests, daemon = os.pipe()
        self.addCleanup(os.close, requests)
        options = f"fd={daemon},pgrp={os.getpgrp()},minproto=5,maxproto=5,{kind}"
        made = libc.mount(b"daemon", os.fsencode(point), b"autofs", 0, options.encode())
        self.assertEqual(made, 0, os.strerror(ctypes.get_errno()))
        self.addCleanup(libc.umount2, os.fsencode(point), LAZY)
        os.close(daemon)
        return point, requests

    def ask(self, requests, *words):
        """Returns the exit status, and whether the daemon was asked. The daemon's own process group would pass."""
        status = self.warrant(*words, process_group=0, seconds=30).status
        return status, bool(select.select([requests], [], [], 0)[0])

    def is_asked_by_cat(self, path, requests):
        user = subprocess.Popen(["cat", path], process_group=0, stderr=subprocess.DEVNULL)
        asked = bool(select.select([requests], [], [], 30)[0])
        user.kill()
        user.wait()
        return asked

    def test_a_look_has_nothing_mounted(self):
        for kind in ["direct", "indirect"]:
            point, requests = self.automount(kind, kind)
            link = self.folder / f"{kind}-link"
            link.symlink_to(point)
            for way in [point / "key" / "file", link / "key" / "file"]:
                policy = self.policy(f"read: {way}")
                for words in [
                    ["can", "read", way], ["can", "stat", way], ["can", "create", way], ["can", "list", way.parent],
                    ["can", "--as", "33:33", "read", way], ["who-can", "read", way], ["check", policy],
                ]:
                    with self.subTest(kind=kind, words=words):
                        self.assertEqual(self.ask(requests, *words), (2, False))
            # The aim of the attack: a program that uses such a name asks the daemon.
            self.assertTrue(self.is_asked_by_cat(point / "key" / "file", requests))

    def test_an_automount_point_itself_is_not_known(self):
        point, requests = self.automount("point", "direct")
        for action in ["read", "list", "search"]:
            with self.subTest(action=action):
                self.assertEqual(self.ask(requests, "can", action, point), (2, False))
        self.assertEqual(self.ask(requests, "can", "stat", point), (0, False))
