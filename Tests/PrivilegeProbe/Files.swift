import Capabilities
import Glibc
import Kernel
import LinuxCapabilities
import LinuxSystem
import Procedures

/// Prints the access to a file of another user, for a process with all capabilities permitted and none effective.
func useFile(at path: String) async throws {
    var sets = try CapabilityCalls.ownThreeSets()
    sets.effective = .none
    // A capability that is not even permitted.
    sets.permitted = sets.permitted.removing(.sysAdmin)
    // Set before another thread exists, because new threads inherit the sets from here.
    try CapabilityCalls.setOwn(sets)
    let accesses = [
        FileAccess(.read, path), FileAccess(.read, path, raising: .chown),
        FileAccess(.read, path, raising: .sysAdmin),
        FileAccess(.read, path, raising: .dacReadSearch),
        FileAccess(.write, path, raising: .dacReadSearch),
        FileAccess(.write, path, raising: .dacOverride),
    ]
    for access in accesses { await tell(access) }
    print("in effect", try CapabilityCalls.ownThreeSets().effective.mask)
}

private func tell(_ access: FileAccess) async {
    var words = [access.action.word, access.raising?.name ?? "as it is"]
    let reasons = await access.verdict().reasons
    words += reasons.suffix(1).map { "\($0.code.rawValue): \($0.message)" }
    do {
        words.append(try await withPermit(for: access) { permit in try use(permit) })
    } catch {
        words.append("closed")
    }
    print(words.joined(separator: "; "))
}

private func use(_ permit: borrowing Permit<FileAccess>) throws(SystemError) -> String {
    let file = try permit.open()
    guard permit.capability.action == .read else {
        try file.write("J".utf8)
        return "written"
    }
    return String(decoding: try file.read(upTo: 100), as: UTF8.self)
}
