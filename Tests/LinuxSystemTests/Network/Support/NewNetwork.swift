import Glibc

@testable import LinuxSystem

/// Runs `body` on its own thread in a new network namespace. There all ports are free, and no packet leaves. Its
/// loopback interface is up.
///
/// The function needs CAP_SYS_ADMIN, and fails with the errno of unshare(2) without it.
func inNewNetwork<Success: Sendable>(
    alsoUnsharing flags: Int32 = 0,
    _ body: @escaping @Sendable () throws -> Success
) async throws -> Success {
    try await withCheckedThrowingContinuation { continuation in
        do {
            try startThread(named: "test-network") {
                continuation.resume(
                    with: Result {
                        let newNetwork: Int32 = 0x4000_0000
                        try enterNew(newNetwork | flags)
                        try raiseLoopback()
                        return try body()
                    }
                )
            }
        } catch {
            continuation.resume(throwing: error)
        }
    }
}

/// Gives the calling thread its own namespaces.
func enterNew(_ flags: Int32) throws(SystemError) {
    typealias Unshare = @convention(c) (Int32) -> Int32
    // SAFETY: the symbol is unshare(2) of the C library, which has this type.
    let unshare = unsafe unsafeBitCast(dlsym(nil, "unshare"), to: Unshare.self)
    guard unshare(flags) == 0 else {
        throw SystemError("unshare(2)", "namespaces of the test's own; run it as root", code: errno)
    }
}

private func raiseLoopback() throws(SystemError) {
    // struct ifinfomsg of rtnetlink(7): the interface of index 1, with IFF_UP as the flag to change and as its new
    // value.
    let request =
        bytes(of: UInt32(0)) + bytes(of: UInt32(1)) + bytes(of: UInt32(1)) + bytes(of: UInt32(1))
    try changeNetwork(type: 16, request)  // RTM_NEWLINK
}

/// Adds a route to 192.0.2.`block`.0/24 that refuses: type 7 is "unreachable", 8 is "prohibit".
func addRefusingRoute(block: UInt32, type: UInt8) throws(SystemError) {
    // struct rtmsg: family, lengths, tos, main table, static, everywhere, type, flags; then RTA_DST.
    let route: [UInt8] = [2, 32, 0, 0, 254, 4, 0, type] + bytes(of: UInt32(0))
    let destination = bytes(of: UInt16(8)) + bytes(of: UInt16(1))
    let address = bytes(of: (0xc000_0200 | block).bigEndian)
    try changeNetwork(type: 24, route + destination + address)  // RTM_NEWROUTE
}

private func changeNetwork(type: UInt16, _ request: [UInt8]) throws(SystemError) {
    let netlink = try NetlinkSocket(family: 0, for: "a network of the test's own")
    let acknowledgedCreation: Int32 = 0x4 | 0x400  // NLM_F_ACK, NLM_F_CREATE
    _ = try netlink.ask(type: type, flags: acknowledgedCreation, request)
}

/// Sets a kernel parameter of this thread's network namespace.
func setParameter(_ name: String, _ value: String) throws(SystemError) {
    let path = "/proc/sys/net/" + name
    // SAFETY: the call reads the NUL-terminated path.
    let file = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw SystemError("open(2)", path, code: errno) }
    defer { close(file) }
    // SAFETY: the kernel reads the bytes of the string during the call.
    let length = unsafe write(file, value, value.utf8.count)
    guard length == value.utf8.count else { throw SystemError("write(2)", path, code: errno) }
}
