"""Downloads packages of Debian, and reads the service units in them. Nothing of a package is written to a file."""

import os
import subprocess
import tarfile
import urllib.parse

UNIT_FOLDERS = ("./lib/systemd/system/", "./usr/lib/systemd/system/", "./etc/systemd/system/")


def listed(path):
    """Returns the packages of a list, each with its version. The list has `NAME VERSION` in each line."""
    lines = (line.split("#")[0].split() for line in path.read_text().splitlines())
    return [(line[0], line[1]) for line in lines if line]


def kept(folder):
    """Returns the packages in a folder by name, each with its version and path. apt-get(8) names the files."""
    found = {}
    for path in sorted(folder.glob("*.deb")):
        name, version, _ = urllib.parse.unquote(path.name).split("_")
        found[name] = (version, path)
    return found


def download(packages, folder, log):
    """Downloads what is missing. If the archive no longer has a version, its present one takes the place."""
    there = kept(folder)
    missing = [(name, version) for name, version in packages if name not in there]
    if not missing:
        return
    log(f"downloading {len(missing)} packages")
    # apt's own user may not write to the folder, and each download would warn of it.
    command = ["apt-get", "download", "-qq", "-o", "APT::Sandbox::User=root"]
    if subprocess.run([*command, *map("=".join, missing)], cwd=folder, capture_output=True).returncode == 0:
        return
    for name, version in missing:
        if subprocess.run([*command, f"{name}={version}"], cwd=folder, capture_output=True).returncode == 0:
            continue
        done = subprocess.run([*command, name], cwd=folder, capture_output=True, text=True)
        if done.returncode != 0:
            log(f"{name}: {done.stderr.strip()}; `apt-get update` may help")


def units_of(path):
    """Returns the name and the text of each service unit that is a file of its own, in the order of the paths."""
    found = {}
    process = subprocess.Popen(["dpkg-deb", "--fsys-tarfile", path], stdout=subprocess.PIPE)
    with process, tarfile.open(fileobj=process.stdout, mode="r|") as archive:
        for member in archive:
            if member.isfile() and member.name.startswith(UNIT_FOLDERS) and member.name.endswith(".service"):
                found[member.name] = archive.extractfile(member).read().decode(errors="replace")
    return [(os.path.basename(name), found[name]) for name in sorted(found)]


def units(packages, folder, log):
    """Returns the package, the name and the text of each unit of the packages."""
    found = []
    there = kept(folder)
    for name, version in packages:
        if name not in there:
            continue
        if there[name][0] != version:
            log(f"{name}: judges version {there[name][0]}; the list has {version}")
        found += [(name, unit, text) for unit, text in units_of(there[name][1])]
    return found
