import LinuxSystem
import PolicyLanguage

extension RegularFile.Contents {
    /// A policy that others can write lets them decide for root, or about someone else.
    ///
    /// The group bits of a mode are the mask of an access list, where there is one: without `w` there,
    /// no named user and no group can write. See acl(5).
    ///
    /// - Throws: ``UnreadablePolicy`` where a directory above it cannot be looked at.
    func writableByOthers(
        _ path: String,
        isAboutCaller: Bool
    ) throws(UnreadablePolicy) -> [Diagnostic] {
        let caller = ProcessCalls.ownUser
        guard caller == 0 || !isAboutCaller else { return [] }
        let location = SourceLocation.start(of: path)
        var found: [Diagnostic] = []
        if let problem = facts.writers(caller, isDirectory: false) {
            found.append(.writable(path, "the policy", problem, at: location))
        }
        let above: [NamedDirectory]
        do throws(SystemError) {
            above = try ancestors()
        } catch {
            throw UnreadablePolicy(path: path, problem: RegularFile.Problem.system(error).words)
        }
        let all =
            directories.map { ("its directory", $0) } + above.map { ("a directory above it", $0) }
        for (what, directory) in all {
            guard let problem = directory.facts.writers(caller, isDirectory: true) else { continue }
            found.append(.writable(directory.path, what, problem, at: location))
        }
        for link in links {
            guard let problem = link.writers(caller) else { continue }
            found.append(.writable(link.path, "a link on the way to it", problem, at: location))
        }
        return found
    }
}

extension NamedLink {
    /// In a sticky directory that others write, its owner can put another link in its place.
    fileprivate func writers(_ caller: UInt32) -> Writers? {
        let mode = directory.facts.mode
        guard mode & 0o1000 != 0, mode & 0o022 != 0, facts.uid != 0, facts.uid != caller else {
            return nil
        }
        return Writers(
            problem: "belongs to uid \(facts.uid)",
            remedy: "chown --no-dereference root"
        )
    }
}

/// How others can write, and the way out.
private struct Writers {
    let problem: String
    let remedy: String
}

extension FileFacts {
    fileprivate func writers(_ caller: UInt32, isDirectory: Bool) -> Writers? {
        if uid != 0 && uid != caller {
            return Writers(problem: "belongs to uid \(uid)", remedy: "chown root")
        }
        // In a sticky directory nobody can replace what root or the caller owns.
        let isSticky = isDirectory && mode & 0o1000 != 0
        guard mode & 0o022 != 0, !isSticky else { return nil }
        let octal = String(mode, radix: 8)
        return Writers(
            problem: "has mode \(String(repeating: "0", count: max(0, 4 - octal.count)) + octal)",
            remedy: "chmod go-w"
        )
    }
}

extension Diagnostic {
    fileprivate static func writable(
        _ path: String,
        _ what: String,
        _ writers: Writers,
        at location: SourceLocation
    ) -> Self {
        Self(
            "writable-policy",
            at: location,
            "others could write \(what): \(path.quoted) \(writers.problem)",
            help: "run `\(writers.remedy) \(path)`, or pass --allow-writable-policy"
        )
    }
}
