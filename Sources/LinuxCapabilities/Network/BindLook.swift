import Capabilities
import LinuxSystem
import Procedures

/// Judges a bind without binding.
struct BindLook {
    private let endpoint: Endpoint
    private let host: Host

    init(_ endpoint: Endpoint, _ host: Host) {
        self.endpoint = endpoint
        self.host = host
    }

    func status() async throws -> NetworkReachabilityStatus {
        switch endpoint.form {
        case .tcp, .udp:
            let look = try PortLook(endpoint)
            return look.status(by: try look.facts(on: host))
        case .unix(let path): return NetworkReachabilityStatus(verdict: try await verdict(path: path))
        case .abstract, .invalid: return NetworkReachabilityStatus(verdict: .undetermined([]))
        }
    }

    /// A socket is made in its directory: write and search there, and nothing of that name yet.
    private func verdict(path: String) async throws -> Verdict {
        let look = try await host.files.look(at: path, for: [], follow: false)
        if case .reached = look {
            let message = "exists, and a bind needs a free name; remove it first"
            return .denied([Reason("name-taken", endpoint.text, message)])
        }
        let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        let folder = directory.isEmpty ? "/" : directory
        let access = try await host.files.look(at: folder, for: [.write, .execute], follow: true)
        guard case .reached(let facts, let mount, nil) = access, facts.kind == .directory else {
            let refusal = FileRefusal(access, .write, folder)
            let walk = try await host.files.walk(folder, follow: true)
            return refusal?.explained(by: walk, .write, folder)
                ?? .denied([Reason("not-a-directory", folder, "is not a directory")])
        }
        guard !Self.kernelsOwn.contains(mount.magic) else {
            let message = "\(folder) is made by the kernel, which may take no socket there"
            return .undetermined([Reason("special-file-system", endpoint.text, message)])
        }
        return .authorized([Reason("bind-permitted", endpoint.text, "\(folder) may be written to")])
    }

    /// proc, sysfs, cgroup, cgroup2, debugfs, tracefs, securityfs; see statfs(2).
    private static let kernelsOwn: Set<Int64> = [
        0x9FA0, 0x6265_6572, 0x27_E0EB, 0x6367_7270, 0x6462_6720, 0x7472_6163, 0x7363_6673,
    ]
}
