/// A set of kernel capabilities, such as the effective one of a thread; see capabilities(7).
public struct KernelCapabilitySet: Hashable, Sendable {
    /// Bit n is capability n, as `/proc/PID/status` prints it in hexadecimal.
    public let mask: UInt64

    public init(mask: UInt64) { self.mask = mask }

    public init(_ capabilities: some Sequence<KernelCapability>) {
        mask = capabilities.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
    }

    public static let none = Self(mask: 0)

    public func contains(_ capability: KernelCapability) -> Bool {
        mask & 1 << UInt64(capability.rawValue) != 0
    }
}
