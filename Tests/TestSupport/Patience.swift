package import Capabilities
import Procedures

/// The time limit of a check that a test waits for. All tests of a run share the processors, and the threads that walk
/// paths.
package let patience = Duration.seconds(600)

extension StatusUpdates {
    /// The same updates, with checks that may take as long as a busy machine needs.
    package var patient: Self { within(patience, .ofProcess) }
}
