"""Shared parts of the attacks: the program under attack, a scratch folder that every user may enter, and results.

`scripts/attack` runs the attacks as root in separate namespaces, where /tmp is empty. An attack is a test that passes
if the program withstands it. Each attack that could miss its aim is first made on a target that is vulnerable to it.
"""

import concurrent.futures
import dataclasses
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import unittest

WARRANT = pathlib.Path(os.environ["WARRANT"])
NOBODY = 65534
# A minimal environment, so that the caller's own has no effect.
ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "TERM": "xterm"}
# The documented exit statuses of the program.
STATUSES = {0, 1, 2, 64, 65, 66, 70}


@dataclasses.dataclass
class Ended:
    status: int
    output: bytes
    errors: bytes

    @property
    def all(self):
        return self.output + self.errors


class Attack(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="attack-", dir="/tmp"))
        self.folder.chmod(0o755)
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def file(self, name, text, mode=0o644):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        path.chmod(mode)
        return path

    def policy(self, *requirements, name="policy.yaml", head="name: policy"):
        lines = "".join(f"  - {{ {requirement} }}\n" for requirement in requirements)
        return self.file(name, f"warrant: 1\n{head}\nrequire:\n{lines}")

    def run_program(self, *command, environment=None, user=None, seconds=10, **options):
        """Runs a command. A command that does not end is killed, which is a failure."""
        options.setdefault("stdin", subprocess.DEVNULL)
        # Without this, root's supplementary groups would be kept.
        as_user = {} if user is None else {"user": user, "group": user, "extra_groups": []}
        process = subprocess.Popen(
            [os.fspath(word) for word in command], cwd=self.folder, env=ENVIRONMENT | (environment or {}),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **as_user, **options)
        try:
            output, errors = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            self.fail(f"no end within {seconds} s: {command}")
        return Ended(process.returncode, output, errors)

    def warrant(self, *arguments, **options):
        """Runs the program, which must end by itself with one of its own exit statuses."""
        ended = self.run_program(options.pop("program", WARRANT), *arguments, **options)
        if ended.status < 0:
            name = signal.Signals(-ended.status).name
            self.fail(f"ended by {name}: {arguments}\n{ended.all.decode(errors='replace')}")
        self.assertIn(ended.status, STATUSES, ended)
        return ended

    def each_at_once(self, questions, attack):
        """Attacks with all questions at the same time, because each mostly waits."""
        with concurrent.futures.ThreadPoolExecutor(len(questions)) as pool:
            attempts = [(question, pool.submit(attack, question)) for question in questions]
        for question, attempt in attempts:
            with self.subTest(question=question):
                attempt.result()

    def copy(self, name="warrant", owner=0, mode=0o755):
        """Returns a copy of the program that may have more privilege than its caller."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(WARRANT, path)
        os.chown(path, owner, 0)
        path.chmod(mode)
        return path

    def compile(self, name, source, *options):
        """Compiles C code that is planted, or that is vulnerable to an attack."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["gcc", "-x", "c", "-", "-o", path, *options], input=source, text=True, check=True,
                       capture_output=True)
        return path
