"""What a package makes when it is installed: the users, groups and files that its unit names. Runs inside the host."""

import os
import re
import shutil
from pathlib import Path

from questions import KERNEL_FOLDERS, changed_files, changed_folders

NOBODY = (65534, 65534)


def entries(table):
    return [line.split(":") for line in Path(f"/etc/{table}").read_text().splitlines()]


def is_known(table, name):
    return name.isdigit() or any(entry[0] == name for entry in entries(table))


def ids_of(user):
    """Returns the uid and the gid of a user that the passwd table names, or nothing."""
    return next(((int(entry[2]), int(entry[3])) for entry in entries("passwd") if entry[0] == user), None)


def add_line(table, line):
    with open(f"/etc/{table}", "a") as file:
        file.write(line + "\n")


def add_group(name):
    if not is_known("group", name):
        add_line("group", f"{name}:x:{700 + len(entries('group'))}:")


def add_user(name):
    """Adds a user with a group of its own, whose number both have."""
    if is_known("passwd", name):
        return
    add_group(name)
    number = next(entry[2] for entry in entries("group") if entry[0] == name)
    add_line("passwd", f"{name}:x:{number}:{number}::/nonexistent:/usr/sbin/nologin")


def add_accounts(unit):
    added = []
    if not unit.is_dynamic:
        added += [("user", unit.expand(name)) for name in unit.values("User") if name]
        added += [("group", unit.expand(name)) for name in unit.values("Group") if name]
    for value in unit.values("SupplementaryGroups"):
        added += [("group", name) for name in unit.expand(value).split()]
    for kind, name in added:
        if not name.isdigit():
            (add_user if kind == "user" else add_group)(name)


def needed_files(unit):
    """Returns the files without which the unit does not start."""
    files = [unit.expand(value) for value in unit.values("EnvironmentFile") if not value.startswith("-")]
    credentials = [unit.expand(value) for value in unit.values("LoadCredential")]
    return files + [value.split(":")[1] for value in credentials if ":/" in value]


def needed_folders(unit):
    """Returns the directories without which the unit does not start."""
    folders = [entry.lstrip("+") for entry in unit.listed_paths if not entry.startswith("-")]
    for value in unit.values("BindPaths") + unit.values("BindReadOnlyPaths"):
        folders += [entry.split(":")[0] for entry in unit.expand(value).split() if not entry.startswith("-")]
    for value in unit.values("WorkingDirectory") + unit.values("RootDirectory"):
        folders += [unit.expand(value)] if value.startswith("/") else []
    return folders


def is_added(path, unit):
    """Returns whether a path is the package's to make: neither the kernel's, nor in a directory that systemd makes."""
    is_made = any(path == own or path.startswith(f"{own}/") for own in unit.directories)
    return not (os.path.exists(path) or is_made or re.search(r"[?*]", path) or KERNEL_FOLDERS.match(path))


def prepare(unit):
    """Adds the accounts, files and directories. A directory belongs to the user of the unit."""
    add_accounts(unit)
    owner = ids_of(unit.user)
    for folder in needed_folders(unit):
        if is_added(folder, unit):
            os.makedirs(folder)
            if owner:
                os.chown(folder, *owner)
    for path in needed_files(unit):
        if is_added(path, unit):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            Path(path).touch()


def fill(unit):
    """Makes the files that are changed: for each change one of root and one of the user of the unit, or of `nobody`."""
    owner = ids_of(unit.user)
    changer = owner if owner and owner[0] != 0 else NOBODY
    for folder in changed_folders(unit):
        if os.path.realpath(folder) != folder:
            continue
        is_new = not os.path.exists(folder)
        os.makedirs(folder, exist_ok=True)
        if folder == "/srv/judge":
            os.chmod(folder, 0o1777)
        elif folder == "/var/lib/judge":
            os.chown(folder, *changer)
        elif folder == "/tmp/judge" or (is_new and folder in unit.directories):
            os.chown(folder, *(changer if owner else (0, 0)))
        for path, kind, _ in changed_files(folder):
            Path(path).write_text("x")
            if kind == "user":
                os.chown(path, *changer)


def remove(path):
    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path)
    elif os.path.lexists(path):
        os.remove(path)


def empty(unit):
    """Removes the files of `fill`, and what the judge added to them."""
    for folder in changed_folders(unit):
        if folder not in unit.directories:
            remove(folder)
            continue
        for path, _, _ in changed_files(folder):
            remove(path)
            remove(f"{path}.new")
        for name in ("new", "newdir", "socket"):
            remove(f"{folder}/{name}")


def remove_directories(unit, kept):
    """Removes the directories of the unit that are new, so that the next unit finds the host as this one did."""
    for directory in unit.directories:
        if directory not in kept:
            real = os.path.realpath(directory)
            remove(directory)
            remove(real)
    for parent in ("/var/lib", "/var/cache", "/var/log"):
        for directory in unit.directories:
            remove(f"{parent}/private/{os.path.basename(directory)}")
