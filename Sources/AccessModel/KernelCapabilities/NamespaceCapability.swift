package import Kernel

extension ProcessCredentials {
    /// Whether the process has a capability over what belongs to a user namespace.
    ///
    /// It has it over its own namespace and all below, if it is effective; the user who made a namespace
    /// has all over it, if in its parent. Nothing in a namespace counts over what is not below it.
    ///
    /// The kernel's ns_capable and cap_capable (security/commoncap.c); user_namespaces(7), "Capabilities".
    package func isCapable(
        of capability: KernelCapability,
        over target: NamespaceLineage
    ) -> Bool {
        let lineage = target.members
        guard let place = lineage.firstIndex(where: { $0.identity == namespace.own.identity })
        else { return false }
        let isOwnerOfChild = place > 0 && lineage[place - 1].owner == user.effective
        return isOwnerOfChild || sets.effective.contains(capability)
    }
}
