import LinuxSystem
import PolicyLanguage
import Text

/// A user besides root and this user who could write a policy, or put another file in its place.
///
/// If a file has an access list, the group bits of its mode are the list's mask. Without `w` there, no named user and
/// no group can write. See acl(5).
struct Writer {
    enum User: Hashable {
        case one(UInt32)
        /// Every user, or the users of a group or an access list.
        case anyone
    }

    let user: User
    /// True if the writable object is a directory or a link on the way to the file.
    let leadsToFile: Bool
    /// The writable object, as messages name it.
    private let what: String
    private let path: String
    private let problem: Problem
    private let remedy: Remedy
    /// The number of further directories on the way that belong to the same user.
    fileprivate var directoryCount = 0

    private enum Problem {
        case owner(UInt32)
        case text(String)
    }

    private enum Remedy {
        /// The command that removes the problem, without the path.
        case run(String)
        /// Where the policy is safe: a directory of another user stays with its owner.
        case copy(to: String)
    }

    /// - Parameter isRefused: True if the policy is not read because of it.
    func diagnostic(of policy: String, isRefused: Bool) -> Diagnostic {
        // Programs would take such a path for an option.
        let word = (path.hasPrefix("-") ? "./\(path)" : path).shellWord
        let remedy =
            switch self.remedy {
            case .copy(let place): "copy the policy to \(place)"
            case .run where path == PolicyPlace.standardInputName:
                "remove the write permission of other users"
            // A long diagnostic is cut, and half a command is a different command.
            case .run where word.utf8.count > 400: "remove the write permission of other users"
            case .run(let command): "run `\(command) \(word)`"
            }
        return Diagnostic(
            "writable-policy",
            at: .start(of: policy),
            "others could write \(what): \(path.quoted) \(problemWords)",
            help: isRefused ? "\(remedy), or pass --allow-writable-policy" : remedy
        )
    }

    private var problemWords: String {
        switch problem {
        case .text(let text): return text
        case .owner(let uid):
            let name = (try? Accounts.user(numbered: uid))?.name
            let owner = "belongs to \(name.map { "user \($0.quoted)" } ?? "uid \(uid)")"
            return switch directoryCount {
            case 0: owner
            case 1: "\(owner), as does a directory on the way"
            default: "\(owner), as do \(directoryCount) directories on the way"
            }
        }
    }
}

extension [Writer] {
    /// One writer for each problem. The policy is to be copied to a safe place because of another user's directories,
    /// however many of them there are.
    var distinct: Self {
        reduce(into: []) { distinct, writer in
            let same = distinct.firstIndex { $0.isSameOwner(as: writer) }
            guard let same else { return distinct.append(writer) }
            distinct[same].directoryCount += 1
        }
    }
}

extension Writer {
    fileprivate func isSameOwner(as other: Self) -> Bool {
        guard case .owner(let one) = problem, case .owner(let another) = other.problem,
            case .copy = remedy, case .copy = other.remedy
        else { return false }
        return one == another
    }
}

extension Writer {
    init(_ place: ServedPlace, of policy: String, leadsToFile: Bool) {
        user = .anyone
        self.leadsToFile = leadsToFile
        what = place.path == policy ? "the policy" : "its directory"
        path = place.path
        problem = .text("is on \(place.medium)")
        remedy = .copy(to: "a disk of this machine")
    }

    /// Returns nil if only root and the caller can write the file or directory.
    ///
    /// - Parameter isAmongOthers: Whether a directory on the way belongs to another user.
    fileprivate init?(
        _ what: String,
        _ path: String,
        _ facts: FileFacts,
        directory: Bool,
        isAmongOthers: Bool
    ) {
        if facts.isOfOthers {
            user = .one(facts.uid)
            problem = .owner(facts.uid)
            remedy = isAmongOthers ? .copy(to: "/etc/warrant") : .run("chown root")
        } else {
            // In a sticky directory no other user can replace a file of root or the caller.
            let isSticky = directory && facts.mode & 0o1000 != 0
            guard facts.mode & 0o022 != 0, !isSticky else { return nil }
            let octal = String(facts.mode, radix: 8)
            user = .anyone
            let zeros = String(repeating: "0", count: max(0, 4 - octal.count))
            problem = .text("has mode \(zeros + octal)")
            remedy = .run("chmod go-w")
        }
        leadsToFile = directory
        self.what = what
        self.path = path
    }

    /// In a sticky directory that other users can write, the owner of a link can replace it.
    fileprivate init?(_ link: NamedLink) {
        let mode = link.directory.facts.mode
        let owner = link.facts.uid
        guard mode & 0o1000 != 0, mode & 0o022 != 0, link.facts.isOfOthers else { return nil }
        user = .one(owner)
        leadsToFile = true
        what = "a link on the way to it"
        path = link.path
        problem = .owner(owner)
        remedy = .run("chown --no-dereference root")
    }
}

extension Writer.User {
    /// Returns whether the mode grants the bit to others, or the user owns the file and so can grant it.
    fileprivate func has(_ bit: UInt16, of facts: FileFacts) -> Bool {
        facts.mode & bit != 0 || self == .one(facts.uid)
    }
}

extension RegularFile.Contents {
    /// Returns all users who could write the file or put another in its place.
    ///
    /// - Parameter path: The file, as messages name it.
    /// - Throws: ``RegularFile/Problem`` if a directory above it cannot be examined.
    func writers(_ path: String) throws(RegularFile.Problem) -> [Writer] {
        do throws(SystemError) {
            let ancestors = try ancestors()
            let isAmongOthers = (directories + ancestors).contains { $0.facts.isOfOthers }
            func writer(
                _ what: String,
                _ path: String,
                _ facts: FileFacts,
                directory: Bool = true
            ) -> Writer? {
                Writer(what, path, facts, directory: directory, isAmongOthers: isAmongOthers)
            }
            var found = [writer("the policy", path, facts, directory: false)]
            found += directories.map { writer("its directory", $0.path, $0.facts) }
            found += ancestors.map { writer("a directory above it", $0.path, $0.facts) }
            found += links.map { Writer($0) }
            for directory in directories {
                let place = try directory.servedPlace()
                // If the server shows the file itself, the file lies on that server and was not reached elsewhere.
                found.append(place.map { Writer($0, of: path, leadsToFile: !isServed) })
            }
            return found.compactMap(\.self)
        } catch {
            throw .system(error)
        }
    }

    /// Returns whether one of some users possibly may not read the file.
    ///
    /// - Throws: ``RegularFile/Problem`` if a directory above it cannot be examined.
    func isHidden(from users: Set<Writer.User>) throws(RegularFile.Problem) -> Bool {
        guard !users.isEmpty else { return false }
        do throws(SystemError) {
            let above = try directories + ancestors()
            return users.contains { user in
                !user.has(0o004, of: facts) || above.contains { !user.has(0o001, of: $0.facts) }
            }
        } catch {
            throw .system(error)
        }
    }
}
