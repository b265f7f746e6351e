/// The five sets of kernel capabilities of a thread, bit n being capability n; see capabilities(7).
package struct CapabilitySets: Hashable, Sendable {
    package var effective: UInt64
    package var permitted: UInt64
    package var inheritable: UInt64
    package var bounding: UInt64
    package var ambient: UInt64

    package init(
        effective: UInt64 = 0,
        permitted: UInt64 = 0,
        inheritable: UInt64 = 0,
        bounding: UInt64 = 0,
        ambient: UInt64 = 0
    ) {
        self.effective = effective
        self.permitted = permitted
        self.inheritable = inheritable
        self.bounding = bounding
        self.ambient = ambient
    }
}
