import Capabilities
import Kernel
import LinuxCapabilities
import LinuxSystem
import Procedures
import Testing
import WarrantTesting

@Suite struct `Process capability` {
    private typealias Sets = ProcessCapability.CapabilitySet

    private static func sets(holding set: Sets) -> KernelCapabilitySets {
        let bit = KernelCapabilitySet([.netBindService])
        var sets = KernelCapabilitySets()
        switch set {
        case .effective: sets.effective = bit
        case .permitted: sets.permitted = bit
        case .inheritable: sets.inheritable = bit
        case .bounding: sets.bounding = bit
        case .ambient: sets.ambient = bit
        }
        return sets
    }

    /// Returns what root could reach by itself with its capability in another set. A question about one of the other
    /// sets is literal.
    private static func reach(
        _ asked: ProcessCapability.CapabilitySet,
        _ held: ProcessCapability.CapabilitySet
    ) -> String {
        switch (asked, held) {
        case (.effective, .permitted):
            "; this process can gain the permission by itself: CAP_NET_BIND_SERVICE is permitted, so "
                + "it can raise it"
        case (.effective, .inheritable), (.effective, .bounding):
            "; it is not known whether this process can gain the permission by itself: it can become "
                + "root, so it can execute its program again, unless its securebits forbid it"
        default: ""
        }
    }

    @Test(
        arguments: ProcessCapability.CapabilitySet.allCases,
        ProcessCapability.CapabilitySet.allCases
    )
    func `A capability is authorized for the set that holds it`(
        asked: ProcessCapability.CapabilitySet,
        held: ProcessCapability.CapabilitySet
    ) async {
        let host = Host.whole { $0.own?.capabilities = Self.sets(holding: held) }
        let verdict = await ProcessCapability(.netBindService, in: asked, on: host).verdict()
        #expect(verdict.isAuthorized == (asked == held))
        #expect(
            verdict.reasons.map(\.message) == [
                asked == held
                    ? "is in the \(held.rawValue) set"
                    : "is not in the \(asked.rawValue) set, only in \(held.rawValue)"
                        + Self.reach(asked, held)
            ]
        )
    }

    @Test func `A capability in no set is denied for lack of permission`() async {
        let verdict = await ProcessCapability(.sysAdmin, on: .whole()).verdict()
        #expect(verdict.reasons.map(\.message) == ["is in none of the five sets"])
        #expect(verdict.reasons.map(\.cause) == [.permission])
    }

    @Test func `A capability beyond the last of the kernel is undetermined`() async throws {
        let new = try #require(KernelCapability(rawValue: 41))
        let verdict = await ProcessCapability(new, on: .whole()).verdict()
        #expect(!verdict.isAuthorized)
        #expect(
            verdict.reasons.map(\.message)
                == ["is unknown to this kernel, whose last capability is number 40"]
        )
    }

    @Test func `A capability of this thread agrees with the kernel`() async throws {
        let sets = try CapabilityCalls.ownSets(bits: 0...UInt8(CapabilityCalls.last))
        for capability in KernelCapability.named {
            let verdict = await ProcessCapability(capability, in: .bounding).verdict()
            let holds = sets.bounding.contains(capability)
            #expect(verdict.isAuthorized == holds, "\(capability)")
        }
    }
}
