import Foundation
import Kernel
import ServiceModel
import Testing

@Suite struct `Filters that a process has loaded` {
    private static let permits: UInt32 = 0x7FFF_0000
    private static let read = FilterInstruction(0x20, 0)

    /// A filter that returns a value for a call, and permits all others.
    private func filter(_ call: String, _ value: UInt32) throws -> [FilterInstruction] {
        [
            Self.read, FilterInstruction(0x15, try #require(SystemCallNumber.of(call)), 0, 1),
            FilterInstruction(0x06, value), FilterInstruction(0x06, Self.permits),
        ]
    }

    private func decision(
        _ filters: [[FilterInstruction]],
        _ steps: [SystemCallUse.Step]
    ) -> SystemCallFilters.Decision {
        var all = SystemCallFilters()
        all.loaded = .known(LoadedFilters(filters))
        return all.decision(on: steps)
    }

    @Test func `One refused way of several leaves it open`() throws {
        let filter = try filter("openat2", 0x0005_0001)
        let steps = [SystemCallUse.Step.call(["openat", "openat2"])]
        guard case .inPart(let refusal) = decision([filter], steps) else {
            Issue.record("not in part")
            return
        }
        #expect(refusal.object == "openat2(2)" && refusal.effect == .error(.EPERM))
        #expect(decision([filter], [.call(["openat"])]) == .permitted)
    }

    @Test func `Of equal actions that of the last filter counts`() throws {
        let filters = [try filter("bind", 0x0005_0001), try filter("bind", 0x0005_000D)]
        for (filters, code) in [(filters, Errno.EACCES), (filters.reversed(), .EPERM)] {
            guard case .refused(let refusal) = decision(filters, [.call(["bind"])]) else {
                Issue.record("not refused")
                continue
            }
            #expect(refusal.effect == .error(code))
        }
    }

    @Test(
        arguments: [
            (0x0005_0000, "let bind(2) succeed without effect"),
            (0x7FF0_0000, "leave bind(2) to a tracer"),
            (0x7FC0_0000, "leave bind(2) to a supervisor"),
        ] as [(UInt32, String)]
    )
    func `Another process can decide, or nothing happens`(value: UInt32, problem: String) throws {
        let found = decision([try filter("bind", value)], [.call(["bind"])])
        #expect(found == .notKnown(problem, .either))
    }

    /// As RestrictAddressFamilies= compares: the whole first argument.
    @Test func `A filter decides about a socket by its family`() throws {
        let filter = [
            Self.read, FilterInstruction(0x15, try #require(SystemCallNumber.of("socket")), 0, 5),
            FilterInstruction(0x20, 20), FilterInstruction(0x15, 0, 0, 2),
            FilterInstruction(0x20, 16), FilterInstruction(0x15, 2, 1, 0),
            FilterInstruction(0x06, 0x0005_0061), FilterInstruction(0x06, Self.permits),
        ]
        let socket = SystemCallUse.Step.call(["socket"])
        #expect(decision([filter], [socket, .family([.inet])]) == .permitted)
        guard case .refused(let refusal) = decision([filter], [socket, .family([.unix])]) else {
            Issue.record("not refused")
            return
        }
        #expect(refusal.object == "AF_UNIX" && refusal.effect == .error(.EAFNOSUPPORT))
    }

    /// The kernel looks only at the low half of the family.
    @Test func `A filter that refuses a family with a high half of 0 leaves it open`() throws {
        let filter = [
            Self.read, FilterInstruction(0x15, try #require(SystemCallNumber.of("socket")), 0, 5),
            FilterInstruction(0x20, 20), FilterInstruction(0x15, 0, 0, 3),
            FilterInstruction(0x20, 16), FilterInstruction(0x15, 2, 0, 1),
            FilterInstruction(0x06, 0x0005_0061), FilterInstruction(0x06, Self.permits),
        ]
        guard case .inPart = decision([filter], [.family([.inet])]) else {
            Issue.record("not in part")
            return
        }
        #expect(decision([filter], [.family([.unix])]) == .permitted)
    }

    @Test func `A program without an end is not known`() {
        let filters = [[Self.read]]
        guard case .notKnown(_, .takesAway) = decision(filters, [.call(["bind"])]) else {
            Issue.record("known")
            return
        }
    }

    /// Without a bound, 200 conditions that are not known would be 2^200 paths.
    @Test func `Many conditions that are not known end`() throws {
        var program: [FilterInstruction] = []
        for bit in 0..<200 as Range<UInt32> {
            program += [
                FilterInstruction(0x20, 16), FilterInstruction(0x45, 1 << (bit % 32), 0, 3),
                FilterInstruction(0x60, 0), FilterInstruction(0x04, 1 << (bit % 31)),
                FilterInstruction(0x02, 0),
            ]
        }
        program.append(FilterInstruction(0x06, Self.permits))
        let start = [FilterInstruction(0x00, 0), FilterInstruction(0x02, 0)]
        let call = FilteredCall(1)
        #expect(FilterProgram(start + program).values(for: call) == nil)
    }

    #if arch(x86_64)
        @Test func `The numbers of system calls are those of the kernel's header`() throws {
            let path = "/usr/include/x86_64-linux-gnu/asm/unistd_64.h"
            let header = try String(contentsOfFile: path, encoding: .utf8)
            var known: [String: UInt32] = [:]
            for line in header.split(separator: "\n") {
                let words = line.split(separator: " ")
                guard words.count == 3, words[1].hasPrefix("__NR_") else { continue }
                known[String(words[1].dropFirst(5))] = UInt32(words[2])
            }
            // Newer than the header.
            let newer = ["fchmodat2", "setxattrat"].filter { known[$0] == nil }
            for name in SystemCallNumber.names where !newer.contains(name) {
                #expect(SystemCallNumber.of(name) == known[name], "\(name)")
            }
        }
    #endif
}
