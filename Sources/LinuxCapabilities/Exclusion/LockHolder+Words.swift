import LinuxSystem

extension LockHolder {
    /// A clause about the holder that continues the category.
    var words: String {
        switch self {
        case .process(let pid): "is held by process \(pid)\(Self.command(of: pid))"
        case .saysProcess(ProcessCalls.ownProcess): "is held by another scope of this process"
        case .saysProcess(let pid):
            "is held by a process that says it is \(pid)\(Self.command(of: pid))"
        case .unknown: "is held by a process that does not say which"
        }
    }

    /// Returns the process' name, which it can set freely. The reader of a refusal escapes control characters.
    private static func command(of pid: Int32) -> String {
        guard let bytes = try? SmallFile.bytes(at: "/proc/\(pid)/comm", limit: 64) else {
            return ""
        }
        let name = String(decoding: bytes, as: UTF8.self)
        return " (`\(name.hasSuffix("\n") ? String(name.dropLast()) : name)`)"
    }
}
