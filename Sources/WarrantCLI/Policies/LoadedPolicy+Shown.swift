import ArgumentParser
import LinuxPolicies
import LinuxSystem
import PolicyLanguage

extension LoadedPolicy {
    /// The one policy that a path names, which is read and not judged by: who could write it is no matter.
    ///
    /// - Throws: `ValidationError` for a folder that holds several.
    init(shownAt path: String, settings: [String: String]) throws {
        let entries = PolicyPaths.expand([path])
        guard entries.count == 1 else {
            let problem = "\(path.quoted) holds \(entries.count) policies; name one of them"
            throw ValidationError(problem)
        }
        self.init(entries[0], settings: settings, subject: nil, allowWritable: true)
    }

    /// The policy.
    ///
    /// - Throws: the exit status, once it was told on standard error what kept the policy from being read.
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
