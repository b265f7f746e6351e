import Kernel

// Refusals because of the state of an inode, rather than its permissions.
extension FileTree {
    /// Requires that the owner and the group are mapped. Otherwise a write to the inode could lose them.
    func wantMappedOwner(_ id: PlaceID, _ error: Errno = .EOVERFLOW) throws(Stop) {
        if self[id].mayHaveNoOwner { throw .unknown(Unknown(.owner, at: id)) }
        if self[id].hasUnmappedID { throw .refused(Refusal(.unmappedOwner, error, at: id)) }
    }

    func wantOwnership(_ id: PlaceID, _ subject: Credentials) throws(Stop) {
        guard let isOwner = self[id].isKnownOwnedOrFowner(subject) else {
            throw .unknown(Unknown(.owner, at: id))
        }
        if isOwner { return }
        throw .refused(Refusal(.notOwner, .EPERM, at: id))
    }

    func refuseImmutable(_ id: PlaceID) throws(Stop) {
        guard self[id].isImmutable else { return }
        if self[id].mayOnlySeemImmutable { throw .unknown(Unknown(.layer, at: id)) }
        throw .refused(Refusal(.immutable, .EPERM, at: id))
    }

    func refuseAppendOnly(_ id: PlaceID) throws(Stop) {
        if self[id].isAppendOnly { throw .refused(Refusal(.appendOnly, .EPERM, at: id)) }
    }

    /// The kernel's IS_SWAPFILE: an active swap file keeps its name (may_delete) and its length (inode_newsize_ok).
    func refuseSwap(_ id: PlaceID, _ error: Errno) throws(Stop) {
        guard self[id].kind == .regular else { return }
        switch details[Int(id.index)].isSwap {
        case .unread: throw .lacks(.swap(id))
        case .known(true): throw .refused(Refusal(.activeSwap, error, at: id))
        case .known(false): return
        case .unknown(let cause): throw .unknown(Unknown(cause, at: id))
        }
    }

    /// The kernel's fscrypt_require_key: to open, truncate or create names for an encrypted object requires the key.
    ///
    /// - Parameter truncating: True to open with `O_TRUNC`. A file of a lower layer may then be replaced, without its key.
    func wantKey(_ id: PlaceID, truncating: Bool = false) throws(Stop) {
        guard self[id].isEncrypted else { return }
        switch details[Int(id.index)].hasKey {
        case .unread: throw .lacks(.key(of: id))
        case .known(true): return
        case .known(false) where truncating && mount(of: id).layers != nil:
            throw .unknown(Unknown(.layer, at: id))
        case .known(false): throw .refused(Refusal(.encrypted, .ENOKEY, at: id))
        case .unknown: throw .unknown(Unknown(.key, at: id))
        }
    }

    /// The kernel's fsverity_file_open and fsverity_prepare_setattr: a sealed file cannot be written. A kernel without
    /// fs-verity neither opens nor changes it.
    func refuseVerity(_ id: PlaceID, writes: Bool = false) throws(Stop) {
        let verity = self[id].verity
        guard verity == .unsupported || verity == .sealed && writes else { return }
        // It may be a file of a lower layer, which is copied before it is written.
        if mount(of: id).fileSystem == "overlay" { throw undecided(id) }
        throw .refused(Refusal(.verity, verity == .sealed ? .EPERM : .EOPNOTSUPP, at: id))
    }

    /// Returns the stop for a file system that decides by itself, or that is shut down.
    func undecided(_ id: PlaceID) -> Stop {
        let isShutDown = mount(of: id).flags.contains(.shutDown)
        return .unknown(Unknown(isShutDown ? .shutDown : .fileSystem, at: id))
    }
}
