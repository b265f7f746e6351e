import Kernel
import LinuxSystem

/// The files of this host that belong to a service by their names, at the usual places; see hier(7).
///
/// They only fill in a policy to start from. A file that cannot be looked at counts as missing.
package struct ServiceFiles: Sendable {
    enum Log: Sendable { case file(String), directory(String) }

    /// Files in `/etc/NAME`, or `/etc/NAME.conf`.
    let configuration: [String]
    /// `/var/lib/NAME`.
    let state: String?
    /// `/var/log/NAME.log`, or the directory `/var/log/NAME`.
    let log: Log?
    /// The program with this name, unless it is a link: its directory could be another one.
    let program: String?

    private static let programFolders = [
        "/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin",
    ]
    private static let mostConfiguration = 3

    /// - Parameter name: The name of the service, without a `/`.
    package init(ofService name: String) {
        func file(_ path: String) -> String? { Self.kind(of: path) == .regular ? path : nil }
        func directory(_ path: String) -> String? { Self.kind(of: path) == .directory ? path : nil }
        let inside = directory("/etc/\(name)").map(Self.files(in:)) ?? []
        configuration = inside.isEmpty ? [file("/etc/\(name).conf")].compactMap(\.self) : inside
        state = directory("/var/lib/\(name)")
        log =
            file("/var/log/\(name).log").map(Log.file)
            ?? directory("/var/log/\(name)").map(Log.directory)
        program = Self.programFolders.map { "\($0)/\(name)" }
            .first { Self.kind(of: $0, follow: false) == .regular }
    }

    private static func files(in folder: String) -> [String] {
        // Without a listing, the policy to start from only lacks these files.
        let names = ((try? Directory.names(at: folder)) ?? []).filter { !$0.hasPrefix(".") }
        let paths = names.sorted().map { "\(folder)/\($0)" }
        return Array(paths.lazy.filter { kind(of: $0) == .regular }.prefix(mostConfiguration))
    }

    private static func kind(of path: String, follow: Bool = true) -> FileKind? {
        // Whatever the error is, the policy to start from only lacks this file.
        guard let place = try? FileCalls.openPlace(path, follow: follow) else { return nil }
        return (try? FileCalls.facts(of: place, at: path))?.kind
    }
}
