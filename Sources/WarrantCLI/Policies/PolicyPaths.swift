import LinuxPolicies
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

    private enum Kind {
        case policy, test

        func isWanted(_ name: String) -> Bool {
            PolicyTest.endings.contains {
                name.hasSuffix($0) && name.hasSuffix(".test" + $0) == (self == .test)
            }
        }

        var absence: String {
            switch self {
            case .policy: "the folder holds no policy; its name ends in .yaml, .yml or .json"
            case .test:
                "the folder holds no test; its name ends in .test.yaml, .test.yml or .test.json"
            }
        }
    }

    static func expand(_ paths: [String]) -> [Entry] { paths.flatMap { expand($0, .policy) } }

    static func tests(in paths: [String]) -> [Entry] {
        paths.flatMap { expand(test(ofPolicy: $0) ?? $0, .test) }
    }

    /// The test beside a policy; nil where there is none, and for what is no policy by its name.
    private static func test(ofPolicy path: String) -> String? {
        guard Kind.policy.isWanted(path), let dot = path.lastIndex(of: ".") else { return nil }
        let test = "\(path[..<dot]).test\(path[dot...])"
        let isThere = (try? FileCalls.openPlace(test, follow: true)) != nil
        return isThere ? test : nil
    }

    private static func expand(_ path: String, _ kind: Kind) -> [Entry] {
        guard isDirectory(path, follow: true) else { return [.file(path)] }
        do throws(SystemError) {
            let found = try files(kind, in: path, depth: 1)
            guard found.isEmpty else { return found.map { .file($0) } }
            let problem = kind.absence
            return [.unreadable(path: path, problem: problem)]
        } catch {
            return [.unreadable(path: error.object, problem: "\(error.reason) (\(error.name))")]
        }
    }

    /// In the order of names, files and folders alike.
    private static func files(
        _ kind: Kind,
        in folder: String,
        depth: Int
    ) throws(SystemError) -> [String] {
        guard depth <= depthLimit else { return [] }
        var found: [String] = []
        for name in try Directory.names(at: folder).sorted() where !name.hasPrefix(".") {
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            // A link to a folder could lead back to where we are.
            if isDirectory(path, follow: false) {
                found += try files(kind, in: path, depth: depth + 1)
            } else if kind.isWanted(name) {
                found.append(path)
            }
        }
        return found
    }

    static func isDirectory(_ path: String, follow: Bool) -> Bool {
        guard let place = try? FileCalls.openPlace(path, follow: follow) else { return false }
        return (try? FileCalls.facts(of: place, at: path))?.kind == .directory
    }
}
