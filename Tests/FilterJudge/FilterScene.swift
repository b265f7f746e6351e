import Foundation
import Glibc

/// The files and sockets that the questions are about, and the program that makes the calls.
enum FilterScene {
    static let files = "/srv/filter"
    static let caller = "/srv/filter-caller"
    static let folder = "/run/filter"
    /// Where a server of this host listens: TCP at 127.0.0.1 and ::1, a Unix socket, and an abstract one.
    static let port: UInt16 = 4777
    static let socket = "/run/filter/socket"
    static let abstract = "filter-judge"

    static func build() throws {
        let script = """
            set -e
            umask 0
            rm -rf \(files) \(folder)
            mkdir -p \(files) \(folder)
            echo text >\(files)/f
            ln -s f \(files)/l
            cc -O1 -static -nostdlib -ffreestanding -fno-stack-protector -o \(caller) -x c -
            cp \(caller) \(files)/x
            """
        try callerSource.write(toFile: "/tmp/caller.c", atomically: false, encoding: .utf8)
        guard try run("sh", "-c", "exec </tmp/caller.c; \(script)") == 0 else {
            fatalError("FilterJudge needs cc; apt-get install gcc libc6-dev")
        }
        try listen(on: .inet(0x7F00_0001, port))
        try listen(on: .inet6(loopback: true, port))
        try listen(on: .unix(path: socket))
        try listen(on: .unix(abstract: abstract))
        unsafe chmod(socket, 0o777)
    }

    /// Accepts and closes every connection.
    private static func listen(on address: RawAddress) throws {
        let server = Glibc.socket(address.family, Int32(SOCK_STREAM.rawValue), 0)
        // An earlier run may have left connections behind.
        var reuses: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        _ = unsafe setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &reuses, size)
        let bytes = address.bytes
        // SAFETY: The buffer lives until bind(2) returns.
        let bound = unsafe bytes.withUnsafeBytes { buffer in
            unsafe bind(
                server,
                buffer.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(buffer.count)
            )
        }
        guard server >= 0, bound == 0, Glibc.listen(server, 64) == 0 else {
            fatalError("cannot listen: error \(errno)")
        }
        Thread.detachNewThread { while true { close(accept(server, nil, nil)) } }
    }
}

/// The bytes of a socket address for bind(2) and connect(2).
struct RawAddress {
    let family: Int32
    let bytes: [UInt8]

    static func inet(_ address: UInt32, _ port: UInt16) -> Self {
        Self(family: AF_INET, bytes: start(AF_INET) + big(port) + big(address) + zeros(8))
    }

    /// ::1 or ::, otherwise 2001:db8::1.
    static func inet6(loopback: Bool?, _ port: UInt16) -> Self {
        var address = zeros(16)
        if loopback != false { address[15] = loopback == true ? 1 : 0 }
        if loopback == false { address.replaceSubrange(0..<4, with: [0x20, 0x01, 0x0D, 0xB8]) }
        return Self(
            family: AF_INET6,
            bytes: start(AF_INET6) + big(port) + zeros(4) + address + zeros(4)
        )
    }

    static func unix(path: String) -> Self {
        Self(family: AF_UNIX, bytes: start(AF_UNIX) + Array(path.utf8) + [0])
    }

    static func unix(abstract: String) -> Self {
        Self(family: AF_UNIX, bytes: start(AF_UNIX) + [0] + Array(abstract.utf8))
    }

    var hex: String { bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

    private static func start(_ family: Int32) -> [UInt8] {
        big(UInt16(family).byteSwapped)
    }

    private static func big<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        (1...Number.bitWidth / 8).map {
            UInt8(truncatingIfNeeded: number >> (Number.bitWidth - 8 * $0))
        }
    }

    private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
}
