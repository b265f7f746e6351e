import Capabilities
import Glibc
import Kernel
import LinuxCapabilities
import LinuxSystem

/// Prints the updates of a file until they end, and then the reason.
func tell(of path: String) async { await tell(FileAccess(.read, path)) }

private func tell(_ file: FileAccess) async {
    do throws(Unwatched) {
        for try await update in file.updates { print(file.verdict(of: update).isAuthorized) }
    } catch {
        print(error)
    }
}

/// Prints whether a name resolves, each time that this may have changed, until it does.
func tell(ofName name: String) async throws {
    let host = NetworkReachability.resolve(name)
    for try await update in host.updates {
        let isAuthorized = host.verdict(of: update).isAuthorized
        print(isAuthorized)
        // Flushes all streams: Swift does not let the standard one be named.
        fflush(nil)
        if isAuthorized { return }
    }
}

/// Does the same with all capabilities permitted and none effective. The file may be read only with one raised
/// capability, and its directory may not be read without it. Then prints the updates of the file without a raised
/// capability.
func tellRaised(of path: String) async throws {
    var sets = try CapabilityCalls.ownThreeSets()
    sets.effective = .none
    try CapabilityCalls.setOwn(sets)
    let file = FileAccess(.read, path, raising: .dacReadSearch)
    var updates = file.updates.makeAsyncIterator()
    print(try await updates.next().map(file.verdict(of:))?.isAuthorized == true)
    let permit = Permit(ProcessCapability(.chown, in: .permitted), holding: nil)
    try permit.changeOwner(of: path, user: 8)
    print(try await updates.next().map(file.verdict(of:))?.isAuthorized == true)
    await tell(FileAccess(.read, path))
}
