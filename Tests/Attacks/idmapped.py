"""Mounts that show other owners than those of a file."""

import ctypes
import os
import pathlib
import struct
import subprocess

libc = ctypes.CDLL(None, use_errno=True)
OPEN_TREE, MOVE_MOUNT, MOUNT_SETATTR = 428, 429, 442
HERE, CLONE, EMPTY_PATH, FROM_EMPTY_PATH, ID_MAPPED = -100, 1, 0x1000, 4, 0x10_0000


def mount(test, folder, user):
    """Mounts a folder at another path, where the user's files belong to root. See mount_setattr(2)."""
    point = test.folder / f"{folder.name}-shown"
    point.mkdir()
    owner = subprocess.Popen(["unshare", "--user", "cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    owner.stdin.write(b"\n")
    owner.stdin.flush()
    owner.stdout.readline()
    for kind in ["uid", "gid"]:
        pathlib.Path(f"/proc/{owner.pid}/{kind}_map").write_text(f"{user} 0 1\n")
    namespace = os.open(f"/proc/{owner.pid}/ns/user", os.O_RDONLY)
    test.addCleanup(os.close, namespace)
    tree = libc.syscall(OPEN_TREE, HERE, os.fsencode(folder), CLONE)
    attributes = ctypes.create_string_buffer(struct.pack("QQQQ", ID_MAPPED, 0, 0, namespace), 32)
    changed = libc.syscall(MOUNT_SETATTR, tree, b"", EMPTY_PATH, attributes, 32)
    test.assertEqual(changed, 0, os.strerror(ctypes.get_errno()))
    moved = libc.syscall(MOVE_MOUNT, tree, b"", HERE, os.fsencode(point), FROM_EMPTY_PATH)
    test.assertEqual(moved, 0, os.strerror(ctypes.get_errno()))
    test.addCleanup(libc.umount2, os.fsencode(point), 2)
    os.close(tree)
    owner.communicate()
    return point
