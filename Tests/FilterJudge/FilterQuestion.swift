import Capabilities
import Foundation
import Glibc
import Kernel
import LinuxCapabilities

/// A question, and one of the calls for which its word stands.
struct FilterQuestion {
    private enum Kind {
        case file(FileAccess.Action, String)
        case connect(Endpoint)
        case bind(Endpoint)
        case route(String)
        case socket(SocketCreation.Kind)
    }

    private let kind: Kind
    /// The line for the caller.
    let call: String

    private init(_ kind: Kind, _ call: String) { (self.kind, self.call) = (kind, call) }

    var words: String {
        switch kind {
        case .file(let action, let path): "\(action.word) \(path)"
        case .connect(let endpoint): "connect \(endpoint.text)"
        case .bind(let endpoint): "bind \(endpoint.text)"
        case .route(let address): "route \(address)"
        case .socket(let kind): kind.rawValue
        }
    }

    /// Returns whether the line makes the call that a message names, such as `openat(2)`. A family belongs to socket(2).
    func makes(callNamedIn message: String) -> Bool {
        call.split(separator: " ").contains { message.contains(" \($0)(2) ") }
            || !message.contains("(2) ")
    }

    func answer(
        _ subject: Subject,
        on host: LinuxCapabilities.Host = .live
    ) async throws -> (Verdict, Errno?) {
        switch kind {
        case .file(let action, let path):
            let access = FileAccess(action, path, as: subject, on: host)
            return (try await access.authorizationStatus().meets(access.requirement), nil)
        case .connect(let endpoint):
            return try await network(.connect(to: endpoint, as: subject, on: host))
        case .bind(let endpoint): return try await network(.bind(endpoint, as: subject, on: host))
        case .route(let address):
            return try await network(.route(to: address, as: subject, on: host))
        case .socket(let kind):
            let socket = SocketCreation(kind, as: subject, on: host)
            return (try await socket.authorizationStatus().verdict, nil)
        }
    }

    private func network(_ question: NetworkReachability) async throws -> (Verdict, Errno?) {
        let status = try await question.authorizationStatus()
        return (status.verdict, status.error)
    }

    /// Makes the object that the call removes.
    func prepare() throws {
        guard case .file(let action, let path) = kind else { return }
        switch action {
        case .delete(.directory): unsafe mkdir(path, 0o777)
        case .delete, .rename: _ = FileManager.default.createFile(atPath: path, contents: nil)
        default: break
        }
    }
}

extension FilterQuestion {
    /// - Parameter name: A name that no other question has.
    init(_ name: String, _ random: inout SplitMix) {
        self = random.chance(50) ? Self.ofFile(name, &random) : Self.ofNetwork(name, &random)
    }

    private static let here = -100  // AT_FDCWD

    private static func ofFile(_ name: String, _ random: inout SplitMix) -> Self {
        let all = FilterScene.files
        let (file, new) = ("\(all)/f", "\(all)/new-\(name)")
        func opening(_ path: String, _ flags: Int) -> [String] {
            [
                "open s:\(path) \(flags) 438", "openat \(here) s:\(path) \(flags) 438",
                "openat2 \(here) s:\(path) h:\(how(flags)) 24",
            ]
        }
        let choices: [(FileAccess.Action, String, [String])] = [
            (.read, file, opening(file, 0)),
            (.write, file, opening(file, 1) + ["creat s:\(file) 438"]),
            (.read, "/dev/null", opening("/dev/null", 0)),
            (.readWrite, "/dev/zero", opening("/dev/zero", 2)),
            (.write, "/dev/full", opening("/dev/full", 1)),
            (.read, "/dev/urandom", opening("/dev/urandom", 0)),
            (.read, "\(all)/none", opening("\(all)/none", 0)),
            (
                .create(.file), new,
                opening(new, 0o301) + [
                    "creat s:\(new) 438", "mknod s:\(new) 33206 0",
                    "mknodat \(here) s:\(new) 33206 0",
                ]
            ),
            (.create(.directory), new, ["mkdir s:\(new) 511", "mkdirat \(here) s:\(new) 511"]),
            (.create(.symlink), new, ["symlink s:f s:\(new)", "symlinkat s:f \(here) s:\(new)"]),
            (
                .create(.fifo), new,
                ["mknod s:\(new) 4534 0", "mknodat \(here) s:\(new) 4534 0"]
            ),
            (.delete(.file), new, ["unlink s:\(new)", "unlinkat \(here) s:\(new) 0"]),
            (.delete(.directory), new, ["rmdir s:\(new)", "unlinkat \(here) s:\(new) 512"]),
            (
                .rename(to: "\(new)-to"), new,
                [
                    "rename s:\(new) s:\(new)-to", "renameat \(here) s:\(new) \(here) s:\(new)-to",
                    "renameat2 \(here) s:\(new) \(here) s:\(new)-to 0",
                ]
            ),
            (
                .link(to: new), file,
                ["link s:\(file) s:\(new)", "linkat \(here) s:\(file) \(here) s:\(new) 0"]
            ),
            (.changeMode(0o666), file, ["chmod s:\(file) 438", "fchmodat \(here) s:\(file) 438"]),
            (
                .changeOwner(0), file,
                [
                    "chown s:\(file) 0 -1", "lchown s:\(file) 0 -1",
                    "fchownat \(here) s:\(file) 0 -1 0",
                ]
            ),
            (
                .touch(.now), file,
                [
                    "utime s:\(file) 0", "utimes s:\(file) 0", "futimesat \(here) s:\(file) 0",
                    "utimensat \(here) s:\(file) 0 0",
                ]
            ),
            (
                .stat, file,
                [
                    "stat s:\(file) b", "lstat s:\(file) b", "newfstatat \(here) s:\(file) b 0",
                    "statx \(here) s:\(file) 0 2047 b",
                ]
            ),
            (
                .readLink, "\(all)/l",
                ["readlink s:\(all)/l b 99", "readlinkat \(here) s:\(all)/l b 99"]
            ),
            (
                .access([.read, .write]), file,
                [
                    "access s:\(file) 6", "faccessat \(here) s:\(file) 6",
                    "faccessat2 \(here) s:\(file) 6 512",
                ]
            ),
            (.truncate, file, ["truncate s:\(file) 0"]), (.search, all, ["chdir s:\(all)"]),
            (
                .list, all,
                opening(all, 0o200000).flatMap {
                    ["\($0) ; getdents r b 4096", "\($0) ; getdents64 r b 4096"]
                }
            ),
            (
                .execute, "\(all)/x",
                ["execve s:\(all)/x 0 0", "execveat \(here) s:\(all)/x 0 0 0"]
            ),
        ]
        let (action, path, calls) = random.one(of: choices.filter { !$0.2.isEmpty })
        return Self(.file(action, path), random.one(of: calls.filter(exists)))
    }

    /// The calls that only older architectures have.
    private static func exists(_ call: String) -> Bool {
        #if arch(x86_64)
            true
        #else
            call.split(separator: " ").allSatisfy { word in
                ![
                    "open", "creat", "mkdir", "symlink", "mknod", "unlink", "rmdir", "rename",
                    "link",
                    "chmod",
                    "chown", "lchown", "utime", "utimes", "futimesat", "stat", "lstat", "readlink",
                    "access", "getdents",
                ].contains(word)
            }
        #endif
    }

    /// `struct open_how`.
    private static func how(_ flags: Int) -> String {
        let mode = flags & 0o100 == 0 ? 0 : 438
        return [flags, mode, 0].map { hex(UInt64($0)) }.joined()
    }

    private static func hex(_ number: UInt64) -> String {
        (0..<8).map { shift in
            let byte = UInt8(truncatingIfNeeded: number >> UInt64(8 * shift))
            return (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}

extension FilterQuestion {
    private static func ofNetwork(_ name: String, _ random: inout SplitMix) -> Self {
        let (stream, datagram) = (1, 2)
        func call(_ last: String, _ type: Int, _ address: RawAddress) -> String {
            "socket \(address.family) \(type) 0 ; "
                + "\(last) r h:\(address.hex) \(address.bytes.count)"
        }
        let local: UInt32 = 0x7F00_0001
        let outside: UInt32 = 0xC000_0201
        let port = FilterScene.port
        let own = UInt16(7000 + random.below(900))
        let path = "\(FilterScene.files)/new-\(name)"
        switch random.below(18) {
        case 0, 1:
            return Self(
                .connect(Endpoint(stringLiteral: "tcp:127.0.0.1:\(port)")),
                call("connect", stream, .inet(local, port))
            )
        case 2:
            return Self(
                .connect(Endpoint(stringLiteral: "tcp:[::1]:\(port)")),
                call("connect", stream, .inet6(loopback: true, port))
            )
        case 3:
            return Self(.connect("tcp:127.0.0.1:9"), call("connect", stream, .inet(local, 9)))
        case 4:
            return Self(.connect("tcp:192.0.2.1:9"), call("connect", stream, .inet(outside, 9)))
        case 5:
            return Self(
                .connect("tcp:[2001:db8::1]:9"),
                call("connect", stream, .inet6(loopback: false, 9))
            )
        case 6, 7:
            return Self(
                .connect(Endpoint(stringLiteral: "unix:\(FilterScene.socket)")),
                call("connect", stream, .unix(path: FilterScene.socket))
            )
        case 8:
            return Self(
                .connect(Endpoint(stringLiteral: "unix:@\(FilterScene.abstract)")),
                call("connect", stream, .unix(abstract: FilterScene.abstract))
            )
        case 9:
            return Self(
                .bind(Endpoint(stringLiteral: "tcp:127.0.0.1:\(own)")),
                call("bind", stream, .inet(local, own))
            )
        case 10:
            return Self(
                .bind(Endpoint(stringLiteral: "udp:\(own)")),
                call("bind", datagram, .inet(0, own))
            )
        case 11:
            return Self(
                .bind(Endpoint(stringLiteral: "tcp:[::]:\(own)")),
                call("bind", stream, .inet6(loopback: nil, own))
            )
        case 12: return Self(.bind("tcp:80"), call("bind", stream, .inet(0, 80)))
        case 13:
            return Self(.bind("tcp:192.0.2.1:7000"), call("bind", stream, .inet(outside, 7000)))
        case 14:
            return Self(
                .bind(Endpoint(stringLiteral: "unix:\(path)")),
                call("bind", stream, .unix(path: path))
            )
        case 15:
            let isLocal = random.chance(50)
            return Self(
                .route(isLocal ? "127.0.0.1" : "192.0.2.1"),
                call("connect", datagram, .inet(isLocal ? local : outside, 9))
            )
        case 16: return Self(.socket(.rawIPv4), "socket 2 3 1")
        default: return Self(.socket(.packet), "socket 17 3 768")
        }
    }
}
