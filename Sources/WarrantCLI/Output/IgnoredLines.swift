import LinuxCapabilities
import Policies
import Procedures
import ServiceModel

/// The lines of a unit file that systemd ignores, such as one with a misspelt value. They have no part in an answer,
/// and whoever wrote them expects that they do.
enum IgnoredLines {
    /// The largest number of lines to name.
    private static let most = 20

    /// Names the lines on standard error. If the unit cannot be read, the answer gives the reason.
    static func warn(of subject: Subject?, on host: Host) async {
        guard let subject, subject.isService else { return }
        let lines = await withDeadline(Policy.defaultLimit) {
            (try? await host.ignoredLines(of: subject)) ?? []
        }
        for line in (lines ?? []).prefix(most) {
            complain("systemd ignores \(line.place): \(line.problem)")
        }
    }
}
