"""The questions about a unit: as lines of a policy, and as arguments of the judge."""

import json
import re
from typing import NamedTuple

from unit import PATHS

FILES = """read=/etc/passwd read=/etc/shadow write=/etc/passwd write=/usr/bin/true execute=/usr/bin/true list=/root
list=/home list=/var/log search=/run/user stat=/usr/lib/modules write=/proc/sys/vm/swappiness read=/proc/kallsyms
read=/proc/kmsg write=/sys/power/state list=/sys/fs/cgroup read=/proc/cpuinfo""".split()
FOLDERS = "/etc /usr /usr/local /var /var/lib /var/tmp /var/log /home /root /tmp /run /opt /srv /boot".split()
SOCKETS = """bind=tcp:80 bind=tcp:8099 bind=udp:123 bind=tcp:[::]:8098 bind=unix:/run/judge.sock
bind=unix:/tmp/judge.sock""".split()
CAPABILITIES = """CAP_NET_BIND_SERVICE CAP_SYS_ADMIN CAP_DAC_OVERRIDE CAP_NET_ADMIN CAP_CHOWN CAP_SYS_MODULE CAP_SYSLOG
CAP_SYS_TIME CAP_MKNOD""".split()
DEVICES = """read=/dev/mem write=/dev/null read=/dev/urandom write=/dev/kmsg read=/dev/vda write=/dev/full
read=/dev/fuse write=/dev/net/tun""".split()
# `inside` listens on this port.
NETWORK = """connect=tcp:127.0.0.1:7777 connect=unix:/run/dbus/system_bus_socket raw-sockets=ipv4 raw-sockets=packet
icmp=ipv4""".split()

# These devices act when they are opened.
NEVER_OPENED = re.compile(r"/dev/.*(watchdog|tty|console)")
KERNEL_FOLDERS = re.compile(r"/(proc|sys|dev)\b")

# Each change of a file that exists, with its argument. That of `rename` and `link` is another path.
CHANGES = """append read-write open-truncate truncate touch set-attribute delete rename link chmod|0600 chmod|4755
chown|1 chgrp|1 access|w access|x""".split()
OWNERS = ("root", "user")


class Question(NamedTuple):
    word: str
    object: str
    argument: str = ""

    def __str__(self):
        return f"{self.word}={self.object}" + (f"|{self.argument}" if self.argument else "")

    @property
    def policy_line(self):
        argument = f", argument: {json.dumps(self.argument)}" if self.argument else ""
        return f"- {{ {self.word}: {json.dumps(self.object)}{argument} }}"


def parsed(text):
    word, _, object = text.partition("=")
    return Question(word, object)


def policy(questions):
    return "\n".join(["warrant: 1", "name: judged", "require:", *(each.policy_line for each in questions)]) + "\n"


def creations(folder):
    """Returns the questions whether a file and a directory can be created in a folder."""
    folder = folder.rstrip("/")
    return [Question("create", f"{folder}/judge"), Question("create", f"{folder}/judge.d", "directory")]


def about_sandbox(unit):
    """Returns the questions of the mode `all`: fixed ones, and others about what the unit names."""
    asked = [parsed(text) for text in FILES]
    asked += [creations(folder)[0] for folder in FOLDERS]
    asked += [creations(folder)[1] for folder in ("/var/cache", "/tmp")]
    for directory in unit.directories[:4]:
        created, made = creations(directory)
        asked += [created, Question("list", directory), made]
    for name, value in unit.settings:
        for entry in value.split()[:4] if name in PATHS else []:
            path = unit.expand(entry.lstrip("+-"))
            if path.startswith("/") and not KERNEL_FOLDERS.match(path):
                asked += [Question("list", path), creations(path)[0]]
    asked += [parsed(text) for text in SOCKETS]
    capabilities = list(CAPABILITIES)
    for value in unit.values("CapabilityBoundingSet") + unit.values("AmbientCapabilities"):
        capabilities += [name for name in value.upper().lstrip("~").split() if name.startswith("CAP_")][:4]
    asked += [Question("capability", name) for name in capabilities]
    asked += [parsed(text) for text in DEVICES + NETWORK]
    for value in unit.values("DeviceAllow"):
        if value.startswith("/dev/"):
            asked += [Question(word, value.split()[0]) for word in ("read", "write")]
    return [each for each in dict.fromkeys(asked) if not NEVER_OPENED.match(each.object)]


def changed_folders(unit):
    """Returns the folders in which the mode `changes` has files: four of this program, then some of the unit."""
    return ["/srv/judge", "/var/lib/judge", "/tmp/judge", "/home/judge", *unit.directories[:3]]


def changed_files(folder):
    """Returns the path, the owner and the question of each file that is changed. Each file has one question."""
    for owner in OWNERS:
        for change in CHANGES:
            word, _, argument = change.partition("|")
            path = f"{folder}/{change.replace('|', '-')}-{owner}"
            argument = f"{path}.new" if word in ("rename", "link") else argument
            yield path, owner, Question(word, path, argument)


def about_changes(unit):
    """Returns the questions of the mode `changes`. The calls that add a name to a folder come last."""
    asked = []
    for folder in changed_folders(unit):
        asked += [question for _, _, question in changed_files(folder)]
        asked.append(Question("open-create", f"{folder}/new"))
        asked.append(Question("create", f"{folder}/newdir", "directory"))
        asked += [Question("bind", f"unix:{folder}/socket"), Question("delete", folder)]
    return asked
