import Foundation

/// A line of `warrant can --batch`.
struct Answer: Decodable {
    var id: Int?
    var verdict: String?
    var errno: String?
    var because: String?
    var error: String?

    /// True if the subject may not as it is, but could or perhaps could by itself. Then `errno` is the error of the
    /// call without these steps.
    var isWithinReach: Bool { verdict == "undetermined" && errno != nil }

    var isUndetermined: Bool { verdict == "undetermined" && errno == nil }

    /// True if the kernel did not let the asker look at a file. On an idmapped mount a directory whose owner has no id
    /// can refuse even root, and Warrant cannot look behind it at the mounts below.
    var isHiddenFromAsker: Bool {
        isUndetermined
            && because?.hasSuffix("could not be searched: Permission denied (EACCES)") == true
    }

    /// Returns whether the kernel's refusal to remove a name agrees with a denial without an errno. The name is that of
    /// a mount point, and the kernel may refuse the call because of the file that the mount hides.
    func leavesOpen(_ errno: String) -> Bool {
        verdict == "denied" && self.errno == nil && errno != "0"
    }

    /// The answer in the judge's words, or nil if it cannot be judged.
    var asVerdict: String? {
        switch verdict {
        case "authorized" where errno == nil: "0"
        case "denied": errno
        case "undetermined": errno
        default: nil
        }
    }
}

extension Trial {
    /// The program's answers. A line that is not JSON is reported in `error`.
    var answers: [Answer] {
        let decoder = JSONDecoder()
        return output.split(separator: "\n").map { line in
            do {
                return try decoder.decode(Answer.self, from: Data(line.utf8))
            } catch {
                return Answer(error: "no answer: \(line)")
            }
        }
    }
}
