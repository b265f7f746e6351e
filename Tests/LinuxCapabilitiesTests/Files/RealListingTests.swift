import Capabilities
import Foundation
import Kernel
import LinuxCapabilities
import Procedures
import TestSupport
import Testing

/// Compares evidence with the output of system programs about the same files and kernel capabilities.
@Suite(.timeLimit(.minutes(20))) struct `Listing of a file` {
    /// Files of this host, some of them behind links.
    private static let paths: [String] = ["/bin", "/usr/bin", "/etc", "/dev", "/var", "/usr/share"]
        .flatMap { folder in
            ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
                .prefix(100).map { "\(folder)/\($0)" }
        }

    @Test func `The evidence matches the listing of namei`() async throws {
        var compared = 0
        for path in Self.paths where FileManager.default.fileExists(atPath: path) {
            let reasons = await FileAccess(.stat, path, asking: .model).verdict().reasons
            let evidence = reasons.first?.evidence ?? []
            // In /proc, each process sees itself.
            guard !evidence.contains(where: { $0.object.hasPrefix("/proc") }) else { continue }
            let shown = Set(evidence.map(\.listing))
            #expect(shown == Set(try await Self.namei(path)), "\(path)")
            compared += 1
        }
        #expect(compared > 250)
    }

    /// Returns lines such as `drwxr-xr-x root:root usr`, for each step except `.` and `..`.
    private static func namei(_ path: String) async throws -> [String] {
        let shown = try await output("namei", "--long", path)
        return shown.split(separator: "\n").dropFirst().compactMap { line in
            let words = line.split(separator: " ", maxSplits: 3).map(String.init)
            let name = words[3].drop { $0 == " " }.prefix(while: { $0 != " " })
            guard name != "." && name != ".." else { return nil }
            return "\(words[0]) \(words[1]):\(words[2]) \(name)"
        }
    }

    @Test func `The evidence shows the effective entry of getfacl`() async throws {
        let folder = try TemporaryFolder()
        for bits in 0..<64 {
            let file = try folder.file("file\(bits)", mode: 0o604)
            let (entry, mask) = (Permissions(rawValue: UInt8(bits % 8)), UInt8(bits / 8))
            // With an empty mask, the kernel does not read the list.
            guard mask != 0 else { continue }
            let list = "user:33:\(entry),mask::\(Permissions(rawValue: mask))"
            _ = try await output("setfacl", "--modify", list, file)

            let subject = Subject.user("33", groups: ["33"])
            let verdict = await FileAccess(.read, file, as: subject, asking: .model).verdict()
            let row = try #require(verdict.reasons.first?.evidence.last)
            #expect(row.facts.contains("+ "))
            let line = try await output("getfacl", "--all-effective", "--absolute-names", file)
                .split(separator: "\n").first { $0.hasPrefix("user:") && !$0.hasPrefix("user::") }
            let effective = try #require(line?.split(separator: ":").last)
            let name = try #require(line?.split(separator: ":").dropFirst().first)
            let masked = effective == "\(entry)" ? "" : ", masked to \(effective)"
            #expect(row.finding == "user:\(name):\(entry)\(masked)", "\(line ?? "")")
        }
    }
}

@Suite struct `Set of kernel capabilities` {
    @Test func `A set has the names that capsh decodes`() async throws {
        var random = SplitMix(seed: 7)
        for _ in 0..<50 {
            let held = random.some(of: KernelCapability.named, percent: 30)
            let mask = String(KernelCapabilitySet(held).mask, radix: 16)
            let names = held.map { $0.name.lowercased() }.joined(separator: ",")
            #expect(try await output("capsh", "--decode=\(mask)").hasSuffix("=\(names)\n"))
        }
    }
}

extension Evidence {
    /// The listing without the mark of an access list and without the target of a link.
    fileprivate var listing: String {
        let path = object.prefix { $0 != " " }
        let name = path == "/" ? "/" : path.split(separator: "/").last ?? ""
        return "\(facts.replacing("+ ", with: " ")) \(name)"
    }
}

private func output(_ command: String...) async throws -> String {
    try await runCommand(["PATH=/usr/sbin:/usr/bin:/sbin:/bin"] + command).output
}
