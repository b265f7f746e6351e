import Kernel

extension CredentialIDs {
    /// setreuid(2) and setregid(2): the saved id follows where the real one is set, or the effective one
    /// to other than the real one.
    func setting(
        _ newReal: UInt32?,
        _ newEffective: UInt32?,
        isCapable: Bool
    ) throws(CredentialRefusal) -> Self {
        let mayBeReal = newReal.map { [real, effective].contains($0) } ?? true
        let mayBeEffective = newEffective.map { [real, effective, saved].contains($0) } ?? true
        guard isCapable || (mayBeReal && mayBeEffective) else { throw .notPermitted }
        var changed = self
        changed.real = newReal ?? real
        changed.effective = newEffective ?? effective
        if newReal != nil || (newEffective != nil && newEffective != real) {
            changed.saved = changed.effective
        }
        changed.fileSystem = changed.effective
        return changed
    }

    /// setresuid(2) and setresgid(2): the file-system id follows the effective one, unless nothing is
    /// asked for that is not so already.
    func setting(
        _ newReal: UInt32?,
        _ newEffective: UInt32?,
        _ newSaved: UInt32?,
        isCapable: Bool
    ) throws(CredentialRefusal) -> Self {
        var changed = self
        changed.real = newReal ?? real
        changed.effective = newEffective ?? effective
        changed.saved = newSaved ?? saved
        changed.fileSystem = newEffective ?? fileSystem
        guard changed != self else { return self }
        let old = [real, effective, saved]
        let wanted = [newReal, newEffective, newSaved].compactMap { $0 }
        guard isCapable || wanted.allSatisfy(old.contains) else { throw .notPermitted }
        changed.fileSystem = changed.effective
        return changed
    }
}

/// - Throws: `EINVAL` where the namespace does not map the id.
func outside(_ id: UInt32, _ map: IDMap) throws(CredentialRefusal) -> UInt32 {
    guard let found = map.outside(of: id) else { throw .invalidArgument }
    return found
}

/// As ``outside(_:_:)``, where nil is an id that stays.
func outside(
    _ first: UInt32?,
    _ second: UInt32?,
    _ map: IDMap
) throws(CredentialRefusal) -> (UInt32?, UInt32?) {
    (
        try first.map { id throws(CredentialRefusal) in try outside(id, map) },
        try second.map { id throws(CredentialRefusal) in try outside(id, map) }
    )
}
