import Capabilities
import Foundation
import Kernel
import LinuxCapabilities
import LinuxSystem
import Procedures

/// The processes of the host with their numbers there, which systemd and polkit use.
struct InnerProcesses: ProcessProbe {
    private let folder: String

    /// - Parameter folder: The host's proc(5).
    init(under folder: String) { self.folder = folder }

    func facts(ofProcess pid: Int32) async throws -> ProcessFacts {
        let status = try text("\(pid)/status")
        guard let thread = ThreadCredentials(status: Array(status.utf8)) else {
            throw SystemdHost.Failure(description: "no thread: \(status)")
        }
        return ProcessFacts(
            pid: pid,
            startTime: try startTime(of: pid),
            threads: [thread],
            namespaces: .success(try Namespaces.own()),
            controlGroups: try text("\(pid)/cgroup").split(separator: "\n").compactMap { line in
                line.split(separator: ":", maxSplits: 2).last.map(String.init)
            }
        )
    }

    func facts(ofControlGroup group: String) async throws -> [ProcessFacts] {
        var found: [ProcessFacts] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            guard let pid = Int32(name), let facts = try? await facts(ofProcess: pid) else {
                continue
            }
            if facts.isInControlGroup(group) { found.append(facts) }
        }
        return found
    }

    private func startTime(of pid: Int32) throws -> UInt64 {
        let fields = try text("\(pid)/stat").split(separator: ") ").last?.split(separator: " ")
        return UInt64(fields?[19] ?? "") ?? 0
    }

    private func text(_ file: String) throws -> String {
        guard let text = try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8) else {
            throw SystemError("open(2)", "\(folder)/\(file)", code: .ESRCH)
        }
        return text
    }

    func ownSets(around bit: UInt8) throws(SystemError) -> KernelCapabilitySets {
        KernelCapabilitySets()
    }

    func ownCredentials() throws(SystemError) -> ThreadCredentials {
        try ProcessCalls.ownCredentials()
    }

    func ownPlace() throws(SystemError) -> OwnPlace { OwnPlace(namespaces: try Namespaces.own()) }

    func end(ofProcess pid: Int32, waking bell: Bell) throws -> any ChangeSource {
        throw Unwatched(Reason("not-watched", "process \(pid)", "has another number here"))
    }

    func tracing() throws(SystemError) -> TracingFacts { try TracingFacts.own() }

    var lastCapability: Int { CapabilityCalls.last }
}
