import AccessModel
import Glibc
import Kernel
import TestSupport
import Testing

@testable import LinuxSystem

/// The kernel is the judge. Random sockets hold two ports in the test's own network. The rule judges a bind by the
/// kernel's table, and then the bind is made.
@Suite struct `Rule of bind` {
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `The rule of bind agrees with the kernel on random sockets`(seed: UInt64) async {
        // The test runs in its own process: a fork by another test keeps our sockets open until it executes a program.
        await #expect(processExitsWith: .success) { [seed = seed as UInt64] in
            try await inNewNetwork {
                try setParameter("ipv4/ip_unprivileged_port_start", "0")
                var random = SplitMix(seed: seed)
                for _ in 0..<40 {
                    var crowd = Crowd()
                    for _ in 0..<Int.random(in: 0...4, using: &random) { crowd.add(&random) }
                    for _ in 0..<12 { try compare(randomBinding(&random), crowd, "seed \(seed)") }
                }
            }
        }
    }

    @Test(arguments: [0, 80, 1024] as [UInt16], [true, false])
    func `The rule agrees about low ports`(start: UInt16, hasNetBindService: Bool) async throws {
        try await inNewNetwork {
            try setParameter("ipv4/ip_unprivileged_port_start", "\(start)")
            if !hasNetBindService { try dropKernelCapabilities() }
            for port in [0, 1, 79, 80, 1023, 1024] as [UInt16] {
                for address in [IPAddress.anyIPv4, .loopbackIPv6, .ipv4(0xc000_0201)] {
                    let binding = TestBinding(kind: .stream, address: address, port: port)
                    let refusal = binding.rule.refusal(
                        addressRefusal: try PortCalls.bindRefusal(of: address, .tcp),
                        unprivilegedStart: try PortCalls.unprivilegedStart(),
                        hasNetBindService: hasNetBindService,
                        holders: []
                    )
                    #expect(refusal?.code ?? 0 == binding.make(), "\(binding)")
                }
            }
        }
    }
}

private func compare(_ binding: TestBinding, _ crowd: Crowd, _ seed: String) throws {
    let table = try sockets(binding.kind == .stream ? .tcp : .udp, port: binding.port, .all)
    let known = table.map { $0.with(reusesAddress: crowd.reusesAddress[$0.inode]) }
    let unknown = table.map { $0.with(reusesAddress: nil) }
    let informed = binding.rule.conflict(with: known)
    let uninformed = binding.rule.conflict(with: unknown)
    let actual = binding.make()

    for (refusal, holders) in [(informed, known), (uninformed, unknown)] {
        if case .perhapsHeld = refusal {
            #expect([0, EADDRINUSE].contains(actual), "\(seed): \(binding) among \(holders)")
        } else {
            #expect(refusal?.code ?? 0 == actual, "\(seed): \(binding) among \(holders)")
        }
    }
}

private func randomBinding(_ random: inout SplitMix) -> TestBinding {
    let address = Crowd.randomAddress(&random)
    // The kernel refuses an IPv4-mapped address for an IPv6-only socket with EINVAL.
    let mayBeIPv6Only = address.unmapped == address
    return TestBinding(
        kind: Bool.random(using: &random) ? .stream : .datagram,
        address: address,
        port: Crowd.randomPort(&random),
        isIPv6Only: mayBeIPv6Only && Bool.random(using: &random)
    )
}

extension BindRefusal {
    fileprivate var code: Int32 {
        switch self {
        case .addressRefused(let error): error.rawValue
        case .needsNetBindService: EACCES
        case .held, .perhapsHeld: EADDRINUSE
        }
    }
}

/// Empties the three capability sets of this thread.
private func dropKernelCapabilities() throws(SystemError) {
    typealias Capset = @convention(c) (UnsafePointer<UInt32>, UnsafePointer<UInt32>) -> Int32
    // SAFETY: the symbol is capset(2) of the C library, which has this type.
    let capset = unsafe unsafeBitCast(dlsym(nil, "capset"), to: Capset.self)
    let version: UInt32 = 0x2008_0522
    // SAFETY: a header is a version and a thread, 0 for this one; the data are six numbers.
    guard unsafe capset([version, 0], [0, 0, 0, 0, 0, 0]) == 0 else {
        throw SystemError("capset(2)", "test", code: errno)
    }
}
