import ArgumentParser
import Kernel
import LinuxSystem
import Policies
import PolicyAuthoring
import PolicyLanguage

/// The policies that a command line names. Files are taken as they are, directories are searched.
enum PolicyPaths {
    enum Entry {
        case file(String)
        /// The named path cannot be searched, or contains no policy.
        case unreadable(path: String, problem: String)
    }

    /// A policy of a command that accepts names and standard input too.
    enum Named {
        case entry(Entry)
        case standardInput
    }

    /// The depth to which nested directories are searched. No set of policies needs more.
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
            case .policy:
                "the folder holds no policy; the name of a policy ends in .yaml, .yml or .json"
            case .test:
                "the folder holds no test; its name ends in .test.yaml, .test.yml or .test.json"
            }
        }
    }

    static func isStandardInput(_ word: String) -> Bool { word == "-" || word == "/dev/stdin" }

    /// - Throws: `ValidationError` if two of the words are standard input.
    static func refuseRepeatedInput(_ words: [String]) throws {
        guard words.count(where: isStandardInput) > 1 else { return }
        throw ValidationError("standard input is named twice; it can be read once")
    }

    /// Returns the policies of paths and names, and `-` for standard input.
    ///
    /// A name without `/` that is not a file in the working directory, or that the caller may not look up there, is
    /// looked up among the installed policies.
    static func named(_ words: [String]) -> [Named] {
        words.flatMap { word in
            isStandardInput(word)
                ? [.standardInput] : entries(named: word, .policy).map { .entry($0) }
        }
    }

    /// Returns the one policy of a path or a name.
    ///
    /// - Throws: `ValidationError` for a directory with several policies.
    static func one(named word: String) throws -> Entry {
        let entries = entries(named: word, .policy)
        guard entries.count == 1 else {
            throw ValidationError(
                "\(word.quoted) holds \(entries.count) policies; name one of them"
            )
        }
        return entries[0]
    }

    /// Returns the file of the one policy of a path or a name.
    ///
    /// - Throws: The exit status, after the reason why there is none is written to standard error; `ValidationError`
    ///   for a directory with several policies.
    static func file(named word: String) throws -> String {
        switch try one(named: word) {
        case .file(let path): return path
        case .unreadable(let path, let problem):
            complain("\(path): \(problem)")
            throw ExitStatus.unreadablePolicy.code
        }
    }

    /// Returns the policies of paths and names.
    static func policies(of words: [String]) -> [Entry] {
        words.flatMap { entries(named: $0, .policy) }
    }

    /// Returns the tests of paths and names. A policy stands for its test.
    static func tests(of words: [String]) -> [Entry] {
        words.flatMap { entries(named: $0, .test) }
    }

    private static func entries(named word: String, _ wanted: Kind) -> [Entry] {
        if word.isEmpty { return [.unreadable(path: word.quoted, problem: "the path is empty")] }
        if word == "-" {
            let problem = "this command does not read standard input; name a file"
            return [.unreadable(path: word, problem: problem)]
        }
        let isHidden = isHidden(word)
        guard InstalledPolicies.mayBeName(word), isHidden || isAbsent(word) else {
            return expand(word, wanted)
        }
        return switch InstalledPolicies.policy(named: word) {
        case .found(let path): expand(path, wanted)
        case .unreadable(let path, let problem): [.unreadable(path: path, problem: problem)]
        case .none where isHidden: expand(word, wanted)
        case .none(let problem): [.unreadable(path: word, problem: problem)]
        }
    }

    /// Returns whether nothing exists at a path, not even a dangling link.
    static func isAbsent(_ path: String) -> Bool {
        do throws(SystemError) {
            return try kind(of: path, follow: false) == nil
        } catch {
            return false
        }
    }

    /// Returns whether no path can be looked up, because the caller may not search its directory.
    private static func isHidden(_ path: String) -> Bool {
        do throws(SystemError) {
            _ = try kind(of: path, follow: false)
            return false
        } catch {
            return error.errno == .EACCES
        }
    }

    /// Returns the test beside a policy. Returns nil if there is none, or if the name is not that of a policy.
    private static func test(ofPolicy path: String) -> String? {
        guard Kind.policy.isWanted(path), let dot = path.lastIndex(of: ".") else { return nil }
        let test = "\(path[..<dot]).test\(path[dot...])"
        do throws(SystemError) {
            return try kind(of: test, follow: true) == nil ? nil : test
        } catch {
            // The reader of the file reports the error.
            return test
        }
    }

    private static func expand(_ named: String, _ wanted: Kind) -> [Entry] {
        // Messages begin with the name of the file, and a GitHub log reads `::` as the start of a command.
        let found = wanted == .test ? test(ofPolicy: named) ?? named : named
        let path = found.hasPrefix("::") ? "./\(found)" : found
        do throws(SystemError) {
            switch try kind(of: path, follow: true) {
            case .directory: break
            case .fifo where path.hasPrefix("/dev/fd/") || path.hasPrefix("/proc/self/fd/"):
                let problem =
                    "a pipe is read only as standard input; write `- < <(…)` in place of `<(…)`"
                return [.unreadable(path: path, problem: problem)]
            default: return [.file(path)]
            }
        } catch  where error.errno == .ETIMEDOUT {
            let problem = RegularFile.Problem.system(error).words
            return [.unreadable(path: path, problem: problem)]
        } catch { return [.file(path)] }
        let entries = entries(wanted, in: path, depth: 1)
        return entries.isEmpty ? [.unreadable(path: path, problem: wanted.absence)] : entries
    }

    /// Returns the entries in the order of their names, files and directories together. Directories that cannot be
    /// searched are included, because a policy may be in them.
    private static func entries(_ wanted: Kind, in folder: String, depth: Int) -> [Entry] {
        guard depth <= depthLimit else {
            let problem = "the folder is more than \(depthLimit) deep, and is not searched"
            return [.unreadable(path: folder, problem: problem)]
        }
        var found: [Entry] = []
        do throws(SystemError) {
            let place = try FileCalls.openPlace(folder, follow: true)
            let names = try Directory.names(in: place, atMost: .max, at: folder)
                .map { (bytes: $0, text: String(decoding: $0, as: UTF8.self)) }
            for name in names.sorted(by: { $0.text < $1.text }) where !name.text.hasPrefix(".") {
                let path = folder.endsInSlash ? folder + name.text : "\(folder)/\(name.text)"
                // A link to a directory could lead back to this one.
                let file = try FileCalls.openName(name.bytes, in: place, at: path)
                let isFolder = try FileCalls.facts(of: file, at: path).kind == .directory
                guard isFolder || wanted.isWanted(name.text) else { continue }
                if String(validating: name.bytes, as: UTF8.self) == nil {
                    // The repaired name would lead to another file.
                    let problem = "its name is not UTF-8; rename it"
                    found.append(.unreadable(path: path, problem: problem))
                } else if isFolder {
                    found += entries(wanted, in: path, depth: depth + 1)
                } else {
                    found.append(.file(path))
                }
            }
        } catch {
            // Without search permission on the directory, no file in it can be examined.
            let place = error.errno == .EACCES ? folder : error.object
            found.append(.unreadable(path: place, problem: "\(error.reason) (\(error.name))"))
        }
        return found
    }

    /// - Returns: nil if nothing exists there.
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
    /// Returns the policies in named directories that have no test.
    static func untested(in words: [String], except tested: Set<NamedFile>) -> [String] {
        policies(of: words).compactMap { entry in
            guard case .file(let path) = entry, !words.contains(path),
                !tested.contains(NamedFile(path)), mayBePolicy(path)
            else { return nil }
            return path
        }
    }

    /// Returns whether the file may be a policy, and not a test with an unusual name or a file of another program.
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
