import Capabilities
import Glibc
import Kernel
import LinuxCapabilities
import LinuxSystem

/// Prints what it is told of a file, until nothing is told any more, and why.
func tell(of path: String) async { await tell(FileAccess(.read, path)) }

private func tell(_ file: FileAccess) async {
    do throws(Unwatched) {
        for try await update in file.updates { print(file.verdict(of: update).isAuthorized) }
    } catch {
        print(error)
    }
}

/// Prints whether a name resolves each time that this may have changed, until it does.
func tell(ofName name: String) async throws {
    let host = NetworkReachability.resolve(name)
    for try await update in host.updates {
        let isAuthorized = host.verdict(of: update).isAuthorized
        print(isAuthorized)
        // All of them: Swift does not let the standard one be named.
        fflush(nil)
        if isAuthorized { return }
    }
}

/// The same with everything permitted and nothing in effect, of a file that may be read with one capability
/// raised, in a directory that may not be read without; and then of the file as it is.
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
