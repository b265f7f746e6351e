import AccessModel
import Capabilities
import LinuxCapabilities
import LinuxSystem
import Policies
import PolicyLanguage
import Questions

/// An answer that is the same on every host and for every user.
struct Certainty {
    let isGranted: Bool
    /// The reason as a clause: `a path that ends so is a directory's`.
    let because: String

    /// - Returns: nil for a question whose answer depends on the host.
    init?(_ placed: PlacedRequirement) {
        if let file = placed.capability as? FileAccess {
            self.init(file)
        } else if let use = placed.use, use.name == "resolve",
            case .address? = try? RemoteHost(use.value.value)
        {
            self.init(isGranted: true, because: "an address is resolved already")
        } else {
            return nil
        }
    }

    private init?(_ file: FileAccess) {
        let question = file.question
        if question.isAlwaysGranted {
            self.init(isGranted: true, because: "`/` exists for every user")
        } else if file.path.utf8.count > 4095 {
            // `PATH_MAX` with its NUL, see limits.h(0p) and path_resolution(7).
            self.init(isGranted: false, because: "Linux takes no path of more than 4095 bytes")
        } else if question.isNeverGranted {
            let isRoot = file.path.utf8.allSatisfy { $0 == UInt8(ascii: "/") }
            self.init(
                isGranted: false,
                because: isRoot
                    ? "no call can do this with `/`"
                    : "a path that ends in `/`, `.` or `..` names a directory"
            )
        } else {
            return nil
        }
    }

    private init(isGranted: Bool, because: String) {
        self.isGranted = isGranted
        self.because = because
    }
}
