"""Predicts, starts and judges units inside a test host. Prints a line of JSON for each unit.

usage: inside.py MODE < UNITS

MODE is `all` or `changes`. UNITS is JSON: the package, the name and the text of each unit. The programs `warrant` and
`judge` are beside this file. The host is thrown away at the end, so this program writes to its files as it likes.
"""

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import threading
from pathlib import Path

import preparation
import questions
from unit import Unit

PROGRAMS = os.path.dirname(os.path.realpath(__file__))
POLICY = "/etc/judged.yaml"
OUTPUT = "/run/judged.output"
PORT = 7777  # as in questions.NETWORK
QUESTIONS_OF = {"all": questions.about_sandbox, "changes": questions.about_changes}


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=90)


def listen():
    """Accepts connections, as the peer of the question about `connect`."""
    server = socket.create_server(("127.0.0.1", PORT))

    def accept():
        while True:
            server.accept()[0].close()

    threading.Thread(target=accept, daemon=True).start()


def ask_warrant(unit, *options):
    """Returns the answers of Warrant about the unit file in the order of the questions, and those of a probe."""
    done = run(f"{PROGRAMS}/warrant", "check", "--unit-file", unit.path, *options, "--format", "json", POLICY)
    try:
        policy = json.loads(done.stdout)["policies"][0]
        findings = [requirement["finding"] for requirement in policy["requirements"]]
    except (ValueError, LookupError):
        raise RuntimeError(f"no report of Warrant: {(done.stdout + done.stderr)[:1000]}") from None
    if policy.get("diagnostics") or not findings:
        raise RuntimeError(f"no answers of Warrant: {json.dumps(policy)[:1000]}")
    answers = [
        {"verdict": found["verdict"], "reasons": [(each["code"], each["message"]) for each in found["reasons"]]}
        for found in findings
    ]
    return answers, policy.get("probe")


def quoted(argument):
    """Returns an argument as systemd.service(5) reads it, without specifiers and variables."""
    escaped = argument.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{escaped}"'


def start(unit, asked):
    """Starts the unit with the judge's arguments. Returns the judge's answers, and the state of the unit."""
    folder = Path(f"/run/systemd/system/{unit.name}.d")
    folder.mkdir(parents=True)
    preparation.remove(OUTPUT)
    arguments = " ".join(quoted(str(question)) for question in asked)
    (folder / "zz-judge.conf").write_text(
        f"[Service]\nExecStart=\nExecStart={unit.prefix}{unit.program} {arguments}\n"
        f"StandardOutput=file:{OUTPUT}\nStandardError=inherit\nTimeoutStartSec=40\n"
    )
    run("systemctl", "daemon-reload")
    run("systemctl", "start", unit.name)
    shown = run("systemctl", "show", unit.name, "--property", "ActiveState,Result,ExecMainStatus").stdout
    shutil.rmtree(folder)
    output = Path(OUTPUT).read_text() if os.path.exists(OUTPUT) else ""
    answers = [line for line in output.splitlines() if line == "yes" or line.startswith("no ")]
    return answers, dict(line.split("=", 1) for line in shown.splitlines())


def stop(unit, kept):
    run("systemctl", "stop", unit.name)
    run("systemctl", "reset-failed", unit.name)
    preparation.remove_directories(unit, kept)


def install(unit, asked):
    Path(unit.file_path).write_text(unit.text)
    Path(POLICY).write_text(questions.policy(asked))
    if not os.path.exists(unit.program):
        os.makedirs(os.path.dirname(unit.program), exist_ok=True)
        shutil.copy(f"{PROGRAMS}/judge", unit.program)
    preparation.prepare(unit)


def judge(unit, mode, result):
    """Adds to the result: what was asked, predicted, judged, and seen by a probe."""
    asked = QUESTIONS_OF[mode](unit)
    result["questions"] = [str(question) for question in asked]
    kept = unit.existing_directories()
    install(unit, asked)
    if mode == "changes":
        preparation.fill(unit)
    result["predicted"], _ = ask_warrant(unit)
    result["judged"], result["state"] = start(unit, asked)
    # A probe does not make the directories of the unit, so it runs while they are there.
    probes_active = mode == "all" and bool(unit.directories)
    if probes_active:
        result["probe"] = ask_warrant(unit, "--probe")[1]
    if mode == "changes":
        preparation.empty(unit)
    stop(unit, kept)
    if mode == "all" and not probes_active:
        result["probe"] = ask_warrant(unit, "--probe")[1]


def main():
    mode = sys.argv[1]
    # Only systemd-host makes this file. Everything below changes the system.
    if not os.path.exists("/run/testhost"):
        sys.exit("inside.py: runs only inside a test host")
    listen()
    for package, name, text in json.load(sys.stdin):
        unit = Unit(package, name, text, PROGRAMS)
        result = {"package": package, "unit": name}
        try:
            judge(unit, mode, result)
        except (OSError, RuntimeError, subprocess.TimeoutExpired) as problem:
            result["problem"] = str(problem)
            with contextlib.suppress(OSError):
                stop(unit, [])
        preparation.remove(unit.file_path)
        print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
