import ArgumentParser
import LinuxPolicies
import PolicyLanguage

/// Values for the parameters of policies. They beat what a policy says.
struct ParameterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Give a parameter a value, in every policy that has it. May be repeated.",
            valueName: "name=value"
        )
    )
    var set: [String] = []

    func validate() throws { try escapingInvisibles { _ = try settings() } }

    func settings() throws -> [String: String] {
        var settings: [String: String] = [:]
        for text in set {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else {
                throw ValidationError("--set \(text.quoted) sets nothing; write --set NAME=VALUE")
            }
            guard settings.updateValue(String(parts[1]), forKey: String(parts[0])) == nil else {
                throw ValidationError("--set gives \(String(parts[0]).quoted) twice; keep one")
            }
        }
        return settings
    }

    /// A setting that no policy takes was typed wrongly, and then nothing is looked at.
    ///
    /// - Throws: `ValidationError` for a value of another type than its parameter, and for a name that no
    ///   policy has; a policy that cannot be read might have it.
    func refuseWrong(_ settings: [String: String], for policies: [LoadedPolicy]) throws {
        guard !settings.isEmpty else { return }
        for policy in policies {
            guard let problem = policy.settingProblem else { continue }
            throw ValidationError(problem.description)
        }
        guard policies.allSatisfy(\.isReady) else { return }
        let known = Set(policies.flatMap(\.parameters)).sorted()
        for name in settings.keys.sorted() where !known.contains(name) {
            throw ValidationError(
                "no policy here has the parameter \(name.quoted); "
                    + (known.isEmpty ? "leave out --set" : advice(for: name, among: known))
            )
        }
    }
}

extension LoadedPolicy {
    fileprivate var isReady: Bool { if case .ready = self { true } else { false } }

    fileprivate var parameters: [String] {
        if case .ready(let file) = self { file.parameters } else { [] }
    }

    /// What is wrong with a value that the command line gave.
    fileprivate var settingProblem: Diagnostic? {
        guard case .invalid(_, let diagnostics) = self else { return nil }
        return diagnostics.all.first { $0.isAboutSetting }
    }
}
