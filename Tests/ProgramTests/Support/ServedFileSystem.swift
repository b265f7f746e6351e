import TestSupport

extension TemporaryFolder {
    /// Runs a command beside a FUSE file system with one file, `p.yaml`. It is mounted at a folder in a separate
    /// namespace.
    func run(_ command: [String], besideServed text: String, at mount: String) async throws -> Ended
    {
        try file("serve", Self.server)
        let namespaces = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
        return try await run(namespaces + ["python3", "serve", mount, text] + command)
    }

    /// - SeeAlso: fuse(4); `linux/fuse.h` has the numbers and the structures.
    private static let server = """
        import ctypes, errno, os, struct, subprocess, sys

        folder, text, command = sys.argv[1], sys.argv[2].encode(), sys.argv[3:]
        server = os.open("/dev/fuse", os.O_RDWR)
        options = f"fd={server},rootmode=40000,user_id=0,group_id=0".encode()
        if ctypes.CDLL(None).mount(b"served", folder.encode(), b"fuse", 0, options):
            sys.exit("root with CAP_SYS_ADMIN is needed to mount")

        def attributes(node):
            mode, size = (0o40755, 0) if node == 1 else (0o100644, len(text))
            return struct.pack("QQQ24x12xIIIIIII", node, size, 1, mode, 1, 0, 0, 0, 4096, 0)

        def answer(operation, node, body):
            if operation == 26:  # INIT
                return struct.pack("IIIIHHI36x", *struct.unpack("II", body[:8]), 0, 0, 0, 0, 4096)
            if operation == 1 and body == b"p.yaml\\0":  # LOOKUP
                return struct.pack("QQQQII", 2, 0, 60, 60, 0, 0) + attributes(2)
            if operation == 3:  # GETATTR
                return struct.pack("QII", 60, 0, 0) + attributes(node)
            if operation in (14, 27):  # OPEN, OPENDIR
                return bytes(16)
            if operation == 15:  # READ
                return text[struct.unpack("QQ", body[:16])[1]:]
            if operation in (18, 25, 29):  # RELEASE, FLUSH, RELEASEDIR
                return b""

        if os.fork() == 0:
            while True:
                request = os.read(server, 1 << 17)
                length, operation, unique, node = struct.unpack("IIQQ", request[:24])
                if operation in (2, 42):  # FORGET, BATCH_FORGET: they have no answer
                    continue
                found = answer(operation, node, request[40:])
                error = 0 if found is not None else -(errno.ENOENT if operation == 1 else errno.ENOSYS)
                found = found or b""
                os.write(server, struct.pack("IiQ", 16 + len(found), error, unique) + found)
        os.close(server)
        sys.exit(subprocess.run(command).returncode)
        """
}
