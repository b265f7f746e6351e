package import Kernel

extension ProcessCredentials {
    /// What `PR_SET_SECUREBITS` makes of them: `EPERM` for locked and unknown bits and without
    /// CAP_SETPCAP, but for the bits that the kernel itself does not obey.
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
