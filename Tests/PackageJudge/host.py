"""Boots a test host, and runs the judge inside it. Everything is in a scratch folder and in namespaces of the host."""

import contextlib
import json
import os
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
INSIDE = "/run/programs"  # where systemd-host mounts the folder of programs


def make_programs(folder, warrant):
    """Makes the folder that every user of the host sees: the judge, Warrant, and these modules."""
    folder.mkdir()
    folder.chmod(0o755)
    shutil.copy(warrant, folder / "warrant")
    for module in HERE.glob("*.py"):
        shutil.copy(module, folder)
    compiler = os.environ.get("CC", "cc")
    subprocess.run([compiler, "-std=gnu17", "-O2", "-static", "-o", folder / "judge", HERE / "judge.c"], check=True)


@contextlib.contextmanager
def booted(systemd_host, folder, programs):
    """Boots a host, which ends with its standard input."""
    command = [systemd_host, "run", folder, programs]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        if not process.stdout.readline().strip().isdigit():
            raise RuntimeError("the host does not start")
        yield
    finally:
        process.stdin.close()
        process.wait()


def results(mode, units, systemd_host, warrant, scratch):
    """Yields the result of each unit."""
    programs = scratch / "programs"
    make_programs(programs, warrant)
    (scratch / "units.json").write_text(json.dumps(units))
    # The host's control group takes the name of its folder, so the name is the scratch folder's, which is unique.
    folder = scratch / scratch.name
    with booted(systemd_host, folder, programs), open(scratch / "units.json") as listed:
        command = [systemd_host, "exec", folder, "python3", "-B", f"{INSIDE}/inside.py", mode]
        with subprocess.Popen(command, stdin=listed, stdout=subprocess.PIPE, text=True) as process:
            try:
                for line in process.stdout:
                    yield json.loads(line)
            finally:
                process.terminate()  # if the caller takes no more results
