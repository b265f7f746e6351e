import Kernel
import LinuxSystem

/// Reads kernel settings.
package protocol SettingProbe: Sendable {
    /// - Returns: The setting; nil if the kernel has none with this name.
    /// - Throws: ``SystemError`` if it cannot be read, with `EILSEQ` if the value is not UTF-8; `CancellationError`.
    func setting(_ name: SettingName) async throws -> FoundSetting?
}

extension Host {
    package static let settingFamily = Family<any SettingProbe>(live: LiveSettings())

    package var settings: any SettingProbe { self[Self.settingFamily] }
}

package struct FoundSetting: Hashable, Sendable {
    /// The words of the value, with one space between them.
    package let value: String

    package init(_ value: String) {
        let words = value.split { $0 == " " || $0 == "\t" || $0 == "\n" }
        self.value = words.joined(separator: " ")
    }
}

/// The settings that this process sees in `/proc/sys`.
struct LiveSettings: SettingProbe {
    func setting(_ name: SettingName) async throws -> FoundSetting? {
        let path = name.path
        return try await BlockingThreads.shared.runAsCaller(path) {
            do {
                return try Self.look(path)
            } catch let error as SystemError where Self.isAbsence(error.errno) {
                // If no setting is visible (ProcSubset=pid, no proc(5)), this one may still exist.
                _ = try FileCalls.openPlace("/proc/sys/kernel/ostype", follow: false)
                return nil
            }
        }
    }

    /// Returns the value; nil for a directory of settings.
    private static func look(_ path: String) throws(SystemError) -> FoundSetting? {
        let place = try FileCalls.openPlace(path, follow: false)
        let facts = try FileCalls.facts(of: place, at: path)
        if facts.kind != .regular { return nil }
        let bytes = try SmallFile.bytes(at: path, limit: longest, chunk: longest + 1)
        guard let value = String(validating: bytes, as: UTF8.self) else {
            throw SystemError("read(2)", path, code: Errno.EILSEQ.rawValue)
        }
        return FoundSetting(value)
    }

    /// The limit in bytes. It exceeds a list of every second port (`net.ipv4.ip_local_reserved_ports`).
    private static let longest = 1 << 18

    private static func isAbsence(_ error: Errno) -> Bool {
        [.ENOENT, .ENOTDIR, .ENAMETOOLONG].contains(error)
    }
}
