"""What a process can do by itself, and a `forbid` must count."""

import ctypes
import os
import struct
import subprocess

from attack import Attack

libc = ctypes.CDLL(None, use_errno=True)
FILE_SETATTR, HERE, NO_FOLLOW = 469, -100, 0x100
IMMUTABLE, APPEND_ONLY = 8, 16
USER = 1000
# Clears the flags of a link and deletes it.
DELETE = f"""
import ctypes, os, sys
path = sys.argv[1]
flags = bytes(24)
if ctypes.CDLL(None).syscall({FILE_SETATTR}, {HERE}, path.encode(), flags, len(flags), {NO_FOLLOW}): sys.exit(9)
os.unlink(path)
"""


class Reach(Attack):
    def test_flags_of_a_link(self):
        image = self.file("image", b"")
        os.truncate(image, 320 << 20)
        point = self.folder / "disk"
        point.mkdir()
        subprocess.run(["mkfs.xfs", "-q", image], check=True)
        subprocess.run(["mount", "-o", "loop", image, point], check=True)
        self.addCleanup(subprocess.run, ["umount", "--lazy", point])
        os.chown(point, USER, USER)
        become = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups",
                  "--inh-caps=+linux_immutable", "--ambient-caps=+linux_immutable"]
        process = subprocess.Popen([*become, "cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(process.communicate)
        # The program has begun, so the credentials have changed.
        process.stdin.write(b"\n")
        process.stdin.flush()
        process.stdout.read(1)
        for flag in [IMMUTABLE, APPEND_ONLY]:
            link = point / f"link-{flag}"
            link.symlink_to("nowhere")
            os.chown(link, USER, USER, follow_symlinks=False)
            flags = struct.pack("<QIIII", flag, 0, 0, 0, 0)
            failed = libc.syscall(FILE_SETATTR, HERE, os.fsencode(link), flags, len(flags), NO_FOLLOW)
            self.assertEqual(failed, 0, os.strerror(ctypes.get_errno()))
            question = ["can", "--pid", process.pid, "delete", link]
            answer = self.warrant(*map(str, question))
            self.assertEqual(answer.status, 2, answer.output.decode())
            self.assertIn(b"can gain the permission by itself", answer.output)
            ended = self.run_program(*become, "python3", "-c", DELETE, link)
            self.assertEqual(ended.status, 0, ended)
