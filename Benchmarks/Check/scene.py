"""What is looked at: files, listeners and capability sets, and the policies that require them."""

import json
import selectors
import socket
import threading

SETS = {
    "effective": "CapEff",
    "permitted": "CapPrm",
    "inheritable": "CapInh",
    "bounding": "CapBnd",
    "ambient": "CapAmb",
}
CAPABILITIES = {"CAP_CHOWN": 0, "CAP_NET_BIND_SERVICE": 10, "CAP_SYS_ADMIN": 21, "CAP_SYS_TIME": 25}


class Listeners:
    """Loopback listeners on ports of the kernel's choice.

    The kernel completes a connection without us. A thread empties the queues only now and then, so
    that it takes no processor time from most of the runs that are measured.
    """

    def __init__(self, count):
        self.selector = selectors.DefaultSelector()
        self.ports = []
        for _ in range(count):
            listener = socket.create_server(("127.0.0.1", 0), backlog=4096)
            listener.setblocking(False)
            self.selector.register(listener, selectors.EVENT_READ)
            self.ports.append(listener.getsockname()[1])
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        pause = threading.Event()
        while True:
            for key, _ in self.selector.select():
                self.drain(key.fileobj)
            pause.wait(0.1)

    @staticmethod
    def drain(listener):
        while True:
            try:
                listener.accept()[0].close()
            except BlockingIOError:
                return


def make_files(folder, count):
    """Readable files, at most a hundred in a folder."""
    paths = []
    for number in range(count):
        path = folder / f"{number // 100:03}" / f"{number:05}"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("")
        paths.append(str(path))
    return paths


def capability_facts():
    """For some capabilities and each of the five sets: whether this process, and so its child, has it."""
    status = dict(line.split(":", 1) for line in open("/proc/self/status"))
    return [
        {"capability": name, "set": kind, "field": field, "bit": bit, "held": bool(int(status[field], 16) >> bit & 1)}
        for name, bit in CAPABILITIES.items()
        for kind, field in SETS.items()
    ]


def write_policy(path, files, ports=(), facts=()):
    lines = ["warrant: 1", f"name: {path.stem}", "summary: Made for a measurement.", "require:"]
    lines += [f"  - read: {file}" for file in files]
    lines += [f"  - connect: tcp:127.0.0.1:{port}" for port in ports]
    for fact in facts:
        word = f"{{ capability: {fact['capability']}, in: {fact['set']} }}"
        lines.append(f"  - {word}" if fact["held"] else f"  - not: {word}")
    path.write_text("\n".join(lines) + "\n")
    return str(path)


class Scene:
    def __init__(self, folder):
        folder.mkdir(parents=True, exist_ok=True)
        self.listeners = Listeners(20)
        files = make_files(folder / "files", 10_000)
        ports, facts = self.listeners.ports, capability_facts()
        self.hundred = write_policy(folder / "hundred.yaml", files[:60], ports, facts)
        self.thousand = write_policy(folder / "thousand.yaml", files[:1_000])
        self.ten_thousand = write_policy(folder / "ten-thousand.yaml", files)
        self.testinfra = str(folder / "testinfra.json")
        with open(self.testinfra, "w") as file:
            json.dump({"files": files[:60], "ports": ports, "facts": facts}, file)
