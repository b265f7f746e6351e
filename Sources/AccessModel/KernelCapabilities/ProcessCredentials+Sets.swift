package import Kernel

extension ProcessCredentials {
    /// What capset(2) makes of them; bits that the kernel does not know are dropped silently.
    ///
    /// The kernel's cap_capset (security/commoncap.c); capabilities(7), "Programmatically adjusting
    /// capability sets".
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

    /// What `PR_CAP_AMBIENT_RAISE` makes of them, see PR_CAP_AMBIENT(2const).
    ///
    /// The kernel's cap_task_prctl (security/commoncap.c).
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

    /// What `PR_CAP_AMBIENT_LOWER` makes of them.
    package func loweringAmbient(
        _ capability: KernelCapability,
        on kernel: RunningKernel
    ) throws(CredentialRefusal) -> Self {
        guard kernel.known.contains(capability) else { throw .invalidArgument }
        var changed = self
        changed.sets.ambient = sets.ambient.removing(capability)
        return changed
    }

    /// What `PR_CAP_AMBIENT_CLEAR_ALL` makes of them, which never fails.
    package func clearingAmbient() -> Self {
        var changed = self
        changed.sets.ambient = .none
        return changed
    }

    /// What `PR_CAPBSET_DROP` makes of them: the bounding set alone is less, until a program is executed.
    ///
    /// The kernel's cap_prctl_drop (security/commoncap.c), which asks for the right before the number.
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

    /// What `PR_SET_NO_NEW_PRIVS` makes of them, which nothing forbids and nothing undoes.
    package func settingNoNewPrivileges() -> Self {
        var changed = self
        changed.hasNoNewPrivileges = true
        return changed
    }
}

extension ProcessCredentials {
    /// What `PR_SET_SECUREBITS` makes of them: `EPERM` for locked and unknown bits and without
    /// CAP_SETPCAP, except for bits that the kernel does not enforce.
    ///
    /// The kernel's cap_task_prctl (security/commoncap.c); PR_SET_SECUREBITS(2const).
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

    /// What `PR_SET_KEEPCAPS` makes of them.
    package func keepingCapabilities(_ keeps: Bool) throws(CredentialRefusal) -> Self {
        guard !secureBits.contains(SecureBits.keepCaps.locks) else { throw .notPermitted }
        var changed = self
        if keeps {
            changed.secureBits.insert(.keepCaps)
        } else {
            changed.secureBits.remove(.keepCaps)
        }
        return changed
    }

    private func locked(_ known: SecureBits) -> SecureBits {
        SecureBits(rawValue: secureBits.intersection(known.locks).rawValue >> 1)
    }

    private func isKeepingLocks(in bits: SecureBits, _ known: SecureBits) -> Bool {
        bits.isSuperset(of: secureBits.intersection(known.locks))
    }

    /// "For legacy reason", as the kernel says, changing nothing is refused too.
    private func isFree(_ changing: SecureBits, _ known: SecureBits) -> Bool {
        let free = SecureBits.unprivileged.intersection(known)
        return !changing.isEmpty && free.union(free.locks).isSuperset(of: changing)
    }
}
