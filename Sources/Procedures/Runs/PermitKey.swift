import Synchronization

/// Where a condition leaves what only the work of the same procedure may take.
package struct PermitKey: Hashable, Sendable {
    private static let count = Atomic<UInt64>(0)

    let number: UInt64

    package init() { number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue }
}
