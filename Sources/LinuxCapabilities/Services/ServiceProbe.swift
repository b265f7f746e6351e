import Kernel
import LinuxSystem
import Procedures
import ServiceModel

/// The output of a program that systemd started in the sandbox of a service, in a unit of its own.
package struct ServiceProbe: Sendable {
    /// The reason why there is no output.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    package let output: [UInt8]
    /// The settings of the service that the program did not have as they are, each with what it had instead.
    package let replaced: [String]

    fileprivate static let mostBytes = 64 << 20
}

extension Host {
    /// Has systemd start this program in the sandbox of a service, and waits until it ends with 0, 1 or 2.
    ///
    /// - Parameters:
    ///   - service: A unit file, or a unit as systemd would start it.
    ///   - arguments: Those of the program. None of them needs quotes in a unit.
    ///   - input: Its standard input.
    ///   - refuse: Returns the reason why a file must not decide what runs as root; nil if it may. It is called with the
    ///     files of a service that systemd has not loaded.
    /// - Throws: ``ServiceProbe/Failure``: this process is not root's, there is no such service, systemd does not start
    ///   the unit, or the program ends otherwise; `CancellationError`.
    package func probe(
        _ service: Subject,
        _ arguments: [String],
        input: String,
        refusing refuse: (_ path: String) -> String?
    ) async throws -> ServiceProbe {
        guard ProcessCalls.ownUser == 0 else {
            throw ServiceProbe.Failure(description: "only root may start a unit; run this as root")
        }
        do {
            let (unit, start) = try await unit(of: service)
            if case .unitFile = service {
                for file in unit.files {
                    guard let reason = refuse(file.path) else { continue }
                    throw ServiceProbe.Failure(description: reason)
                }
            }
            return try await unit.run(arguments, start, service, input)
        } catch let problem as NoManager {
            throw ServiceProbe.Failure(description: "process 1 \(problem.problem)")
        } catch let problem as ProbeSettings.Problem {
            throw ServiceProbe.Failure(description: problem.description)
        } catch let problem as UnitFileFault {
            throw ServiceProbe.Failure(description: "\(problem)")
        } catch let problem as SystemError {
            throw ServiceProbe.Failure(description: "\(problem)")
        } catch let problem as BusFailure {
            throw ServiceProbe.Failure(description: "\(problem)")
        }
    }

    private func unit(of service: Subject) async throws -> (FoundUnit, UnitStart) {
        switch service {
        case .unitFile(let path, let start):
            try await wantManager(try await units.managerFacts())
            return (try await unitFiles.unit(at: path, root: nil), start)
        case .restartedUnit(let name, let start):
            let facts = try await units.facts(of: name)
            if let reason = Reason(notStarting: facts, service) {
                throw ServiceProbe.Failure(description: "\(reason.object) \(reason.message)")
            }
            return (try await unitFiles(of: facts), start)
        case .current, .process, .user, .unit, .container:
            throw ServiceProbe.Failure(description: "\(service.description) is no service")
        }
    }
}

extension FoundUnit {
    /// Has systemd start this program with the settings of the unit.
    fileprivate func run(
        _ arguments: [String],
        _ start: UnitStart,
        _ service: Subject,
        _ input: String
    ) async throws -> ServiceProbe {
        let streams = ProbeStreams(
            input: try MemoryFile("warrant-input"),
            output: try MemoryFile("warrant-output"),
            errors: try MemoryFile("warrant-errors")
        )
        try streams.input.write(input.utf8)
        let link = "/proc/self/exe"
        let program = try FileCalls.target(of: FileCalls.openPlace(link, follow: false), at: link)
        let settings = try probe([program] + arguments, start, service, streams)
        let name = try await Self.load(settings)
        let facts = await withDeadline(Self.limit) { await Self.ended(name) }
        // systemd also forgets a unit when the connection ends that refers to it.
        try? await SystemBus.shared.unreference(name)
        guard let facts else {
            throw ServiceProbe.Failure(
                description: "the unit did not end within \(Self.limit.components.seconds) s"
            )
        }
        guard let failure = try facts.get().failure(of: program) else {
            return ServiceProbe(
                output: try streams.output.bytes(limit: ServiceProbe.mostBytes),
                replaced: settings.replaced
            )
        }
        throw ServiceProbe.Failure(description: failure + streams.lastError)
    }

    /// More than the start and the end of the unit may take.
    private static let limit = Duration.seconds(ProbeSettings.seconds + 10)

    /// Makes systemd load a unit with these settings. Its files are removed then, so that an interrupted program leaves
    /// none.
    private static func load(_ settings: ProbeSettings) async throws -> String {
        let prefix = "warrant-probe"
        let shared = try UnitFiles.sharedDropIns(of: "\(prefix)-0.service")
        let runtime = try RuntimeUnit(prefix: prefix, settings.text, without: shared)
        try await SystemBus.shared.reference(runtime.name)
        return runtime.name
    }

    /// Starts the unit, and returns its facts once its job has ended.
    private static func ended(_ unit: String) async -> Result<UnitFacts, any Error> {
        do {
            _ = try await SystemBus.shared.run(.start, unit)
            return .success(try await SystemBus.shared.unit(named: unit))
        } catch {
            return .failure(error)
        }
    }
}

/// The input and output of the program.
private struct ProbeStreams: ~Copyable {
    let input: MemoryFile
    let output: MemoryFile
    let errors: MemoryFile

    /// The last line that the program wrote about a problem, after a colon; empty if there is none.
    var lastError: String {
        do throws(SystemError) {
            let text = String(decoding: try errors.bytes(limit: 1 << 20), as: UTF8.self)
            return text.split(whereSeparator: \.isNewline).last.map { ": \($0)" } ?? ""
        } catch {
            return "; its messages cannot be read: \(error)"
        }
    }
}

extension FoundUnit {
    private func probe(
        _ program: [String],
        _ start: UnitStart,
        _ service: Subject,
        _ streams: borrowing ProbeStreams
    ) throws -> ProbeSettings {
        let settings = try loaded(with: start.settings).settings
        let named = start.command.flatMap(CommandName.init) ?? .start
        let command = settings.commands.first {
            $0.kind == named.kind && $0.number == named.number
        }
        guard let command else {
            throw ServiceProbe.Failure(description: "\(service.description) has no such command")
        }
        guard SettingText.isPlain(program[0]) else {
            throw ServiceProbe.Failure(
                description: "`\(program[0])` needs quotes in a unit; run a copy at another path"
            )
        }
        return try ProbeSettings(
            files + [UnitFile(settings: start.settings)],
            name: name,
            loadedAs: alias,
            settings: settings,
            command: command,
            running: ProbeSettings.Program(
                command: program,
                input: streams.input.path,
                output: streams.output.path,
                errors: streams.errors.path
            )
        )
    }
}

extension UnitFacts {
    /// The reason why the unit did not do its work, with the status that its process ended with; nil if it did.
    fileprivate func failure(of program: String) -> String? {
        if loadState != .loaded { return loadError ?? "systemd does not load the unit" }
        switch exit {
        case .exited(0...2) where result == "success": return nil
        case .exited(let status):
            guard let step = StartStep.names[status] else {
                return "the program ended with status \(status)"
            }
            let what = "systemd did not start the program: status \(status)/\(step)"
            guard step == "EXEC" else { return what }
            return "\(what); the service has to see `\(program)`, and be able to execute it"
        case let exit? where exit.isByFilter:
            return "a filter of the service ended the program with SIGSYS: it refuses a call that "
                + "the program needs"
        case .killed(let signal): return "the program was ended by signal \(signal)"
        case nil: return "systemd ended the start of the unit with `\(result ?? "no result")`"
        }
    }
}

/// The steps at which systemd fails to start a program.
///
/// - SeeAlso: "Process Exit Codes" of systemd.exec(5).
private enum StartStep {
    static let names: [Int32: String] = [
        200: "CHDIR", 201: "NICE", 202: "FDS", 203: "EXEC", 204: "MEMORY", 205: "LIMITS",
        206: "OOM_ADJUST", 207: "SIGNAL_MASK", 208: "STDIN", 209: "STDOUT", 210: "CHROOT",
        211: "IOPRIO", 212: "TIMERSLACK", 213: "SECUREBITS", 214: "SETSCHEDULER",
        215: "CPUAFFINITY", 216: "GROUP", 217: "USER", 218: "CAPABILITIES", 219: "CGROUP",
        220: "SETSID", 221: "CONFIRM", 222: "STDERR", 224: "PAM", 225: "NETWORK",
        226: "NAMESPACE", 227: "NO_NEW_PRIVILEGES", 228: "SECCOMP", 229: "SELINUX_CONTEXT",
        230: "PERSONALITY", 231: "APPARMOR_PROFILE", 232: "ADDRESS_FAMILIES",
        233: "RUNTIME_DIRECTORY", 235: "CHOWN", 236: "SMACK_PROCESS_LABEL", 237: "KEYRING",
        238: "STATE_DIRECTORY", 239: "CACHE_DIRECTORY", 240: "LOGS_DIRECTORY",
        241: "CONFIGURATION_DIRECTORY", 242: "NUMA_POLICY", 243: "CREDENTIALS", 245: "BPF",
    ]
}
