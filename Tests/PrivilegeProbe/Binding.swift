import Capabilities
import Glibc
import Kernel
import LinuxCapabilities
import LinuxSystem
import Procedures

/// Binds a low port with the capability permitted and not effective. Prints the result of each way to do it.
func bind() throws {
    var sets = try CapabilityCalls.ownThreeSets()
    sets.effective = .none
    // Set before another thread exists, because new threads inherit the sets from here.
    try CapabilityCalls.setOwn(sets)
    let isDone = Semaphore()
    Task {
        let endpoint: Endpoint = "tcp:127.0.98.1:98"
        let allowed = NetworkReachability.bind(endpoint, raising: .netBindService)
        print("looking", await allowed.verdict().isAuthorized)
        await bind(NetworkReachability.bind(endpoint), "not allowed")
        await bind(allowed, "allowed")
        isDone.signal()
    }
    isDone.wait()
}

private func bind(_ capability: NetworkReachability, _ what: String) async {
    do {
        try await withPermit(for: capability, named: what) { permit in
            let again = await capability.verdict().isAuthorized
            let isListening = try permit.socket().isListening
            let effective = try CapabilityCalls.ownThreeSets().effective.mask
            print(what, "listens", isListening, "again", again, "effective", effective)
        }
    } catch {
        print(what, error)
    }
}

/// Serves one client with the socket of a permit, and prints how the permit got it.
func serve(at text: String) throws {
    let isDone = Semaphore()
    Task {
        do {
            let capability = NetworkReachability.bind(try Endpoint(text))
            let message = await capability.verdict().reasons.map { "\($0.object) \($0.message)" }
                .joined(separator: "; ")
            print(message)
            try await withPermit(for: capability) { permit in
                let socket = try permit.socket()
                let client = socket.withFileDescriptor { accept($0, nil, nil) }
                let line = message + "\n"
                _ = unsafe send(client, line, line.utf8.count, 0)
                close(client)
            }
        } catch {
            print(error)
        }
        isDone.signal()
    }
    isDone.wait()
}

extension OpenSocket {
    fileprivate var isListening: Bool {
        withFileDescriptor { number in
            var found: Int32 = 0
            var size = socklen_t(MemoryLayout<Int32>.size)
            // SAFETY: the call writes at most `size` bytes.
            return unsafe getsockopt(number, SOL_SOCKET, SO_ACCEPTCONN, &found, &size) == 0
                && found == 1
        }
    }
}
