package import Kernel
package import LinuxCapabilities
package import PolicyLanguage
import Questions

extension Subject {
    /// The subject's name in reports; nil for this process.
    package var nameInReports: String? {
        self == .current ? nil : description
    }

    /// Makes the subject of a policy. It does not test whether the subject exists: that is part of the check and its
    /// verdict.
    init(_ syntax: SubjectSyntax) throws(Diagnostic) {
        switch syntax.kind {
        case .unit(let name, false, _):
            try refuseInvalid(unit: name)
            self = .unit(name.value)
        case .unit(let name, true, let command):
            try refuseInvalid(unit: name)
            self = .restartedUnit(name.value, UnitStart(command: command?.value))
            if let command, let problem = problem {
                let text = "\(name.value.quoted) \(problem)"
                throw Diagnostic("invalid-command-name", at: command.location, text)
            }
        case .container(let name):
            self = .container(name.value)
            if let problem = problem {
                let text = "\(name.value.quoted) \(problem)"
                throw Diagnostic("invalid-container-name", at: name.location, text)
            }
        case .process(let pid): self = .process(pid: pid.value)
        case .user(let user):
            var capabilities: [KernelCapability]?
            if let names = user.capabilities {
                capabilities = []
                for name in names { capabilities?.append(try kernelCapability(name)) }
            }
            self = .user(
                user.name.value,
                groups: user.groups?.map(\.value),
                capabilities: capabilities
            )
        }
    }
}

/// - Throws: A ``Diagnostic`` for a name that no unit can have.
func refuseInvalid(unit name: Located<String>) throws(Diagnostic) {
    if let problem = SystemdUnit(name.value).invalidName {
        throw Diagnostic("invalid-unit-name", at: name.location, problem)
    }
}

/// Returns the kernel capability with a name from a policy.
package func kernelCapability(_ name: Located<String>) throws(Diagnostic) -> KernelCapability {
    do throws(InvalidUse) {
        return try .written(name.value)
    } catch {
        throw Diagnostic(error.id, at: name.location, error.problem, help: error.help)
    }
}
