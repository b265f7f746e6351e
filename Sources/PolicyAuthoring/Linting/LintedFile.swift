import LinuxSystem
package import Policies
import PolicyLanguage
import Text

/// A policy and its lint result.
package struct LintedFile: Sendable {
    /// The path in messages.
    package let path: String
    package let result: LintResult

    /// - Parameter settings: Values for parameters, which other policies receive too.
    /// - Throws: ``UnreadablePolicy`` if the policy cannot be read. Errors in the policy are part of the result.
    package init(
        _ place: PolicyPlace,
        settings: [String: String] = [:]
    ) throws(UnreadablePolicy) {
        path = place.name
        do throws(SourceFile.Problem) {
            let file = try SourceFile(at: place, limit: Limits.bytes)
            let context = LintContext(settings: settings, file: file)
            result = LintResult(file.contents.bytes, file: path, in: context)
        } catch {
            if case .file(.tooLarge) = error {
                result = LintResult(.fileTooLarge(at: .start(of: path)))
            } else {
                throw UnreadablePolicy(path: path, problem: error.words)
            }
        }
    }

    /// Writes the repaired text, whole or not at all, in place of the file that was read.
    ///
    /// - Throws: ``UnwritablePolicy`` if the file cannot be written, or is no longer the same.
    package func write(_ fixed: LintResult) throws(UnwritablePolicy) {
        do throws(FileReplacement.Problem) {
            try FileReplacement.replace(
                at: path,
                expecting: result.text.bytes,
                with: fixed.text.bytes
            )
        } catch {
            throw UnwritablePolicy(path: path, error)
        }
    }
}

/// An error: a policy could not be repaired. Its file is unchanged.
package struct UnwritablePolicy: Error, Hashable, Sendable {
    package let path: String
    package let problem: String
}

extension UnwritablePolicy {
    fileprivate init(path: String, _ problem: FileReplacement.Problem) {
        self.path = path
        self.problem =
            switch problem {
            case .system(let error): "\(error.reason) (\(error.name))"
            case .symbolicLink: "it is a symbolic link; name the file that it leads to"
            case .notRegular: "it is not a regular file"
            case .manyNames: "it has other names, which would keep the old text; unlink them first"
            case .changed: "somebody changed it meanwhile; run this again"
            }
    }
}

extension UnwritablePolicy: CustomStringConvertible {
    package var description: String { "cannot write \(path.quoted): \(problem)".onOneLine }
}
