"""A FUSE file system with one policy. Any user may serve one, with any claims about its file. See fuse(4)."""

import ctypes
import os
import select
import struct
import threading
import time

LOOKUP, GETATTR, OPEN, READ, STATFS, RELEASE, FLUSH, INIT, OPENDIR, READDIR, ACCESS = 1, 3, 14, 15, 17, 18, 25, 26, 27, 28, 34
EVERYTHING = range(1, 100)
NO_ANSWER = {2, 36, 42}  # FORGET, INTERRUPT, BATCH_FORGET
ENOSYS, ENOENT = 38, 2
ROOT, FILE, SOCKET = 1, 2, 3

libc = ctypes.CDLL(None, use_errno=True)


def mount(source, target, kind, flags, options):
    if libc.mount(source.encode(), os.fsencode(target), kind.encode(), flags, options.encode()):
        raise OSError(ctypes.get_errno(), f"mount(2) of {kind} at {target}")


class FileSystem:
    """A file by every name that ends in `.yaml`, which belongs to root and which only root may write, and a `socket`.

    It does not answer some operations, and answers every other one only after a delay."""

    def __init__(self, point, text, silent_at=(), delay=0):
        self.point, self.text, self.silent_at, self.delay = point, text, silent_at, delay
        self.device = os.open("/dev/fuse", os.O_RDWR)
        mount("attack", point, "fuse", 0, f"fd={self.device},rootmode=40000,user_id=0,group_id=0,allow_other")
        # The kernel asks for the version. Nothing works before the answer.
        self.answer(os.read(self.device, 1 << 20))
        self.end_of_service, self.service = os.pipe()
        self.server = threading.Thread(target=self.serve, daemon=True)
        self.server.start()

    def close(self):
        libc.umount2(os.fsencode(self.point), 2)
        os.close(self.service)
        # Otherwise the thread would read from whatever gets the number of the device next.
        self.server.join()
        os.close(self.device)
        os.close(self.end_of_service)

    def abort(self):
        """Ends all calls that wait for an answer (MNT_FORCE), even if the mount is in use."""
        libc.umount2(os.fsencode(self.point), 1)

    def serve(self):
        ready = select.poll()
        ready.register(self.device, select.POLLIN)
        ready.register(self.end_of_service, select.POLLIN)
        try:
            while self.end_of_service not in dict(ready.poll()):
                request = os.read(self.device, 1 << 20)
                operation = struct.unpack_from("=II", request)[1]
                if operation in NO_ANSWER or operation in self.silent_at:
                    continue
                time.sleep(self.delay)
                self.answer(request)
        except OSError:
            pass

    def answer(self, request):
        _, operation, unique, node = struct.unpack_from("=IIQQ", request)
        code, body = self.found(operation, node, request[40:])
        os.write(self.device, struct.pack("=IiQ", 16 + len(body), -code, unique) + body)

    def attributes(self, node):
        mode, size, links = {
            ROOT: (0o40755, 4096, 2), FILE: (0o100644, len(self.text), 1), SOCKET: (0o140666, 0, 1)}[node]
        return struct.pack("=6Q3I7I", node, size, 8, 0, 0, 0, 0, 0, 0, mode, links, 0, 0, 0, 4096, 0)

    def found(self, operation, node, body):
        if operation == INIT:
            return 0, struct.pack("=4I2H2I2H8I", 7, 31, 65536, 0, 8, 6, 65536, 1, 0, 0, *[0] * 8)[:64]
        if operation == LOOKUP:
            name = body.rstrip(b"\0")
            node = SOCKET if name == b"socket" else FILE
            if node == FILE and not name.endswith(b".yaml"):
                return ENOENT, b""
            return 0, struct.pack("=4Q2I", node, 0, 0, 0, 0, 0) + self.attributes(node)
        if operation == GETATTR:
            return 0, struct.pack("=QII", 0, 0, 0) + self.attributes(node)
        if operation in (OPEN, OPENDIR):
            return 0, struct.pack("=QII", 1, 0, 0)
        if operation == READ:
            _, offset, size = struct.unpack_from("=QQI", body)
            return 0, self.text[offset:offset + size]
        if operation == STATFS:
            return 0, struct.pack("=5Q4I6I", 0, 0, 0, 1, 0, 4096, 255, 4096, 0, *[0] * 6)
        if operation in (RELEASE, FLUSH, ACCESS):
            return 0, b""
        return ENOSYS, b""
