import ArgumentParser
import LinuxCapabilities
import LinuxSystem
import Policies
import PolicyLanguage
import Procedures

/// A policy to be checked, or the reason why it could not be read.
enum LoadedPolicy {
    case ready(PolicyFile)
    case invalid(path: String, Diagnostics)
    case unreadable(path: String, problem: String)
    case fault(path: String, problem: String)

    /// - Parameters:
    ///   - settings: Values for parameters, which other policies receive too.
    ///   - words: Those of Linux, bound to the host that is asked.
    ///   - strict: True if an `authorized` that rests on an assumption becomes `undetermined`.
    ///   - isProbed: True if the policy is also asked in the sandbox of a service.
    init(
        _ named: PolicyPaths.Named,
        settings: [String: String],
        subject: Subject?,
        in words: Catalogue<Subject> = .linux,
        allowWritable: Bool,
        strict: Bool = false,
        isProbed: Bool = false
    ) {
        let place: PolicyPlace
        switch named {
        case .entry(.unreadable(let path, let problem)):
            self = .unreadable(path: path, problem: problem)
            return
        case .entry(.file(let path)): place = .path(path)
        case .standardInput: place = .standardInput
        }
        do {
            self = .ready(
                try PolicyFile(
                    place,
                    settings: settings,
                    areShared: true,
                    subject: subject,
                    in: words,
                    allowWritable: allowWritable,
                    strict: strict,
                    isProbed: isProbed
                )
            )
        } catch let error as Diagnostics {
            self = .invalid(path: place.name, error)
        } catch let error as UnreadablePolicy {
            self = .unreadable(path: place.name, problem: error.problem)
        } catch {
            self = .fault(path: place.name, problem: "\(error)")
        }
    }

    /// The number of requirements to check.
    var count: Int {
        if case .ready(let file) = self { file.policy.requirements.count } else { 0 }
    }

    /// - Parameter turns: The turns that all policies of a check share.
    func check(_ turns: Slots, _ progress: Progress) async -> CheckResult {
        switch self {
        case .ready(let file):
            let report = await file.policy.check(turns: turns) { progress.step() }
            return .checked(file, report)
        case .invalid(let path, let diagnostics): return .invalid(path: path, diagnostics)
        case .unreadable(let path, let problem): return .unreadable(path: path, problem: problem)
        case .fault(let path, let problem): return .fault(path: path, problem: problem)
        }
    }
}

/// The result of checking one policy.
enum CheckResult: Sendable {
    case checked(PolicyFile, PolicyReport)
    case invalid(path: String, Diagnostics)
    case unreadable(path: String, problem: String)
    case fault(path: String, problem: String)

    var status: ExitStatus {
        switch self {
        case .checked(_, let report): ExitStatus(report.outcome)
        case .invalid: .invalidPolicy
        case .unreadable: .unreadablePolicy
        case .fault: .fault
        }
    }
}

extension LoadedPolicy {
    /// Loads the one policy of a path or a name, for display only. The users who could write it therefore do not
    /// matter.
    ///
    /// - Throws: `ValidationError` for a directory with several policies.
    init(shownAt path: String, settings: [String: String]) throws {
        let named: PolicyPaths.Named =
            PolicyPaths.isStandardInput(path)
            ? .standardInput : .entry(try PolicyPaths.one(named: path))
        self.init(named, settings: settings, subject: nil, allowWritable: true)
    }

    /// Returns the policy.
    ///
    /// - Throws: The exit status, after the reason why the policy could not be read is written to standard error.
    func ready() throws -> PolicyFile {
        switch self {
        case .ready(let file): return file
        case .invalid(_, let problems):
            try? Output.error.write(problems.description + "\n")
            throw ExitStatus.invalidPolicy.code
        case .unreadable(let path, let problem):
            complain("\(path): \(problem)")
            throw ExitStatus.unreadablePolicy.code
        case .fault(let path, let problem):
            complain("\(path): \(problem)")
            throw ExitStatus.fault.code
        }
    }
}
