package import Kernel

extension ProcessCredentials {
    /// Returns the credentials after capset(2). Bits that the kernel does not know are dropped silently.
    ///
    /// See the kernel's cap_capset (security/commoncap.c); capabilities(7), "Programmatically adjusting capability
    /// sets".
    package func settingCapabilities(
        effective: KernelCapabilitySet,
        permitted: KernelCapabilitySet,
        inheritable: KernelCapabilitySet,
        on kernel: RunningKernel
    ) throws(CredentialRefusal) -> Self {
        let wanted = [effective, permitted, inheritable].map { $0.intersection(kernel.known) }
        let (effective, permitted, inheritable) = (wanted[0], wanted[1], wanted[2])
        let free = sets.effective.contains(.setpcap) ? sets.bounding : sets.permitted
        let inheritableAtMost = sets.inheritable.union(free.intersection(sets.bounding))
        guard inheritable.isSubset(of: inheritableAtMost), permitted.isSubset(of: sets.permitted),
            effective.isSubset(of: permitted)
        else { throw .notPermitted }
        var changed = self
        changed.sets.effective = effective
        changed.sets.permitted = permitted
        changed.sets.inheritable = inheritable
        changed.sets.ambient = sets.ambient.intersection(permitted).intersection(inheritable)
        return changed
    }

    /// Returns the credentials after `PR_CAP_AMBIENT_RAISE`, see PR_CAP_AMBIENT(2const).
    ///
    /// See the kernel's cap_task_prctl (security/commoncap.c).
    package func raisingAmbient(
        _ capability: KernelCapability,
        on kernel: RunningKernel
    ) throws(CredentialRefusal) -> Self {
        guard kernel.known.contains(capability) else { throw .invalidArgument }
        guard sets.permitted.intersection(sets.inheritable).contains(capability),
            !secureBits.contains(.noAmbientRaise)
        else { throw .notPermitted }
        var changed = self
        changed.sets.ambient = sets.ambient.inserting(capability)
        return changed
    }

    /// Returns the credentials after `PR_CAPBSET_DROP`. Only the bounding set changes, until a program is executed.
    ///
    /// See the kernel's cap_prctl_drop (security/commoncap.c), which checks the privilege before the number.
    package func droppingFromBounding(
        _ capability: KernelCapability,
        on kernel: RunningKernel
    ) throws(CredentialRefusal) -> Self {
        guard sets.effective.contains(.setpcap) else { throw .notPermitted }
        guard kernel.known.contains(capability) else { throw .invalidArgument }
        var changed = self
        changed.sets.bounding = sets.bounding.removing(capability)
        return changed
    }

    /// Returns the credentials after `PR_SET_NO_NEW_PRIVS`, which is always allowed and cannot be undone.
    package func settingNoNewPrivileges() -> Self {
        var changed = self
        changed.hasNoNewPrivileges = true
        return changed
    }
}

extension ProcessCredentials {
    /// Returns the credentials after `PR_SET_SECUREBITS`. It fails with `EPERM` for locked and unknown bits. Without
    /// CAP_SETPCAP it also fails for bits that the kernel enforces.
    ///
    /// See the kernel's cap_task_prctl (security/commoncap.c); PR_SET_SECUREBITS(2const).
    package func settingSecureBits(
        _ bits: SecureBits,
        on kernel: RunningKernel
    ) throws(CredentialRefusal) -> Self {
        let known = SecureBits.known(to: kernel)
        let changing = secureBits.symmetricDifference(bits)
        guard locked(known).isDisjoint(with: changing), isKeepingLocks(in: bits, known),
            known.union(known.locks).isSuperset(of: bits),
            sets.effective.contains(.setpcap) || isFree(changing, known)
        else { throw .notPermitted }
        var changed = self
        changed.secureBits = bits
        return changed
    }

    private func locked(_ known: SecureBits) -> SecureBits {
        SecureBits(rawValue: secureBits.intersection(known.locks).rawValue >> 1)
    }

    private func isKeepingLocks(in bits: SecureBits, _ known: SecureBits) -> Bool {
        bits.isSuperset(of: secureBits.intersection(known.locks))
    }

    /// Returns whether a change needs no privilege. An empty change needs one too, "for legacy reason", as the kernel
    /// says.
    private func isFree(_ changing: SecureBits, _ known: SecureBits) -> Bool {
        let free = SecureBits.unprivileged.intersection(known)
        return !changing.isEmpty && free.union(free.locks).isSuperset(of: changing)
    }
}
