package import AccessModel
import Capabilities
package import Kernel
package import Procedures

/// The answer of the rules to one question about a file, in words that outlive the facts.
package struct FileJudgement: Hashable, Sendable {
    package enum Answer: Hashable, Sendable {
        case yes
        /// The first errno that the kernel would return.
        case no(Errno)
        case unknown
    }

    package var answer: Answer
    /// The answer of the rules to the faccessat2(2) part, which the kernel can be asked too; nil if there is no such
    /// part.
    package var access: Answer?
    package var code: Reason.Code
    /// One line that continues the path.
    package var message: String
    package var cause: Reason.Cause
    package var evidence: [Evidence]
    package var remedies: [Remedy]
    /// True if a thread that the rules refuse could gain the use by itself.
    package var byItself = ByItself.no
    /// True if the device controller of a control group also decides; see cgroups(7).
    package var asksDeviceController = false
    /// True if it asks for one of ``ServiceModel/StandardDevices``.
    package var usesStandardDevice = false
    /// True if only the file system, which makes its own decisions, may refuse it.
    package var isLeftToFileSystem = false

    package init(
        _ answer: Answer,
        access: Answer? = nil,
        code: Reason.Code = Reason.Code(.notKnown),
        message: String = "",
        cause: Reason.Cause = .other,
        evidence: [Evidence] = [],
        remedies: [Remedy] = []
    ) {
        self.answer = answer
        self.access = access
        self.code = code
        self.message = message
        self.cause = cause
        self.evidence = evidence
        self.remedies = remedies
    }
}

extension FileJudgement {
    fileprivate mutating func explain(
        _ stop: Stop?,
        by words: FileWords,
        about inquiry: FileInquiry
    ) {
        let path = inquiry.path
        switch stop {
        case nil:
            let finding = evidence.last?.finding ?? ""
            message = finding.isEmpty ? "nothing on the way refuses it" : finding
        case .refused(let refusal):
            code = words.code(of: refusal)
            cause = refusal.isPermission ? .permission : .other
            message = words.sentence(for: .refused(refusal), about: path, in: inquiry.action)
        case .unknown(let unknown):
            code = Reason.Code(.notKnown)
            message = words.sentence(for: .unknown(unknown), about: path)
            isLeftToFileSystem = unknown.cause == .fileSystem
        case .lacks: break
        }
    }
}

extension FileJudgement {
    /// Returns the verdict of an answer other than yes.
    func refusal(of path: String) -> Verdict {
        let reason = Reason(
            code,
            path,
            message,
            cause: cause,
            evidence: evidence,
            remedies: remedies,
            basis: .model
        )
        return answer == .unknown ? .undetermined([reason]) : .denied([reason])
    }
}

extension FileJudgement.Answer {
    init(_ stop: Stop?) {
        switch stop {
        case nil: self = .yes
        case .refused(let refusal): self = .no(refusal.error)
        case .unknown, .lacks: self = .unknown
        }
    }
}

extension FileFactSource {
    /// Decides one question, and gives the reason.
    ///
    /// - Parameters:
    ///   - reach: What the subject can gain by itself; nil derives it from the subject.
    ///   - isRunning: True if the subject is a process, which keeps its groups until it is restarted.
    ///   - names: Finds the names of all users and groups in the evidence.
    package func judgement(
        of inquiry: FileInquiry,
        for subject: Credentials,
        _ reach: Reach? = nil,
        isRunning: Bool = false,
        names: (_ users: Set<UInt32>, _ groups: Set<UInt32>) -> IDNames
    ) -> FileJudgement {
        let question = inquiry.question
        var stop = refusal(of: question, for: subject)
        var trace = tree.tracedRefusal(of: question, for: subject).trace
        if let changed = changed(among: trace.map(\.place)) {
            stop = .unknown(Unknown(.changed, at: changed))
        } else if case .unknown? = stop, let file = reached(by: inquiry) {
            trace.append(.object(file))
            stop = rest(of: question, onPermitted: file, after: stop)
        }
        let reach = reach ?? Reach(ReachingThread(subject))
        let remedies = changes(turning: stop, of: inquiry, for: subject, reach)
        let further = further(after: stop, of: question, for: subject)
        let ids = Self.ids(in: tree, trace + further.trace, stop)
        let words = FileWords(tree, subject, names(ids.users.union([subject.user]), ids.groups))
        var found = FileJudgement(FileJudgement.Answer(stop))
        found.access = inquiry.accessQuestion.map {
            FileJudgement.Answer(refusal(of: $0, for: subject))
        }
        let object = trace.last.map { tree[$0.place] }
        found.asksDeviceController = inquiry.asksDeviceController(of: object)
        found.usesStandardDevice = inquiry.usesStandardDevice(object)
        var evidence = FileEvidence(words, trace, stop, inquiry.action)
        evidence.add(further.refusals, in: further.trace.dropFirst(trace.count))
        found.evidence = evidence.rows
        if inquiry.tellsWays { found.evidence += words.ways(past: stop) }
        found.explain(stop, by: words, about: inquiry)
        func inWords(_ files: any FileFactSource, _ remedy: ProvenRemedy) -> Remedy? {
            // A remedy may need groups of files beyond the refusal.
            let groups = Set(remedy.changes.compactMap(\.group))
            let known =
                groups.isSubset(of: ids.groups)
                ? words.names : names([subject.user], ids.groups.union(groups))
            let words = FileWords(files.tree, subject, known)
            return RemedyWords(words, of: files, isRunning: isRunning).remedy(remedy)
        }
        if case .refused(let refusal) = stop {
            found.byItself = byItself(question, after: refusal, reach)
                .inWords(words, refusal, reach)
            found.remedies = self.remedies(
                bySettingsFor: refusal,
                in: inquiry,
                for: subject,
                inWords
            )
        }
        found.remedies += remedies.compactMap { inWords(self, $0) }
        return found
    }

    /// Returns the refusals after a refused search, and reads all facts that this needs.
    private func further(
        after stop: Stop?,
        of question: FileQuestion,
        for subject: Credentials
    ) -> (refusals: [AccessModel.Refusal], trace: [TraceStep]) {
        guard case .refused(let refusal) = stop else { return ([], []) }
        while true {
            do throws(Stop) {
                return try tree.refusals(after: refusal, of: question, for: subject)
            } catch .lacks(let request) {
                read(request)
            } catch {
                return ([], [])
            }
        }
    }

    /// Returns proven changes that permit what was refused, or prevent what is permitted if the inquiry wants that.
    private func changes(
        turning stop: Stop?,
        of inquiry: FileInquiry,
        for subject: Credentials,
        _ reach: Reach
    ) -> [ProvenRemedy] {
        switch stop {
        case nil where inquiry.tellsPreventions:
            proven { () throws(Stop) in
                try tree.preventions(of: inquiry.question, for: subject, reach)
            }
        case .refused(let refusal): remedies(of: refusal, in: inquiry, for: subject)
        case nil, .unknown, .lacks: []
        }
    }

    /// Returns proven changes of the subject or the files, and reads all facts that this needs.
    func remedies(
        of refusal: AccessModel.Refusal,
        in inquiry: FileInquiry,
        for subject: Credentials
    ) -> [ProvenRemedy] {
        proven { () throws(Stop) in
            try tree.remedies(
                of: refusal,
                in: inquiry.question,
                and: inquiry.others,
                for: subject
            )
        }
    }

    /// Returns what a proof finds, and reads all facts that it needs.
    private func proven(
        _ find: () throws(Stop) -> [ProvenRemedy]
    ) -> [ProvenRemedy] {
        while true {
            do throws(Stop) {
                return try find()
            } catch .lacks(let request) {
                read(request)
            } catch {
                return []
            }
        }
    }

    /// How many entries of an access list show the names of their users and groups; the name service may take long for
    /// each. The others show numbers.
    private static var mostNamedEntries: Int { 32 }

    /// Returns all users and groups whose names the evidence shows.
    private static func ids(
        in tree: FileTree,
        _ trace: [TraceStep],
        _ stop: Stop?
    ) -> (users: Set<UInt32>, groups: Set<UInt32>) {
        var places = trace.map(\.place)
        if case .refused(let refusal) = stop { places.append(refusal.place) }
        var users: Set<UInt32> = []
        var groups: Set<UInt32> = []
        for place in places {
            users.insert(tree[place].uid)
            groups.insert(tree[place].gid)
            for entry in (tree.list(of: place) ?? []).prefix(mostNamedEntries) {
                if case .user(let id) = entry.tag { users.insert(id) }
                if case .group(let id) = entry.tag { groups.insert(id) }
            }
        }
        return (users, groups)
    }
}
