import Foundation

/// A line of `warrant can --batch`.
struct Answer: Decodable {
    var id: Int?
    var verdict: String?
    var errno: String?
    var because: String?
    var error: String?

    /// Whether the subject could not as it is, and could or perhaps could by itself: `errno` then says
    /// how the call of the subject as it is fails.
    var isWithinReach: Bool { verdict == "undetermined" && errno != nil }

    var isUndetermined: Bool { verdict == "undetermined" && errno == nil }

    /// Whether it is a no of another errno, for a name whose file is hidden by a mount: it is busy, and the kernel
    /// may refuse it before for what that file is.
    func leavesOpen(_ errno: String) -> Bool {
        self.errno == "EBUSY" && ["EPERM", "EOVERFLOW", "EISDIR", "ENOTDIR"].contains(errno)
            && because?.hasPrefix("is a mount point, and what it covers cannot be seen") == true
    }

    /// In the judge's words, or nothing where it is none that can be judged.
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
    /// The program's answers; one that is no JSON is told in `error`.
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
