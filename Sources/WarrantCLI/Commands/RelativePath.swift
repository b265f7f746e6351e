import ArgumentParser
import Kernel
import LinuxCapabilities
import LinuxSystem
import Policies
import PolicyLanguage
import Procedures

/// A path of the command line that is relative to the working directory, as in every shell tool.
struct RelativePath {
    private static let advice = "begin it with `/`"
    /// `PATH_MAX` without the terminating byte.
    private static let longest = 4095

    private let text: String

    /// - Throws: `ValidationError` if the path is empty.
    init(_ text: String) throws(ValidationError) {
        guard !text.isEmpty else {
            throw ValidationError(
                "the path is empty; name a file, or `.` for the working directory"
            )
        }
        self.text = text
    }

    /// Returns the absolute path. It keeps `..`, whose meaning depends on the links before it.
    ///
    /// - Throws: `ValidationError` if the path of the working directory is not known.
    func absolute() throws(ValidationError) -> String {
        let directory = try workingDirectory()
        let path = (directory == "/" ? "" : directory) + "/" + withoutDots
        guard path.utf8.count <= Self.longest || text.utf8.count > Self.longest else {
            throw ValidationError(
                "\(text.quoted) is longer than \(Self.longest) bytes as an absolute path; "
                    + "change to a directory nearer to it"
            )
        }
        return path
    }

    /// Returns a path of the command line as an absolute one.
    ///
    /// - Throws: As the initializer and ``absolute()``.
    static func absolute(_ path: String) throws(ValidationError) -> String {
        path.isAbsolutePath ? path : try RelativePath(path).absolute()
    }

    /// Returns the absolute path of a directory; `.` is the working directory itself.
    func absoluteDirectory() throws(ValidationError) -> String {
        text == "." ? try workingDirectory() : try absolute()
    }

    /// Refuses the path if a subject resolves paths from another root directory, or with other mounts.
    ///
    /// - Throws: `ValidationError`.
    func requireMeaning(for subject: Subject) async throws {
        // If this is unknown, the question itself has no answer and gives the reason.
        let isElsewhere = await withDeadline(Policy.defaultLimit) {
            (try? await Host.live.sharesFiles(with: subject)) == false
        }
        guard isElsewhere == true else { return }
        throw ValidationError(
            "\(text.quoted) is a relative path, and \(subject) has another root directory or mount "
                + "namespace; \(Self.advice), as \(subject) sees it"
        )
    }

    /// The path without a leading `./`, which has no effect because the directory exists.
    private var withoutDots: Substring {
        var rest = Substring(text)
        while rest.hasPrefix("./"), rest.utf8.count > 2 {
            rest = Substring(rest.utf8.dropFirst(2)).trimmingSlashes
        }
        return rest
    }

    private func workingDirectory() throws(ValidationError) -> String {
        do throws(SystemError) {
            return try WorkingDirectory.path()
        } catch {
            let problem =
                switch error.errno {
                case .ENOENT: "the working directory was removed"
                case .EXDEV: "the working directory is not below the root directory"
                case .EILSEQ: "the path of the working directory is not UTF-8"
                default: "the working directory is not known: \(error.reason) (\(error.name))"
                }
            throw ValidationError(
                "\(text.quoted) is a relative path, and \(problem); \(Self.advice)"
            )
        }
    }
}

extension Substring {
    fileprivate var trimmingSlashes: Substring {
        Substring(utf8.drop { $0 == UInt8(ascii: "/") })
    }
}
