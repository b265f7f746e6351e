import LinuxSystem

/// The policies that a command line names: files as they are, folders searched.
enum PolicyPaths {
    enum Entry {
        case file(String)
        /// What was named cannot be searched, or holds no policy.
        case unreadable(path: String, problem: String)
    }

    /// Folders within one another are searched so deep, which no set of policies needs.
    private static let depthLimit = 16
    private static let endings = [".yaml", ".yml", ".json"]

    static func expand(_ paths: [String]) -> [Entry] { paths.flatMap(expand) }

    private static func expand(_ path: String) -> [Entry] {
        guard isDirectory(path, follow: true) else { return [.file(path)] }
        do throws(SystemError) {
            let files = try policies(in: path, depth: 1)
            guard files.isEmpty else { return files.map { .file($0) } }
            let problem = "the folder holds no policy; its name ends in .yaml, .yml or .json"
            return [.unreadable(path: path, problem: problem)]
        } catch {
            return [.unreadable(path: error.object, problem: "\(error.reason) (\(error.name))")]
        }
    }

    /// In the order of names, files and folders alike.
    private static func policies(in folder: String, depth: Int) throws(SystemError) -> [String] {
        guard depth <= depthLimit else { return [] }
        var found: [String] = []
        for name in try Directory.names(at: folder).sorted() where !name.hasPrefix(".") {
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            // A link to a folder could lead back to where we are.
            if isDirectory(path, follow: false) {
                found += try policies(in: path, depth: depth + 1)
            } else if isPolicy(name) {
                found.append(path)
            }
        }
        return found
    }

    private static func isPolicy(_ name: String) -> Bool {
        endings.contains { name.hasSuffix($0) && !name.hasSuffix(".test" + $0) }
    }

    private static func isDirectory(_ path: String, follow: Bool) -> Bool {
        guard let place = try? FileCalls.openPlace(path, follow: follow) else { return false }
        return (try? FileCalls.facts(of: place, at: path))?.kind == .directory
    }
}
