/// A set of kernel capabilities, such as the effective one of a thread; see capabilities(7).
public struct KernelCapabilitySet: Hashable, Sendable {
    /// The bits of the set. Bit n is capability n, as in the hexadecimal fields of `/proc/PID/status`.
    public let mask: UInt64

    @inlinable public init(mask: UInt64) { self.mask = mask }

    @inlinable public init(_ capabilities: some Sequence<KernelCapability>) {
        mask = capabilities.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
    }

    @inlinable public static var none: Self { Self(mask: 0) }

    /// All 64 bits, whether or not a kernel knows them.
    @inlinable package static var all: Self { Self(mask: .max) }

    @inlinable public func contains(_ capability: KernelCapability) -> Bool {
        mask & 1 << UInt64(capability.rawValue) != 0
    }

    @inlinable public static func == (one: Self, other: Self) -> Bool { one.mask == other.mask }

    /// The capabilities in the set that have a name, in the kernel's order.
    package var named: [KernelCapability] { KernelCapability.named.filter(contains) }

    /// The capabilities in the set, in the kernel's order.
    package var members: [KernelCapability] {
        (0..<UInt8(64)).compactMap(KernelCapability.init(rawValue:)).filter(contains)
    }

    @inlinable package var isEmpty: Bool { mask == 0 }

    @inlinable package func union(_ other: Self) -> Self { Self(mask: mask | other.mask) }

    @inlinable package func intersection(_ other: Self) -> Self { Self(mask: mask & other.mask) }

    @inlinable package func subtracting(_ other: Self) -> Self { Self(mask: mask & ~other.mask) }

    @inlinable package func isSubset(of other: Self) -> Bool { mask & ~other.mask == 0 }

    @inlinable package func inserting(_ capability: KernelCapability) -> Self {
        Self(mask: mask | 1 << UInt64(capability.rawValue))
    }

    @inlinable package func removing(_ capability: KernelCapability) -> Self {
        Self(mask: mask & ~(1 << UInt64(capability.rawValue)))
    }
}
