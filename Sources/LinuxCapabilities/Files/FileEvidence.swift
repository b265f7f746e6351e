import AccessModel
import Kernel
import Procedures

/// The files of a decision as rows of a report, in the kernel's order, as namei(1) `-l` would list them.
struct FileEvidence {
    private let words: FileWords
    private static let search = "search"

    private let action: FileAccess.Action
    private(set) var rows: [Evidence] = []
    /// The file of each row.
    private var places: [PlaceID] = []

    /// - Parameter stop: The refusal; the row of its file does not hold.
    init(_ words: FileWords, _ trace: [TraceStep], _ stop: Stop?, _ action: FileAccess.Action) {
        self.words = words
        self.action = action
        for step in trace { add(step) }
        if let stop { mark(stop) }
    }

    /// Adds the rows after the refusal, as they would be without it.
    ///
    /// - Parameter trace: The steps after those of the refusal.
    mutating func add(_ further: [AccessModel.Refusal], in trace: some Sequence<TraceStep>) {
        for step in trace {
            let (count, last) = (rows.count, rows.last)
            add(step)
            // A file that is missing has no row of its own yet.
            let isNew = rows.count != count || rows.last != last
            let refusal = further.first { $0.place == step.place }
            if let refusal, isNew || refusal.cause == .missing { mark(.refused(refusal)) }
        }
    }

    private mutating func add(_ step: TraceStep) {
        switch step {
        case .link(let link):
            let target = String(decoding: words.tree.target(of: link) ?? [], as: UTF8.self)
            let name = "\(words.tree.path(of: link)) -> \(target)"
            append(Evidence(name, facts: words.listing(of: link)), link)
        case .permission(let wanted, let place): add(wanted, place)
        case .object(let place):
            if words.tree[place].kind != .directory || !places.contains(place) {
                append(row(of: place, question: action.word, holds: true), place)
            }
        case .missing: break
        }
    }

    private mutating func add(_ wanted: Permissions, _ place: PlaceID) {
        let isSearch = wanted == .execute && words.tree[place].kind == .directory
        let isObject = places.last == place && rows.last?.question == action.word
        let question = isObject ? action.word : isSearch ? Self.search : wanted.words
        let isKnown = places.indices.contains { index in
            places[index] == place && rows[index].question == question && !isObject
        }
        guard !isKnown else { return }
        // The search of a directory is part of its use, which comes next.
        let includesLast =
            places.last == place && rows.last?.question == Self.search
            && wanted.contains(.execute)
        if isObject || includesLast { removeLast() }
        let finding = words.finding(on: place, wanted)
        append(row(of: place, question: question, finding: finding, holds: true), place)
    }

    /// Marks the row of the refusing file, which is the last row, with the finding.
    private mutating func mark(_ stop: Stop) {
        switch stop {
        case .refused(let refusal):
            // Refused permissions of a file are shown by the deciding class, every other refusal in words.
            let finding =
                refusal.cause == .permissionRefused
                ? words.finding(on: refusal.place, refusal.wanted)
                : words.words(for: refusal, in: action)
            let isOfPermission = refusal.cause.isOfPermission
            if !isOfPermission, places.last == refusal.place, rows.last?.question == Self.search {
                append(
                    row(of: refusal.place, question: action.word, finding: finding, holds: false),
                    refusal.place
                )
            } else {
                mark(refusal.place, finding, isThere: refusal.cause != .missing, holds: false)
            }
        case .unknown(let unknown):
            mark(unknown.place, words.words(for: unknown), isThere: true, holds: nil)
        case .lacks: break
        }
    }

    private mutating func mark(_ place: PlaceID, _ finding: String, isThere: Bool, holds: Bool?) {
        guard isThere else {
            let path = words.tree.path(of: place)
            return append(Evidence(path, finding: finding, holds: false), place)
        }
        var question = action.word
        if places.last == place, let last = rows.last {
            if !last.question.isEmpty { question = last.question }
            removeLast()
        }
        append(row(of: place, question: question, finding: finding, holds: holds), place)
    }

    private func row(
        of place: PlaceID,
        question: String,
        finding: String = "",
        holds: Bool?
    ) -> Evidence {
        Evidence(
            words.tree.path(of: place),
            facts: words.listing(of: place),
            question: question,
            finding: finding,
            holds: holds
        )
    }

    private mutating func append(_ row: Evidence, _ place: PlaceID) {
        rows.append(row)
        places.append(place)
    }

    private mutating func removeLast() {
        rows.removeLast()
        places.removeLast()
    }
}

extension AccessModel.Refusal.Cause {
    /// True if the refusal belongs to the last permission check, and not to a later check.
    fileprivate var isOfPermission: Bool {
        switch self {
        case .permissionRefused, .hiddenProcess, .missing: true
        default: false
        }
    }
}

extension Permissions {
    /// The question in words: `read and write`.
    fileprivate var words: String {
        let all: [(Permissions, String)] = [
            (.read, "read"), (.write, "write"), (.execute, "search"),
        ]
        return all.filter { contains($0.0) }.map(\.1).joined(separator: " and ")
    }
}
