package import Kernel

/// The files that the kernel swaps to, see `/proc/swaps` in proc(5).
package struct SwapFiles: Sendable {
    private let files: [FileFacts]

    /// - Throws: ``SystemError`` if the table cannot be read.
    package static func current() throws(SystemError) -> SwapFiles {
        let path = "/proc/swaps"
        do throws(SystemError) {
            return SwapFiles(table: try SmallFile.bytes(at: path))
        } catch  where error.errno == .ENOENT {
            return SwapFiles(files: [])  // a kernel without swap
        }
    }

    private init(files: [FileFacts]) { self.files = files }

    /// Skips a path that leads nowhere here: its file is outside of our view.
    private init(table: [UInt8]) {
        files = table.split(separator: UInt8(ascii: "\n")).dropFirst().compactMap { line in
            let fields = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            guard fields.count > 1, fields[1].elementsEqual("file".utf8),
                let path = fields.first.map(MountStatus.unescaped),
                let place = try? FileCalls.openPlace(path, follow: false)
            else { return nil }
            return try? FileCalls.facts(of: place, at: path)
        }
    }

    package func contains(_ inode: UInt64, on device: DeviceNumber) -> Bool {
        files.contains { $0.inode == inode && $0.device == device }
    }
}
