import TestSupport

/// Runs another program during `body`. It locks a file in the same way as Warrant until it is killed.
func withOtherHolder(
    of path: String,
    as user: Int = 0,
    body: (Child) async throws -> Void
) async throws {
    let program = """
        import fcntl, os, struct, sys
        user = int(sys.argv[2])
        os.setgid(user); os.setuid(user)
        file = os.open(sys.argv[1], os.O_RDWR)
        lock = struct.pack("hhqqi", fcntl.F_WRLCK, 0, 0, os.getpid() + 1, 0)
        fcntl.fcntl(file, fcntl.F_OFD_SETLK, lock)
        os.write(1, os.read(0, 1))
        os.read(0, 1)
        """
    try await withChild(["/usr/bin/python3", "-c", program, path, "\(user)"], body: body)
}
