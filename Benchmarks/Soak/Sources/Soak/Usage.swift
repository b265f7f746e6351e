import Glibc

/// What this process holds now; see proc_pid_status(5).
struct Usage {
    let threads: Int
    let descriptors: Int
    let residentKiB: Int

    /// - Returns: nil where /proc cannot be read.
    static func now() -> Usage? {
        guard let status = text("/proc/self/status"), let threads = number("Threads:", in: status),
            let resident = number("VmRSS:", in: status), let descriptors = count("/proc/self/fd")
        else { return nil }
        return Usage(threads: threads, descriptors: descriptors, residentKiB: resident)
    }

    /// As many as this process may run on; 1 where /proc cannot be read.
    static var processors: Int {
        let lines = text("/proc/self/status")?.split(separator: "\n") ?? []
        let mask = lines.first { $0.hasPrefix("Cpus_allowed:") }?.split(separator: "\t").last ?? "1"
        return mask.compactMap(\.hexDigitValue).reduce(0) { $0 + $1.nonzeroBitCount }
    }

    private static func text(_ path: String) -> String? {
        // SAFETY: the path is a C string for the call alone.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 8192)
        // SAFETY: the buffer is valid for its count during the call.
        let count = unsafe bytes.withUnsafeMutableBytes {
            unsafe read(descriptor, $0.baseAddress, $0.count)
        }
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }

    private static func number(_ name: String, in status: String) -> Int? {
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }
    }

    /// Without the one that reads, and `.` and `..`.
    private static func count(_ path: String) -> Int? {
        // SAFETY: the stream is used on this thread alone, and closed once.
        guard let folder = unsafe opendir(path) else { return nil }
        defer { unsafe closedir(folder) }
        var count = 0
        while unsafe readdir(folder) != nil { count += 1 }
        return count - 3
    }
}
