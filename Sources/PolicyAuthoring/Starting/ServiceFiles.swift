import Kernel
import LinuxSystem

/// The files that belong to a service: those that its unit names, and those of this host that have its name at the usual
/// places; see hier(7).
///
/// They only fill in a policy to start from. A file that cannot be looked at counts as missing.
package struct ServiceFiles: Sendable {
    enum Log: Sendable { case file(String), directory(String) }

    /// Files in `/etc/NAME`, or `/etc/NAME.conf`, without those that systemd reads for it.
    let configuration: [String]
    /// `/etc/NAME`.
    let settings: String?
    /// The directories that its unit gives it, or `/var/lib/NAME`.
    let directories: [String]
    /// The files that systemd reads for it, as they exist.
    let readForIt: [String]
    /// The directories of `LogsDirectory=`; or `/var/log/NAME.log`, or the directory `/var/log/NAME`.
    let logs: [Log]
    /// The program of its unit, or one with its name.
    let program: String?
    /// False for a program that is missing, and for a link: its directory could be another one.
    let isProgramThere: Bool

    private static let programFolders = [
        "/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin",
    ]
    private static let mostConfiguration = 3

    /// - Parameters:
    ///   - name: The name of the service, without a `/`.
    ///   - unit: The settings of its unit, if they are known.
    init(ofService name: String, of unit: UnitSettings?) {
        func file(_ path: String) -> String? { Self.kind(of: path) == .regular ? path : nil }
        func directory(_ path: String) -> String? { Self.kind(of: path) == .directory ? path : nil }
        func given(_ kinds: String...) -> [String] {
            (unit?.directories ?? []).filter { kinds.contains($0.setting) }.map(\.path)
        }
        settings = directory("/etc/\(name)")
        let inside = settings.map(Self.files(in:)) ?? []
        let readBySystemd = (unit?.environmentFiles ?? []).map(\.path)
        readForIt = readBySystemd.filter { Self.kind(of: $0) == .regular }
        let own = inside.isEmpty ? [file("/etc/\(name).conf")].compactMap(\.self) : inside
        configuration = Array(
            own.filter { !readBySystemd.contains($0) }.prefix(Self.mostConfiguration)
        )
        let made =
            given("RuntimeDirectory", "StateDirectory", "CacheDirectory")
            + (unit?.writablePaths ?? []).filter { directory($0) != nil }
        directories = made.isEmpty ? [directory("/var/lib/\(name)")].compactMap(\.self) : made
        let usual =
            file("/var/log/\(name).log").map(Log.file)
            ?? directory("/var/log/\(name)").map(Log.directory)
        let ofUnit = given("LogsDirectory").map(Log.directory)
        logs = ofUnit.isEmpty ? [usual].compactMap(\.self) : ofUnit
        func isThere(_ path: String) -> Bool { Self.kind(of: path, follow: false) == .regular }
        let programs = unit?.programs ?? Self.programFolders.map { "\($0)/\(name)" }
        program = programs.first(where: isThere) ?? unit?.programs.first(where: \.isAbsolutePath)
        isProgramThere = program.map(isThere) ?? false
    }

    private static func files(in folder: String) -> [String] {
        // Without a listing, the policy to start from only lacks these files.
        let names = ((try? Directory.names(at: folder)) ?? []).filter { !$0.hasPrefix(".") }
        let paths = names.sorted().map { "\(folder)/\($0)" }
        return paths.filter { kind(of: $0) == .regular }
    }

    private static func kind(of path: String, follow: Bool = true) -> FileKind? {
        // Whatever the error is, the policy to start from only lacks this file.
        guard let place = try? FileCalls.openPlace(path, follow: follow) else { return nil }
        return (try? FileCalls.facts(of: place, at: path))?.kind
    }
}
