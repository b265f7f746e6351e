import Kernel
import LinuxSystem
import Policies
import PolicyAuthoring
import PolicyLanguage

/// The policies that a command line names: files as they are, folders searched.
enum PolicyPaths {
    enum Entry {
        case file(String)
        /// What was named cannot be searched, or holds no policy.
        case unreadable(path: String, problem: String)
    }

    /// A policy of a command that takes names and standard input too.
    enum Named {
        case entry(Entry)
        case standardInput
    }

    /// Folders within one another are searched so deep, which no set of policies needs.
    private static let depthLimit = 100

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

    /// The policies of paths and names, and `-` for standard input.
    ///
    /// A name without `/` that is no file in the working directory is looked up among the installed policies.
    static func named(_ words: [String]) -> [Named] {
        words.flatMap { word in
            word == "-" ? [.standardInput] : entries(named: word, .policy).map { .entry($0) }
        }
    }

    /// The policies of paths and names.
    static func policies(of words: [String]) -> [Entry] {
        words.flatMap { entries(named: $0, .policy) }
    }

    /// The tests of paths and names. A policy stands for its test.
    static func tests(of words: [String]) -> [Entry] {
        words.flatMap { entries(named: $0, .test) }
    }

    private static func entries(named word: String, _ wanted: Kind) -> [Entry] {
        guard InstalledPolicies.mayBeName(word), isAbsent(word) else {
            return expand(word, wanted)
        }
        return switch InstalledPolicies.policy(named: word) {
        case .found(let path): expand(path, wanted)
        case .unreadable(let path, let problem): [.unreadable(path: path, problem: problem)]
        case .none(let problem): [.unreadable(path: word, problem: problem)]
        }
    }

    /// Whether there is nothing at a path, not even a link that leads nowhere.
    private static func isAbsent(_ path: String) -> Bool {
        do throws(SystemError) {
            return try kind(of: path, follow: false) == nil
        } catch {
            return false
        }
    }

    /// The test beside a policy; nil where there is none, and for what is no policy by its name.
    private static func test(ofPolicy path: String) -> String? {
        guard Kind.policy.isWanted(path), let dot = path.lastIndex(of: ".") else { return nil }
        let test = "\(path[..<dot]).test\(path[dot...])"
        do throws(SystemError) {
            return try kind(of: test, follow: true) == nil ? nil : test
        } catch {
            // Who reads it tells why that is not possible.
            return test
        }
    }

    private static func expand(_ named: String, _ wanted: Kind) -> [Entry] {
        // Messages begin with the name of the file, and a log of GitHub takes `::` for the start of a command.
        let found = wanted == .test ? test(ofPolicy: named) ?? named : named
        let path = found.hasPrefix("::") ? "./\(found)" : found
        do throws(SystemError) {
            guard try kind(of: path, follow: true) == .directory else { return [.file(path)] }
        } catch  where error.errno == .ETIMEDOUT {
            let problem = RegularFile.Problem.system(error).words
            return [.unreadable(path: path, problem: problem)]
        } catch { return [.file(path)] }
        let entries = entries(wanted, in: path, depth: 1)
        return entries.isEmpty ? [.unreadable(path: path, problem: wanted.absence)] : entries
    }

    /// In the order of names, files and folders alike; what cannot be searched is among them, since a policy may
    /// be in it.
    private static func entries(_ wanted: Kind, in folder: String, depth: Int) -> [Entry] {
        guard depth <= depthLimit else {
            let problem = "the folder is more than \(depthLimit) deep, and is not searched"
            return [.unreadable(path: folder, problem: problem)]
        }
        var found: [Entry] = []
        do throws(SystemError) {
            for name in try Directory.names(at: folder).sorted() where !name.hasPrefix(".") {
                let path = folder.endsInSlash ? folder + name : "\(folder)/\(name)"
                // A link to a folder could lead back to where we are.
                if try kind(of: path, follow: false) == .directory {
                    found += entries(wanted, in: path, depth: depth + 1)
                } else if wanted.isWanted(name) {
                    found.append(.file(path))
                }
            }
        } catch {
            // Of a folder that may not be searched nothing can be looked at.
            let place = error.errno == .EACCES ? folder : error.object
            found.append(.unreadable(path: place, problem: "\(error.reason) (\(error.name))"))
        }
        return found
    }

    /// - Returns: nil where nothing is.
    static func kind(
        of path: String,
        follow: Bool
    ) throws(SystemError) -> FileKind? {
        do throws(SystemError) {
            return try FileCalls.facts(of: FileCalls.openPlace(path, follow: follow), at: path).kind
        } catch  where [.ENOENT, .ENOTDIR].contains(error.errno) {
            return nil
        }
    }
}

extension PolicyPaths {
    /// Policies in folders that were named, of which no test there is.
    static func untested(in words: [String], except tested: Set<NamedFile>) -> [String] {
        policies(of: words).compactMap { entry in
            guard case .file(let path) = entry, !words.contains(path),
                !tested.contains(NamedFile(path)), mayBePolicy(path)
            else { return nil }
            return path
        }
    }

    /// Whether it is no file of another kind: a test of another name, or nothing of this program.
    private static func mayBePolicy(_ path: String) -> Bool {
        guard let contents = try? RegularFile.contents(at: path, limit: Limits.bytes),
            let root = try? YAMLTree.parse(contents.bytes, file: path)
        else { return true }
        guard case .mapping(let entries) = root.kind else { return false }
        let keys = Set(entries.map(\.key.value))
        let asks = !keys.isDisjoint(with: ["require", "forbid"])
        return asks || keys.contains("warrant") && !keys.contains("cases")
    }
}
