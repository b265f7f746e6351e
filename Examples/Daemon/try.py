"""Uses the daemon as a client and as an operator do, inside the booted systemd; `check` runs it there."""

import http.client
import pathlib
import socket
import subprocess
import threading


def systemctl(*words):
    done = subprocess.run(["systemctl", *words], capture_output=True, text=True)
    assert done.returncode == 0, f"systemctl {' '.join(words)}: {done.stderr}"
    return done.stdout.strip()


def property_of(unit, name):
    return systemctl("show", "--value", "--property", name, unit)


def ask(method, path):
    """Returns the status and the text that a client gets."""
    connection = http.client.HTTPConnection("127.0.0.1", 80, timeout=90)
    connection.request(method, path)
    answer = connection.getresponse()
    return answer.status, answer.read().decode().strip()


class Client(threading.Thread):
    """Asks for a restart, and waits for the answer."""

    def run(self):
        self.answer = ask("POST", "/restart")

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.join()


class Operator:
    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect("/run/restartd/operators")
        self.lines = self.socket.makefile("r")
        assert self.line() == "waiting for questions"

    def line(self):
        return self.lines.readline().strip()

    def expect_question(self, number):
        check("the operator is asked", self.line(), f"{question} `{number} yes` or `{number} no`")

    def say(self, line):
        self.socket.sendall(f"{line}\n".encode())

    def leave(self):
        self.socket.shutdown(socket.SHUT_RDWR)


def check(what, found, expected):
    print(f"{what}: {found}")
    assert found == expected, f"expected {expected}"


def sets_of(pid):
    """Returns the kernel capabilities of all threads, as names of sets with their masks."""
    threads = pathlib.Path(f"/proc/{pid}/task").iterdir()
    return {line for thread in threads for line in (thread / "status").read_text().splitlines()
            if line.startswith("Cap")}


question = "Restart site.service, as 127.0.0.1 requests?"
unit = pathlib.Path("/etc/systemd/system/site.service")
unit.write_text("[Service]\nExecStart=/bin/sleep infinity\n")
systemctl("daemon-reload")
systemctl("start", "site.service", "restartd.service")
daemon = property_of("restartd.service", "MainPID")
site = property_of("site.service", "MainPID")

# 0x400 is CAP_NET_BIND_SERVICE.
nothing, bind = "0" * 16, f"{0x400:016x}"
check("capabilities of all threads", sorted(sets_of(daemon)), [
    f"CapAmb:\t{nothing}", f"CapBnd:\t{bind}", f"CapEff:\t{nothing}", f"CapInh:\t{nothing}", f"CapPrm:\t{bind}"])
check("GET /", ask("GET", "/"), (200, "site.service is active (running)"))

status, text = ask("POST", "/restart")
check("restart, with no operator", status, 403)
assert "no operator is there" in text, text

operator = Operator()
operator.say("yes")  # typed before the question: it does not count
with Client() as client:
    operator.expect_question(1)
    operator.say("2 yes")
    operator.say("1 no")
check("restart, and the operator says no", client.answer[0], 403)
check("the unit is as it was", property_of("site.service", "MainPID"), site)

with Client() as client:
    operator.expect_question(2)
    operator.say("2 yes")
check("restart, and the operator says yes", client.answer, (200, "site.service was restarted"))
assert property_of("site.service", "MainPID") != site
check("GET /", ask("GET", "/"), (200, "site.service is active (running)"))

with Client() as client:
    operator.expect_question(3)
    operator.leave()
check("restart, and the operator leaves", client.answer[0], 403)
assert "left without an answer" in client.answer[1], client.answer

operator = Operator()
with Client() as one, Client() as other:
    operator.expect_question(4)
    operator.say("4 yes")
    operator.expect_question(5)
    operator.say("5 yes")
check("two restarts, and a yes to each", [one.answer, other.answer], [(200, "site.service was restarted")] * 2)

site = property_of("site.service", "MainPID")
with Client() as client:
    operator.expect_question(6)
    systemctl("stop", "restartd.service")
check("restart, and the daemon stops", client.answer[0], 403)
check("the unit is as it was", property_of("site.service", "MainPID"), site)
check("the daemon closes the operator's connection", operator.line(), "")
check("the daemon ended", property_of("restartd.service", "Result"), "success")
check("with status", property_of("restartd.service", "ExecMainStatus"), "0")
assert not pathlib.Path("/run/restartd").exists()

denied = subprocess.run(["journalctl", "--quiet", "--output=cat", "WARRANT_VERDICT=denied"],
                        capture_output=True, text=True, check=True).stdout
print(denied)
assert "Restart site.service" in denied, denied
