import Kernel

/// The lines of a status file, which are many more than are asked for.
struct StatusFields {
    private let lines: [ArraySlice<UInt8>]

    init(_ bytes: [UInt8]) { lines = bytes.split(separator: UInt8(ascii: "\n")) }

    /// The values of a line, by what it starts with.
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
