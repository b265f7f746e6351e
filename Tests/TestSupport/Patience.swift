package import Capabilities
import Procedures

/// How long a look may take that a test waits for: all tests of a run share the processors, and the threads on which
/// paths are walked.
package let patience = Duration.seconds(600)

extension StatusUpdates {
    /// The same, with looks that may take as long as a busy machine needs.
    package var patient: Self { within(patience, .ofProcess) }
}
