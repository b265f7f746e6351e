import ArgumentParser
import LinuxSystem

enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
    case text, json
}

/// Writes a report; one that cannot be written must not end as if it had been read.
func write(_ text: String) throws {
    do {
        try Output.standard.write(text)
    } catch {
        complain("cannot write the report: \(error.reason) (\(error.name))")
        throw ExitStatus.fault.code
    }
}

/// Says what is wrong, where people look for it.
func complain(_ text: String) {
    // Where standard error is closed too, the exit status is all that is left to say it.
    try? Output.error.write("warrant: \(text)\n")
}
