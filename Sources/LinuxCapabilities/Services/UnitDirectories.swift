import Kernel
import LinuxSystem
import Procedures
import ServiceModel
import Text

/// The directories that systemd makes before a service starts, as every user of the host sees them: `StateDirectory=`
/// and the like in systemd.exec(5). The other settings of the service are left out.
package struct UnitDirectories: Hashable, Sendable {
    /// The path of the unit file.
    package let unitFile: String
    fileprivate let sandbox: FileSandbox

    /// Returns a user after systemd has made the directories. A process, and a service with settings of its own, stay
    /// as they are.
    package func given(to subject: SubjectIdentity) -> SubjectIdentity {
        guard subject.place == nil, subject.sandbox == nil else { return subject }
        var subject = subject
        subject.sandbox = sandbox
        return subject
    }

    /// An error: they are not known before the start.
    package struct Unknown: Error, Hashable, Sendable, CustomStringConvertible {
        fileprivate let unitFile: String
        fileprivate let problem: String

        package var description: String {
            "the directories of `\(unitFile)` are not known: \(problem)".onOneLine
        }
    }
}

extension Host {
    /// Returns the directories that systemd, as root, makes for the service of a unit file of this machine.
    ///
    /// - Parameter path: The unit file, whose drop-ins count too.
    /// - Throws: ``UnitFileFault``; ``UnitDirectories/Unknown``; ``SystemError`` if a file or directory cannot be read;
    ///   `CancellationError`.
    package func directories(ofUnitFile path: String) async throws -> UnitDirectories {
        let settings = try await unitFiles.unit(at: path, root: nil).loaded().settings
        do {
            let sandbox = try await directories(of: settings)
            try await BlockingThreads.shared.runAsCaller("the directories of \(path)") {
                _ = try LiveFileTree().seen(through: sandbox)
            }
            return UnitDirectories(unitFile: path, sandbox: sandbox)
        } catch let problem as NotModelled {
            throw UnitDirectories.Unknown(unitFile: path, problem: "the unit \(problem.problem)")
        } catch let failure as ServiceStart.Failure {
            let problem = "the service would not start, \(failure.description)"
            throw UnitDirectories.Unknown(unitFile: path, problem: problem)
        } catch let stop as MountStop {
            throw UnitDirectories.Unknown(unitFile: path, problem: stop.problem)
        }
    }

    /// - Throws: `NotModelled`, `ServiceStart.Failure`.
    private func directories(of settings: ServiceSettings) async throws -> FileSandbox {
        var sandbox = FileSandbox()
        guard !settings.files.directories.isEmpty else { return sandbox }
        guard settings.isUserDynamic?.value != true else {
            throw NotModelled(
                problem: "has DynamicUser=, so systemd chooses their owner at the start"
            )
        }
        let ids = try await ids(of: settings)
        sandbox.directories = settings.files.directories
        sandbox.directoryModes = settings.files.directoryModes
        sandbox.directoryOwner = .init(user: ids.user ?? 0, group: ids.group ?? 0)
        return sandbox
    }
}

extension MountStop {
    fileprivate var problem: String {
        switch self {
        case .failsToStart(let why, let setting, let exit):
            "the service would not start, with status \(exit): \(why)\(setting.words)"
        case .notKnown(let what, let setting): "Warrant does not know \(what)\(setting.words)"
        }
    }
}
