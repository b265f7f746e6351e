import BareBus
import Glibc
import Warrant

/// Measures looks and raised calls beside the bare calls, in turn, and prints a line for each: its name, and
/// the nanoseconds of ours and of the bare one, by round. With `bus` those that go over the system's bus.
@main
enum CapabilitiesBenchmark {
    private static let rounds = 7
    private static let path = "/etc/passwd"
    private static let endpoint: Endpoint = "tcp:127.0.0.1:28997"

    static func main() async throws {
        if CommandLine.arguments.last == "bus" { try await overBus() } else { try await ofKernel() }
    }

    private static func overBus() async throws {
        let action = PolkitAction("org.freedesktop.systemd1.manage-units")
        let unit = SystemdUnit("dbus.service")
        let kept = Kept(unit)
        // The first looks open the bus, start polkit, and learn what is kept from then on.
        for _ in 0..<2 { _ = try await (action.authorizationStatus(), unit.authorizationStatus()) }
        for _ in 0..<rounds {
            try await print(
                "kept",
                nanoseconds(100_000) { try await require(kept) },
                nanoseconds(100_000) { _ = try await kept.authorizationStatus() }
            )
            try await print(
                "polkit",
                nanoseconds(100_000) { _ = try await action.authorizationStatus() },
                0
            )
            try await print(
                "unit",
                nanoseconds(300) { _ = try await unit.authorizationStatus() },
                nanoseconds(300) {
                    // SAFETY: the call only reads the path.
                    let code = unsafe bare_unit("/org/freedesktop/systemd1/unit/dbus_2eservice")
                    guard code == 0 else { throw Failed() }
                }
            )
        }
    }

    private static func ofKernel() async throws {
        // Before there is another thread. What is kept is permitted, and not in effect.
        try ProcessCapability.dropAll(keeping: [.netBindService])
        let capability = ProcessCapability(.netBindService)
        let file = FileAccess(.read, path, asking: .kernel)
        for _ in 0..<rounds {
            try await print(
                "capability",
                nanoseconds(200_000) { _ = try await capability.authorizationStatus() },
                0
            )
            try await print(
                "file",
                nanoseconds(50_000) { _ = try await file.authorizationStatus() },
                nanoseconds(50_000) { try lookBare() }
            )
        }
        let gated = FileAccess(.read, path)
        for _ in 0..<rounds {
            try await print(
                "require",
                processorTime(20_000) { try await require(gated) },
                processorTime(20_000) { try lookBare() }
            )
            try await print(
                "open",
                processorTime(20_000) {
                    try await withPermit(for: gated) { permit in _ = try permit.open() }
                },
                processorTime(20_000) { try lookAndOpenBare() }
            )
        }
        let permitted = ProcessCapability(.netBindService, in: .permitted)
        try await withPermit(for: permitted) { permit in
            for _ in 0..<rounds {
                let raised = try nanoseconds(2_000) { _ = try permit.listen(at: endpoint) }
                print("bind", raised, try nanoseconds(2_000) { try bindBare() })
            }
        }
    }

    private static func nanoseconds(_ count: Int, _ body: () async throws -> Void) async throws
        -> Double
    {
        let start = ContinuousClock.now
        for _ in 0..<count { try await body() }
        return (ContinuousClock.now - start) / .nanoseconds(count)
    }

    private static func nanoseconds(_ count: Int, _ body: () throws -> Void) throws -> Double {
        let start = ContinuousClock.now
        for _ in 0..<count { try body() }
        return (ContinuousClock.now - start) / .nanoseconds(count)
    }

    /// Returns the nanoseconds of processor time, of all threads, for each call.
    private static func processorTime(_ count: Int, _ body: () async throws -> Void) async throws
        -> Double
    {
        let start = nanoseconds(of: CLOCK_PROCESS_CPUTIME_ID)
        for _ in 0..<count { try await body() }
        return Double(nanoseconds(of: CLOCK_PROCESS_CPUTIME_ID) - start) / Double(count)
    }

    private static func nanoseconds(of clock: clockid_t) -> Int {
        var time = timespec()
        // SAFETY: the kernel writes only the structure.
        unsafe clock_gettime(clock, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// What a program would do that then opens the judged file: the same, and an open through proc(5).
    private static func lookAndOpenBare() throws {
        let place = unsafe open(path, asPlace | O_CLOEXEC)
        defer { close(place) }
        guard unsafe faccessat(place, "", R_OK, AT_EACCESS | byEmptyPath) == 0 else {
            throw Failed()
        }
        let file = unsafe open("/proc/self/fd/\(place)", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Failed() }
        close(file)
    }

    /// What a program would do that asks the kernel itself: open as a place, ask, close.
    private static func lookBare() throws {
        let place = unsafe open(path, asPlace | O_CLOEXEC)
        guard unsafe faccessat(place, "", R_OK, AT_EACCESS | byEmptyPath) == 0 else {
            throw Failed()
        }
        close(place)
    }

    private static func bindBare() throws {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(number) }
        var one: Int32 = 1
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(28997).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        // SAFETY: the kernel only reads what lives until each call returns.
        let isBound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &one, 4) == 0
                    && bind(number, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isBound, listen(number, 128) == 0 else { throw Failed() }
    }
}

private struct Failed: Error {}

// Which the headers give to GNU's C alone: O_PATH and AT_EMPTY_PATH.
private let asPlace: Int32 = 0o1000_0000
private let byEmptyPath: Int32 = 0x1000
