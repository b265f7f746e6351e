"""What is asked about: a tree of 10,000 files, 500 subjects, and questions about them as lines of JSON."""

import json
import os
import random
import struct

MODES = [0o644, 0o600, 0o640, 0o660, 0o666, 0o444]
# Each action with its argument, as often as it is asked.
ACTIONS = [
    ("read", None), ("read", None), ("read", None), ("write", None), ("access", "rw"), ("stat", None),
    ("delete", "file"), ("create", None), ("chmod", "0600"), ("truncate", None),
]
OWNER, USER, OWNING_GROUP, GROUP, MASK, OTHER = 1, 2, 4, 8, 16, 32


def access_list(mode):
    """The bytes of system.posix_acl_access, see acl(5)."""
    none = 0xFFFFFFFF
    entries = [(OWNER, mode >> 6, none), (USER, 4, 1007), (OWNING_GROUP, mode >> 3, none), (GROUP, 6, 7),
               (MASK, 6, none), (OTHER, mode, none)]
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", tag, bits & 7, id) for tag, bits, id in entries)


def make_tree(folder):
    """A hundred files in each of a hundred directories; one in twenty has an access list."""
    chance = random.Random(4)
    paths = []
    for number in range(100):
        directory = folder / f"directory-{number}"
        directory.mkdir(parents=True, exist_ok=True)
        for index in range(100):
            path = str(directory / f"file-{index}.txt")
            mode = chance.choice(MODES)
            owner, group = 1000 + chance.randrange(500), chance.randrange(40)
            with_list = chance.randrange(20) == 0
            paths.append(path)
            if os.path.exists(path):
                continue
            open(path, "w").close()
            os.chown(path, owner, group)
            os.chmod(path, mode)
            if with_list:
                os.setxattr(path, "system.posix_acl_access", access_list(mode))
    return paths


def make_subjects():
    chance = random.Random(5)
    subjects = []
    for number in range(500):
        subject = {"uid": 1000 + number, "gid": chance.randrange(40)}
        subject["groups"] = [chance.randrange(40) for _ in range(chance.randrange(12))]
        if number % 50 == 0:
            subject["capabilities"] = ["CAP_DAC_OVERRIDE", "CAP_FOWNER"]
        if number % 50 == 1:
            subject["userns"] = {"uid": [[0, 100000, 65536]], "gid": [[0, 100000, 65536]]}
        subjects.append(json.dumps(subject))
    return subjects


def write_questions(path, paths, count):
    chance = random.Random(6)
    subjects = make_subjects()
    with open(path, "w") as file:
        for number in range(count):
            action, argument = chance.choice(ACTIONS)
            more = f',"argument":"{argument}"' if argument else ""
            file.write(f'{{"id":{number},"subject":{chance.choice(subjects)},"action":"{action}",'
                       f'"object":{json.dumps(chance.choice(paths))}{more}}}\n')
