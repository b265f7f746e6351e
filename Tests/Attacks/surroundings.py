"""The environment and the descriptors that a caller passes."""

import itertools
import os
import socket
import struct
import subprocess

from attack import NOBODY, STATUSES, WARRANT, Attack

SYSTEM_BUS = "/run/dbus/system_bus_socket"
REFUSED = "which a process with privilege does not trust; name a socket as `unix:path=/…`, or unset the variable"
BUS_CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path={path}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*"/>
<allow receive_sender="*"/></policy></busconfig>
"""
# Values that would change the program's behaviour if it trusted them.
STRANGE = {
    "LISTEN_PID": ["1", "-1", "99999999999999999999", "0x10", "\x1b[31m"],
    "LISTEN_FDS": ["1", "-1", "2147483647", "99999999999999999999", "", "3\n"],
    "LISTEN_FDNAMES": [":" * 10_000, "\x1b]0;x\x07"],
    "NOTIFY_SOCKET": ["@attack", "/nonexistent", "-", "x" * 5_000],
    "JOURNAL_STREAM": ["8:1", "-1:-1", "x", "99999999999999999999:1"],
    "RUNTIME_DIRECTORY": ["/tmp", "::", "../..", "\x1b[31m"],
    "XDG_RUNTIME_DIR": ["/tmp", ".", "x" * 5_000],
    "XDG_CONFIG_HOME": ["/tmp"],
    "NO_COLOR": ["", "0", "\x1b[31m"],
    "COLUMNS": ["-1", "0", "1", "99999999999999999999", "%s%n"],
    "LINES": ["-1"],
    "TERM": ["", "dumb", "../../etc/passwd", "x" * 100_000],
    "LANG": ["tr_TR.UTF-8", "../../tmp", "C.\x1b[31m"],
    "LC_ALL": ["zh_CN.GB18030", "x" * 100_000],
    "TZ": [":/etc/shadow", "../../../etc/shadow", "x" * 100_000],
    "HOME": ["/nonexistent", ""],
    "PATH": ["", ".", "/nonexistent"],
    "TMPDIR": ["/nonexistent", "../.."],
    "MALLOC_PERTURB_": ["165"],
    "SWIFT_BACKTRACE": ["enable=yes,swift-backtrace=/bin/false"],
    "SYSTEMD_LOG_LEVEL": ["debug"],
    "SYSTEMD_BUS_TIMEOUT": ["0", "infinity"],
    "DBUS_SESSION_BUS_ADDRESS": ["unixexec:path=/bin/false"],
    "POSIXLY_CORRECT": ["1"],
}


class Bus(Attack):
    """`DBUS_SYSTEM_BUS_ADDRESS`, which decides who answers for systemd and polkit."""

    def setUp(self):
        super().setUp()
        self.folder.chmod(0o1777)
        self.marker = self.folder / "started"
        self.program = self.file("evil", f"#!/bin/sh\necho > {self.marker}\n", mode=0o755)

    def ask(self, address, **options):
        return self.warrant("can", "unit", "cron.service", environment={"DBUS_SYSTEM_BUS_ADDRESS": address}, **options)

    def test_no_program_is_started_for_a_caller_with_privilege(self):
        address = f"unixexec:path={self.program}"
        self.ask(address, user=NOBODY, program=self.copy("plain"))
        self.assertTrue(self.marker.exists(), "the attack itself does not work")
        self.marker.unlink()
        capable = self.copy("capable")
        self.run_program("setcap", "cap_chown+p", capable)
        for address in [address, f"unix:path=/nonexistent;{address}", f"unix:path=/a,x=y;{address}"]:
            ended = self.ask(address)
            self.assertEqual(ended.status, 2)
            self.assertIn(f"names `{address}`", " ".join(ended.output.decode().split()))
            self.assertIn(REFUSED, " ".join(ended.output.decode().split()))
            # With AT_SECURE the variable is not even read.
            for program in [self.copy("setuid", mode=0o4755), capable]:
                ended = self.ask(address, user=NOBODY, program=program)
                self.assertIn(SYSTEM_BUS, ended.output.decode())
            # The caller's own capability is privilege too.
            ambient = ["setpriv", "--reuid=65534", "--clear-groups", "--inh-caps=+chown", "--ambient-caps=+chown"]
            ended = self.run_program(
                *ambient, self.copy("plain"), "can", "unit", "cron.service",
                environment={"DBUS_SYSTEM_BUS_ADDRESS": address})
            self.assertIn(REFUSED, " ".join(ended.output.decode().split()))
        self.assertFalse(self.marker.exists())

    def test_no_other_machine_is_asked(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            server.settimeout(0)
            for family in ["tcp", "nonce-tcp"]:
                ended = self.ask(f"{family}:host=127.0.0.1,port={server.getsockname()[1]}")
                self.assertEqual(ended.status, 2)
                with self.assertRaises(BlockingIOError):
                    server.accept()

    def test_no_name_that_anyone_may_take_is_asked(self):
        with socket.socket(socket.AF_UNIX) as server:
            server.bind("\0attack")
            server.listen()
            server.settimeout(0)
            self.assertEqual(self.ask("unix:abstract=attack").status, 2)
            with self.assertRaises(BlockingIOError):
                server.accept()

    def test_another_bus_is_named_in_the_report(self):
        path = self.folder / "bus"
        configuration = self.file("bus.conf", BUS_CONFIGURATION.format(path=path))
        daemon = subprocess.Popen(
            ["dbus-daemon", "--nofork", "--print-address=1", f"--config-file={configuration}"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.addCleanup(daemon.wait)
        self.addCleanup(daemon.kill)
        self.addCleanup(daemon.stdout.close)
        daemon.stdout.readline()
        address = f"unix:path={path}"
        named = f"systemd and polkit were asked over `{address}`, which DBUS_SYSTEM_BUS_ADDRESS names"
        environment = {"DBUS_SYSTEM_BUS_ADDRESS": address}
        policy = self.policy("unit: cron.service")
        self.assertIn(named, self.ask(address).output.decode())
        checked = self.warrant("check", policy, environment=environment)
        self.assertIn(named, checked.output.decode())
        for arguments in [["can", "unit", "cron.service"], ["check", policy]]:
            ended = self.warrant(*arguments, "--format", "json", environment=environment)
            self.assertIn(f'"bus" : "{address}"', ended.output.decode())
        for kind in ["junit", "tap", "prometheus", "nagios"]:
            ended = self.run_program(os.environ["WARRANT"], "check", "--format", kind, policy, environment=environment)
            self.assertIn(named, ended.errors.decode())
        # The bus is not named if nothing was asked of it.
        self.assertNotIn("bus", self.warrant("can", "read", "/", environment=environment).all.decode())


class Environment(Attack):
    def test_strange_values_change_no_answer(self):
        policy = self.policy("read: /etc/passwd", "bind: tcp:443", "capability: CAP_CHOWN", "resolve: localhost",
                             "read: /etc/none")
        plain = self.warrant("check", "--evidence", policy)
        self.assertEqual(plain.status, 1)
        for name, values in STRANGE.items():
            for value in values:
                with self.subTest(f"{name}={value[:40]!r}"):
                    environment = {name: value}
                    if name.startswith("LISTEN_FD"):
                        environment["LISTEN_PID"] = "1"
                    ended = self.warrant("check", "--evidence", policy, environment=environment)
                    self.assertEqual((ended.status, ended.output), (plain.status, plain.output))
                    self.assertNotIn(b"\x1b", ended.errors)

    def test_the_personality_changes_no_answer(self):
        file = self.file("file", "text")
        question = ["can", "set-attribute", file]
        old = self.run_program("setarch", "--uname-2.6", "uname", "--kernel-release")
        self.assertTrue(old.output.startswith(b"2.6"), "the attack itself does not work")
        ended = self.run_program("setarch", "--uname-2.6", WARRANT, *question)
        self.assertEqual(ended, self.warrant(*question))

    def test_nothing_is_sent_to_a_socket_that_the_environment_names(self):
        path = self.folder / "socket"
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as server:
            server.bind(str(path))
            server.settimeout(0)
            environment = {"NOTIFY_SOCKET": str(path), "SYSTEMD_JOURNAL_SOCKET": str(path)}
            self.warrant("check", self.policy("read: /etc/passwd", "unit: cron.service"), environment=environment)
            self.assertRaises(BlockingIOError, server.recv, 1)

    def test_nothing_is_made_in_folders_that_the_environment_names(self):
        open_folder = self.folder / "open"
        open_folder.mkdir(mode=0o777)
        names = ["RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "TMPDIR", "HOME",
                 "CACHE_DIRECTORY", "STATE_DIRECTORY"]
        self.warrant("check", self.policy("read: /etc/passwd", "unit: cron.service"),
                     environment=dict.fromkeys(names, str(open_folder)))
        self.assertEqual(list(open_folder.iterdir()), [])


class Descriptors(Attack):
    """Closed standard streams: the next file that is opened gets their number."""

    def with_closed(self, closed, *arguments, **options):
        def close():
            for number in closed:
                os.close(number)
        return self.warrant(*arguments, preexec_fn=close, **options)

    def test_an_answer_is_the_same(self):
        policy = self.policy("read: /etc/passwd", "resolve: localhost", "unit: cron.service")
        questions = [["can", "read", "/etc/passwd"], ["can", "--as", "www-data", "read", "/etc/shadow"],
                     ["can", "resolve", "localhost"], ["check", policy], ["lint", policy], ["can", "--list", "/etc/ssl"],
                     ["who-can", "read", "/etc/shadow"], ["can", "unit", "cron.service"]]
        for question in questions:
            plain = self.warrant(*question)
            for closed in itertools.chain.from_iterable(itertools.combinations(range(3), n) for n in (1, 2, 3)):
                with self.subTest(question=question, closed=closed):
                    ended = self.with_closed(closed, *question)
                    if 1 in closed:
                        # An answer that cannot be reported must not pass for `authorized`.
                        self.assertEqual(ended.status, 70)
                        if 2 not in closed:
                            self.assertIn(b"Bad file descriptor", ended.errors)
                    else:
                        self.assertEqual((ended.status, ended.output), (plain.status, plain.output))

    def test_no_report_goes_into_a_file(self):
        """If standard output is closed, the report must not be written into a file that is rewritten."""
        text = "warrant: 1\nname: policy\nsummary: It is read.\nrequire:\n  - all:\n      - read: /etc/passwd\n"
        fixed = self.file("plain/policy.yaml", text)
        self.warrant("lint", "--fix", fixed)
        for closed in itertools.chain.from_iterable(itertools.combinations(range(3), n) for n in (1, 2, 3)):
            with self.subTest(closed=closed):
                policy = self.file("p/policy.yaml", text)
                self.with_closed(closed, "lint", "--fix", policy)
                self.assertIn(policy.read_text(), [text, fixed.read_text()])
                batch = self.file("p/batch.jsonl", '{"action":"read","object":"/etc/passwd"}\n' * 3)
                before = batch.read_bytes()
                self.with_closed(closed, "can", "--batch", batch)
                self.assertEqual(batch.read_bytes(), before)

    def test_a_set_user_id_program_has_its_streams(self):
        """glibc opens the streams for such a program, so that no file takes their place."""
        program = self.copy("setuid", mode=0o4755)
        for closed in [(0,), (1,), (2,), (0, 1, 2)]:
            self.with_closed(closed, "can", "read", "/etc/shadow", program=program, user=NOBODY)

    def test_a_reader_that_goes_away_is_no_fault_of_the_answer(self):
        read, write = os.pipe()
        os.close(read)
        process = subprocess.run([os.environ["WARRANT"], "can", "read", "/etc/passwd"], stdout=write,
                                 stderr=subprocess.PIPE, timeout=10)
        os.close(write)
        self.assertIn(process.returncode, STATUSES | {-13})

    def test_a_full_disk_is_no_yes(self):
        with open("/dev/full", "wb") as full:
            process = subprocess.run([os.environ["WARRANT"], "can", "read", "/etc/passwd"], stdout=full,
                                     stderr=subprocess.PIPE, timeout=10)
        self.assertEqual(process.returncode, 70)

    def test_descriptors_of_the_caller_are_left_alone(self):
        """A descriptor that was open for writing is not written to, and no answer depends on it."""
        path = self.file("kept", "kept")
        with open(path, "r+b") as kept:
            os.lseek(kept.fileno(), struct.calcsize("B"), os.SEEK_SET)
            self.warrant("can", "write", f"/proc/self/fd/{kept.fileno()}", pass_fds=[kept.fileno()])
        self.assertEqual(path.read_text(), "kept")
