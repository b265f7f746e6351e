import LinuxSystem
import PolicyAuthoring
import PolicyLanguage
import Text

/// The policies that have a name on this host: the host's own, and those installed with the program.
enum InstalledPolicies {
    /// The directories, in the order in which they are searched.
    private static let folders = ["/etc/warrant", "/usr/share/warrant/policies"]

    enum Policy {
        /// A file or a directory of policies.
        case found(String)
        case unreadable(path: String, problem: String)
        case none(problem: String)
    }

    /// Returns whether a word may be the name of a policy. A word that begins with `::` may not: GitHub would read it
    /// as a command at the beginning of a line. Written as a path, it begins with `./`.
    static func mayBeName(_ word: String) -> Bool {
        !word.isEmpty && !word.utf8.contains(0x2F) && !word.hasPrefix("::")
    }

    /// Looks for a file or directory with the name itself, then for the name with the ending of a policy.
    static func policy(named name: String) -> Policy {
        for folder in folders {
            for ending in [""] + PolicyTest.endings {
                let path = "\(folder)/\(name)\(ending)"
                do throws(SystemError) {
                    if try PolicyPaths.kind(of: path, follow: false) != nil { return .found(path) }
                } catch {
                    // The policy may be there, so the next directory must not replace it.
                    return .unreadable(path: path, problem: "\(error.reason) (\(error.name))")
                }
            }
        }
        let places = folders.joined(separator: " or ")
        return .none(
            problem: "no such file here, and no such policy in \(places)\(advice(for: name))"
        )
    }

    /// The name that was probably meant, else some of those that there are: of what ends as a file, none.
    private static func advice(for name: String) -> String {
        let names = names
        if let likely = nearest(to: name, among: names) {
            return "; did you mean \(likely.quoted)?"
        }
        let file = PolicyTest.endings.lazy.map { name + $0 }
            .first { !PolicyPaths.isAbsent($0) }
        if let file { return "; did you mean the file \(file.quoted)?" }
        let isFile = PolicyTest.endings.contains { name.hasSuffix($0) }
        guard !names.isEmpty, !isFile else { return "" }
        let some = nearest(5, to: name, among: names).map(\.quoted).joined(separator: ", ")
        return "; installed policies: \(some)\(names.count > 5 ? ", …" : "")"
    }

    /// All names, as far as the directories can be read.
    private static var names: [String] {
        let files = folders.flatMap { folder in (try? Directory.names(at: folder)) ?? [] }
        let names = files.filter { !$0.hasPrefix(".") }.map { file in
            let ending = PolicyTest.endings.first { file.hasSuffix($0) } ?? ""
            return String(file.dropLast(ending.count))
        }
        return Set(names).filter { !$0.hasSuffix(".test") }.sorted()
    }
}
