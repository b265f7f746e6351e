extension KernelCapabilitySet {
    package var isEmpty: Bool { mask == 0 }

    package func union(_ other: Self) -> Self { Self(mask: mask | other.mask) }

    package func intersection(_ other: Self) -> Self { Self(mask: mask & other.mask) }

    package func subtracting(_ other: Self) -> Self { Self(mask: mask & ~other.mask) }

    package func isSubset(of other: Self) -> Bool { mask & ~other.mask == 0 }

    package func inserting(_ capability: KernelCapability) -> Self { union(Self([capability])) }

    package func removing(_ capability: KernelCapability) -> Self {
        subtracting(Self([capability]))
    }
}
