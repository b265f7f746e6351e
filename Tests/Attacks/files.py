"""Files that change during a check, and owners that a mount does not show."""

import json
import os
import struct
import subprocess

import idmapped
from attack import NOBODY, WARRANT, Attack

FLIP = f"""
import os, sys
path, entries, name = sys.argv[1], bytes.fromhex(sys.argv[2]), "system.posix_acl_access"
while True:
    os.setxattr(path, name, entries)
    os.chown(path, 0, 0)
    os.chown(path, {NOBODY}, 0)
    os.removexattr(path, name)
    os.chmod(path, 0o004)
"""
# A list that refuses one named user and permits all others: see acl(5) and linux/posix_acl_xattr.h.
REFUSED = struct.pack("<I", 2) + b"".join(
    struct.pack("<HHI", tag, permissions, number)
    for tag, permissions, number in [(1, 0, 0xFFFFFFFF), (2, 0, NOBODY), (4, 0, 0xFFFFFFFF), (16, 7, 0xFFFFFFFF), (32, 4, 0xFFFFFFFF)]
)


class Files(Attack):
    def test_an_owner_and_a_list_that_were_never_there_at_once(self):
        # User `nobody` may not read the file, neither as its owner nor as the named user of its list. All other users
        # may. `nobody` would be one of them if the file had its first list and its second owner.
        path = self.file("key", "", mode=0o004)
        os.chown(path, NOBODY, 0)
        flipping = subprocess.Popen(["python3", "-c", FLIP, path, REFUSED.hex()])
        self.addCleanup(flipping.wait)
        self.addCleanup(flipping.kill)
        question = {"id": 1, "subject": {"uid": NOBODY, "gid": NOBODY}, "action": "read", "object": str(path)}
        line = json.dumps(question).encode() + b"\n"
        verdicts = set()
        with subprocess.Popen([WARRANT, "can", "--batch", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as batch:
            for _ in range(4_000):
                batch.stdin.write(line)
                batch.stdin.flush()
                verdicts.add(json.loads(batch.stdout.readline())["verdict"])
            batch.stdin.close()
        self.assertIn("denied", verdicts)
        self.assertNotIn("authorized", verdicts)

    def test_a_name_that_is_not_text(self):
        # Swift repairs such an argument, which then names the other file.
        name = os.fsencode(self.folder) + b"/caf\xe9"
        os.mkfifo(name, 0o600)
        (self.folder / "caf\N{REPLACEMENT CHARACTER}").touch()
        for words in [["can", "read"], ["can", "--as", "nobody", "read"], ["can", "--list"], ["who-can", "read"],
                      ["check"], ["lint"], ["test"]]:
            ended = self.warrant(*words, name)
            self.assertEqual(ended.status, 64, words)
            self.assertIn(b"is not UTF-8", ended.errors)

        policies = self.policy("read: /etc/hostname", name="policies/p.yaml").parent
        for hidden, other in [(b"\xff.yaml", "\N{REPLACEMENT CHARACTER}.yaml"), (b"\xff/p.yaml", "other.yaml")]:
            hidden = os.fsencode(policies) + b"/" + hidden
            os.makedirs(os.path.dirname(hidden), exist_ok=True)
            os.mknod(hidden)
            self.policy("read: /etc/hostname", name=f"policies/{other}")
            for command in ["check", "lint"]:
                ended = self.warrant(command, policies)
                self.assertEqual(ended.status, 66, command)
                self.assertIn(b"its name is not UTF-8", ended.all)
            os.unlink(hidden)

        unit = self.file("units/a.service", "[Service]\nExecStart=/bin/true\n")
        os.mknod(os.fsencode(unit.parent) + b"/\xff")
        self.assertEqual(self.warrant("can", "--unit-file", unit, "read", "/etc/hostname").status, 0)

    def test_a_list_of_many_users(self):
        # The name service is not asked for each of them: that took half a second for each requirement.
        users = [(2, 4, 100_000 + number) for number in range(5_000)]
        entries = [(1, 6, 0xFFFFFFFF), *users, (4, 0, 0xFFFFFFFF), (16, 4, 0xFFFFFFFF), (32, 4, 0xFFFFFFFF)]
        files = [self.file(f"many/{number}", "") for number in range(100)]
        for path in files:
            os.setxattr(path, "system.posix_acl_access",
                        struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries))
        policy = self.policy(*[f"read: {path}, as: '1000:1000'" for path in files])
        ended = self.warrant("check", policy)
        self.assertEqual(ended.status, 0, ended)

    def test_an_owner_that_a_mount_does_not_show(self):
        path = self.file("home/key", "")
        os.chown(path, 2000, 2000)
        shown = idmapped.mount(self, path.parent, NOBODY) / path.name
        self.assertEqual((shown.stat().st_uid, shown.stat().st_gid), (65534, 65534))
        for word, name in [("owner", "nobody"), ("owner", "root"), ("group", "nogroup"), ("group", "root")]:
            self.assertEqual(self.warrant("can", word, shown, name).status, 2, (word, name))
        self.assertEqual(self.warrant("can", "owner", path, "2000").status, 0)
