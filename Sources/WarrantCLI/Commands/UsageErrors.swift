import ArgumentParser
import LinuxSystem
import PolicyLanguage

/// Runs `body`, whose error repeats what was typed: on one line, whatever that holds.
func escapingInvisibles(_ body: () throws -> Void) throws {
    do {
        try body()
    } catch let error as ValidationError {
        throw ValidationError(error.message.escapingInvisibles)
    }
}

extension ParsableCommand {
    /// Ends the program with an error of the command line, as ``exit(withError:)`` does; but that one
    /// repeats arguments with the control characters in them.
    static func exit(withUsageError error: any Error) -> Never {
        let lines = fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
        let text = lines.map { String($0).escapingInvisibles }.joined(separator: "\n")
        // Where standard error is closed, the exit status is all that is left to say it.
        try? Output.error.write(text + "\n")
        exit(withError: ExitCode.validationFailure)
    }
}
