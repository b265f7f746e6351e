import AccessModel
import Kernel
import LinuxSystem
import ServiceModel

/// A walk through a tree. A directory comes before its entries.
struct TreeWalk {
    /// The number of rows that are read at once.
    private static let rowCount = 256
    /// The number of facts that are kept before all are dropped, because memory must not grow with the tree.
    private static let placeLimit = 1 << 15
    /// The number of names that are read from one directory.
    private static let nameLimit = 1 << 20

    private let top: [UInt8]
    private let extent: TreeListing.Extent
    private let subject: SubjectIdentity
    private let isSelf: Bool
    private var questions: EntryQuestions?
    private var known = KnownNames()
    /// The directories above the next entry.
    private var folders: [Folder] = []
    private var isStarted = false
    private var count = 0
    private var isCut = false

    private struct Folder {
        let path: [UInt8]
        /// The remaining names, the next one last.
        var names: ArraySlice<[UInt8]>
    }

    init(
        _ top: [UInt8],
        _ extent: TreeListing.Extent,
        _ subject: SubjectIdentity,
        isSelf: Bool
    ) {
        self.top = top
        self.extent = extent
        self.subject = subject
        self.isSelf = isSelf
    }

    mutating func next() throws -> TreeListing.Rows {
        var entries: [ListedEntry] = []
        if !isStarted {
            isStarted = true
            entries.append(try visitTop())
        }
        while entries.count < Self.rowCount, let path = nextPath() {
            let questions = try currentQuestions()
            if let entry = visit(path, follow: false, questions) { entries.append(entry) }
        }
        return TreeListing.Rows(entries: entries, isLast: folders.isEmpty, isCut: isCut)
    }

    private mutating func nextPath() -> [UInt8]? {
        while let folder = folders.last {
            guard let name = folder.names.last else {
                folders.removeLast()
                continue
            }
            guard count < extent.limit else {
                isCut = true
                folders = []
                return nil
            }
            count += 1
            folders[folders.count - 1].names.removeLast()
            return (folder.path == [0x2F] ? [] : folder.path) + [0x2F] + name
        }
        return nil
    }

    /// Returns the questions with their facts. Too many facts are dropped, and read again when needed.
    private mutating func currentQuestions() throws -> EntryQuestions {
        if let questions, questions.files.tree.places.count < Self.placeLimit { return questions }
        let own = try UserNamespaces.own()
        let questions = EntryQuestions(
            files: try .seen(by: subject.place, forSelf: isSelf),
            subjects: subject.everyone.map { Credentials($0, from: own) }
        )
        self.questions = questions
        return questions
    }

    private mutating func visitTop() throws -> ListedEntry {
        guard subject.sandbox?.changesFiles != true else {
            throw notListed(
                "cannot be listed for a service with mounts, directories or users of its own; "
                    + "ask about one path at a time, without --list"
            )
        }
        if let setting = subject.unknownSettings.first(where: { $0.scope.contains(.files) }) {
            throw notListed(
                "cannot be listed: \(setting.name)= in \(setting.place) is not modelled"
            )
        }
        if subject.filters.systemCalls?.setting != nil {
            throw notListed("cannot be listed for a service with a filter of system calls")
        }
        let questions = try currentQuestions()
        do throws(Stop) {
            _ = try questions.files.place(at: top, follow: true)
        } catch {
            let isCertain = if case .refused = error { true } else { false }
            let words = FileWords(questions.files.tree, questions.subjects[0], known.names)
            throw notListed(words.sentence(for: error, about: text(top)), isCertain: isCertain)
        }
        guard let entry = visit(top, follow: true, questions) else {
            throw notListed("does not exist", isCertain: true)
        }
        return entry
    }

    private func notListed(_ message: String, isCertain: Bool = false) -> NotListed {
        NotListed(text(top), message, isCertain: isCertain)
    }

    /// - Returns: The entry; nil if it has disappeared.
    private mutating func visit(
        _ path: [UInt8],
        follow: Bool,
        _ questions: EntryQuestions
    ) -> ListedEntry? {
        let files = questions.files
        do throws(Stop) {
            let id = try files.place(at: path, follow: follow)
            known.learn(user: files.tree[id].uid)
            known.learn(group: files.tree[id].gid)
            let facts = ListedEntry.Facts(id, in: files.tree, known.names)
            let rights = questions.rights(at: path, id, follow: follow)
            var entry = ListedEntry(text(path), facts, rights)
            if facts.kind == .directory { entry.closed = enter(id, path, rights, questions) }
            return entry
        } catch .refused(let refusal) where refusal.cause == .missing {
            return nil
        } catch {
            let words = FileWords(files.tree, questions.subjects[0], known.names)
            let why = words.sentence(for: error, about: text(path))
            return ListedEntry(text(path), nil, .unknown, closed: .notKnown(why))
        }
    }

    /// Enters a directory that the subject may search.
    private mutating func enter(
        _ id: PlaceID,
        _ path: [UInt8],
        _ rights: EntryRights,
        _ questions: EntryQuestions
    ) -> ListedEntry.Closed? {
        guard folders.count < extent.depth ?? .max else { return nil }
        if case .no? = rights.execute { return outOfReach(id, path, questions) }
        let words = FileWords(questions.files.tree, questions.subjects[0], known.names)
        if let (_, stop) = questions.refusal(of: .search, path) {
            return .notKnown(words.sentence(for: stop, about: text(path)))
        }
        do throws(SystemError) {
            let names = try questions.files.names(in: id, atMost: Self.nameLimit)
            folders.append(Folder(path: path, names: names.reversed()[...]))
            return nil
        } catch {
            return .notKnown("could not be listed: \(error.reason) (\(error.name))")
        }
    }

    private mutating func outOfReach(
        _ id: PlaceID,
        _ path: [UInt8],
        _ questions: EntryQuestions
    ) -> ListedEntry.Closed {
        let count = try? questions.files.names(in: id, atMost: Self.nameLimit).count
        guard let (subject, stop) = questions.refusal(of: .search, path),
            case .refused(let refusal) = stop, refusal.place != id
        else { return .outOfReach(count: count, why: nil) }
        known.learn(user: subject.user)
        known.learn(user: questions.files.tree[refusal.place].uid)
        known.learn(group: questions.files.tree[refusal.place].gid)
        let words = FileWords(questions.files.tree, subject, known.names)
        return .outOfReach(count: count, why: words.sentence(for: stop, about: text(path)))
    }

    private func text(_ path: [UInt8]) -> String { String(decoding: path, as: UTF8.self) }
}

extension LiveFileTree {
    /// Returns the files below a subject's own root, with its mounts.
    fileprivate static func seen(
        by place: SubjectPlace?,
        forSelf: Bool
    ) throws(SystemError) -> LiveFileTree {
        guard let place else { return try LiveFileTree(forSelf: forSelf) }
        let process = try ProcessHandle(pid: place.pid)
        let tree = try LiveFileTree(root: try process.openRoot(), ofProcess: place.pid)
        try process.requireAlive()
        return tree
    }
}
