/// The five sets of kernel capabilities of a thread, see capabilities(7), "Thread capability sets".
package struct KernelCapabilitySets: Hashable, Sendable {
    package var effective: KernelCapabilitySet
    package var permitted: KernelCapabilitySet
    package var inheritable: KernelCapabilitySet
    package var bounding: KernelCapabilitySet
    /// A subset of the permitted and of the inheritable set. The kernel ensures this.
    package var ambient: KernelCapabilitySet

    package init(
        effective: KernelCapabilitySet = .none,
        permitted: KernelCapabilitySet = .none,
        inheritable: KernelCapabilitySet = .none,
        bounding: KernelCapabilitySet = .none,
        ambient: KernelCapabilitySet = .none
    ) {
        self.effective = effective
        self.permitted = permitted
        self.inheritable = inheritable
        self.bounding = bounding
        self.ambient = ambient
    }
}
