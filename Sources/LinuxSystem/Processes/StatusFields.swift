import Kernel

/// The lines of a status file. They are parsed on demand, since only a few of them are needed.
struct StatusFields {
    private let lines: [ArraySlice<UInt8>]

    init(_ bytes: [UInt8]) { lines = bytes.split(separator: UInt8(ascii: "\n")) }

    /// Returns the values of a line by its first characters, or nil if there is no such line.
    subscript(start: String) -> [String]? {
        let start = Array(start.utf8)
        guard let line = lines.first(where: { $0.starts(with: start) }) else { return nil }
        return line.dropFirst(start.count)
            .split { $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: " ") }
            .map { String(decoding: $0, as: UTF8.self) }
    }

    var capabilities: KernelCapabilitySets? {
        guard let effective = set("CapEff:"), let permitted = set("CapPrm:"),
            let inheritable = set("CapInh:"), let bounding = set("CapBnd:")
        else { return nil }
        return KernelCapabilitySets(
            effective: effective,
            permitted: permitted,
            inheritable: inheritable,
            bounding: bounding,
            ambient: set("CapAmb:") ?? .none  // Linux 4.3 and later
        )
    }

    private func set(_ start: String) -> KernelCapabilitySet? {
        self[start]?.first.flatMap { UInt64($0, radix: 16) }.map(KernelCapabilitySet.init(mask:))
    }
}
