import Kernel
import LinuxSystem

/// The files of this host that belong to a service by their names: the usual places of the Filesystem Hierarchy
/// Standard.
///
/// They only fill in a policy to start from. A file that cannot be looked at counts as missing.
package struct ServiceFiles: Sendable {
    /// Files in `/etc/NAME`, or `/etc/NAME.conf`.
    let configuration: [String]
    /// `/var/lib/NAME`.
    let state: String?
    /// `/var/log/NAME.log`, or the directory `/var/log/NAME`.
    let log: String?
    let isLogDirectory: Bool
    /// The program with this name.
    let program: String?

    /// No files.
    package static let none = Self(named: nil)

    private static let programFolders = [
        "/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin",
    ]
    private static let mostConfiguration = 3

    /// - Parameter name: The name of the service, without a `/`.
    package init(ofService name: String) { self.init(named: name) }

    private init(named name: String?) {
        func first(_ kind: FileKind, _ paths: [String]) -> String? {
            name == nil ? nil : paths.first { Self.kind(of: $0) == kind }
        }
        let name = name ?? ""
        let folder = first(.directory, ["/etc/\(name)"])
        let inside = folder.map(Self.files(in:)) ?? []
        configuration =
            inside.isEmpty ? [first(.regular, ["/etc/\(name).conf"])].compactMap(\.self) : inside
        state = first(.directory, ["/var/lib/\(name)"])
        let file = first(.regular, ["/var/log/\(name).log"])
        let logs = first(.directory, ["/var/log/\(name)"])
        (log, isLogDirectory) = (file ?? logs, file == nil && logs != nil)
        program = first(.regular, Self.programFolders.map { "\($0)/\(name)" })
    }

    private static func files(in folder: String) -> [String] {
        // A directory that may not be listed counts as empty.
        let names = ((try? Directory.names(at: folder)) ?? []).filter { !$0.hasPrefix(".") }
        let paths = names.sorted().map { "\(folder)/\($0)" }
        return Array(paths.lazy.filter { kind(of: $0) == .regular }.prefix(mostConfiguration))
    }

    private static func kind(of path: String) -> FileKind? {
        // A file out of reach counts as missing.
        guard let place = try? FileCalls.openPlace(path, follow: true) else { return nil }
        return (try? FileCalls.facts(of: place, at: path))?.kind
    }
}
