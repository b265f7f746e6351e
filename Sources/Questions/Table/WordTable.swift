package import Capabilities
import PolicyLanguage
import Procedures
import Text

/// The words of the language, in the order in which messages and the schema list them.
package struct WordTable: Sendable {
    /// Returns each word. A single question about a file needs the first of them.
    private let sources: [@Sendable () -> Word]
    private let kept = Kept<Index>()
    private let keptActions = Kept<ActionIndex>()

    package init(_ words: [Word]) { self.init(words.map { word in { word } }) }

    init(_ sources: [@Sendable () -> Word]) { self.sources = sources }

    /// All words.
    package var words: [Word] { index.words }

    private var index: Index { kept.made { Index(sources.map { $0() }) } }

    private var actionIndex: ActionIndex { keptActions.made { ActionIndex(words) } }

    /// The word with this name in policies.
    package subscript(name: String) -> Word? {
        let index = index
        return index.places[name].map { index.words[$0] }
    }

    /// Returns the word and the action with this name on the command line.
    package func action(_ name: String) -> (word: Word, action: Word.Action)? {
        if let known = keptActions.known {
            return known.places[name].map { (word, action) in
                (words[word], words[word].actions[action])
            }
        }
        for source in sources {
            let word = source()
            if let action = word.actions.first(where: { $0.name == name }) { return (word, action) }
        }
        return nil
    }

    /// The facts that a batch needs about an action. Copying the word for each line would take longer.
    struct Batch: Sendable {
        let takesArgument: Bool
        let argumentKind: Word.ArgumentKind
        let isOfFile: Bool
        let make: @Sendable (Word.Line) throws(InvalidUse) -> BatchQuestion
    }

    func batch(_ action: String) -> Batch? { actionIndex.batches[action] }

    /// Returns whether a batch line may use an action for a subject that it describes.
    package func isAskedInBatches(_ action: String) -> Bool { batch(action) != nil }

    /// Returns the form in which a batch line may write the argument of an action.
    package func argumentKind(of action: String) -> Word.ArgumentKind {
        batch(action)?.argumentKind ?? .text
    }

    /// The words by their names, which every policy needs.
    private final class Index: Sendable {
        let words: [Word]
        let places: [String: Int]

        init(_ words: [Word]) {
            self.words = words
            places = Dictionary(zip(words.map(\.name), words.indices)) { first, _ in first }
        }
    }

    /// The words by their actions, and the relations of their capabilities.
    private final class ActionIndex: Sendable {
        let places: [String: (word: Int, action: Int)]
        let batches: [String: Batch]
        let relations: [ObjectIdentifier: Relations]

        init(_ words: [Word]) {
            var actions: [String: (word: Int, action: Int)] = [:]
            var batches: [String: Batch] = [:]
            var relations: [ObjectIdentifier: Relations] = [:]
            for (index, word) in words.enumerated() {
                for (place, action) in word.actions.enumerated() where actions[action.name] == nil {
                    actions[action.name] = (index, place)
                    batches[action.name] = word.batch.map {
                        Batch(
                            takesArgument: action.argument != nil,
                            argumentKind: action.argumentKind,
                            isOfFile: word.fileAction != nil,
                            make: $0
                        )
                    }
                }
                if let known = word.relations { relations[known.kind] = known }
            }
            places = actions
            self.batches = batches
            self.relations = relations
        }
    }

    /// A value that its first use makes.
    private final class Kept<Value: Sendable>: Sendable {
        private let value = Locked<Value?>(nil)

        var known: Value? { value.withLock { $0 } }

        func made(_ make: () -> Value) -> Value {
            value.withLock { known in
                if let known { return known }
                let new = make()
                known = new
                return new
            }
        }
    }
}

// Lists that are generated from the table.
extension WordTable {
    /// The words of policies, by their names elsewhere, such as the actions of `warrant can`.
    package var synonyms: [String: String] {
        var found = ["and": "all", "or": "any"]
        for word in words {
            let actions = word.actions.map(\.name).filter { self[$0] == nil }
            for synonym in actions + word.synonyms { found[synonym] = word.name }
        }
        return found
    }

    /// The names of all actions.
    package var actions: [String] { words.flatMap(\.actions).map(\.name) }

    /// The names of the actions about which `who-can` asks for all users.
    package var userActions: [String] {
        words.filter(\.isOfUsers).flatMap(\.actions).map(\.name)
    }

    /// The names of the actions that batch lines may use.
    package var batchActions: [String] {
        words.filter { $0.batch != nil }.flatMap(\.actions).map(\.name)
    }

    /// Returns advice on which action to write in place of an unknown one.
    package func advice(for action: String, among known: [String]) -> String {
        var synonyms: [String: String] = [:]
        for word in words {
            guard let first = word.actions.first?.name else { continue }
            for synonym in word.synonyms + [word.name] { synonyms[synonym] = first }
        }
        return PolicyLanguage.advice(
            for: action,
            among: known,
            synonyms: synonyms,
            listedIn: "`warrant can --help`"
        )
    }

    /// The actions for the help of `warrant can`.
    package var help: String { help { _ in true } }

    /// Returns the help on the actions of some words. Actions that are alike share a line.
    package func help(_ isTold: (Word) -> Bool) -> String {
        var rows: [(names: String, operands: String, meaning: String)] = []
        for action in words.filter(isTold).flatMap(\.actions) {
            if let last = rows.last, last.operands == action.operands,
                last.meaning == action.meaning
            {
                rows[rows.count - 1].names += ", \(action.name)"
            } else {
                rows.append((action.name, action.operands, action.meaning))
            }
        }
        return rows.flatMap { Self.lines("\($0.names) \($0.operands)", $0.meaning) }
            .map { "  \($0)" }.joined(separator: "\n")
    }

    /// The column at which meanings begin, and the maximum length of a line.
    private static let column = 29
    private static let width = 78

    private static func lines(_ lead: String, _ meaning: String) -> [String] {
        guard !meaning.isEmpty else { return [lead] }
        let length = lead.unicodeScalars.count
        var line = lead + String(repeating: " ", count: max(2, column - length))
        var used = max(length + 2, column)
        var lines: [String] = []
        var isFirst = true
        // Bytes are split faster than characters.
        for word in meaning.utf8.split(separator: UInt8(ascii: " ")).map(Substring.init) {
            let length = word.unicodeScalars.count
            if !isFirst, used + 1 + length > width {
                lines.append(line)
                line = String(repeating: " ", count: column)
                used = column
                isFirst = true
            }
            if !isFirst { line += " " }
            line.append(contentsOf: word)
            used += (isFirst ? 0 : 1) + length
            isFirst = false
        }
        return lines + [line]
    }
}

// Known relations between the answers of one host.
extension WordTable {
    /// Returns the questions that are authorized whenever a capability is, for the same subject.
    package func implied(by capability: any Capability) -> [any Capability] {
        relations(of: capability)?.implied(capability) ?? []
    }

    /// Returns the questions that have the same answer as a capability, whenever that has one.
    package func settled(by capability: any Capability) -> [any Capability] {
        relations(of: capability)?.settled(capability) ?? []
    }

    /// Returns the questions that are not denied whenever a capability is authorized. They may be undetermined.
    package func presupposed(by capability: any Capability) -> [any Capability] {
        relations(of: capability)?.presupposed(capability) ?? []
    }

    /// Returns whether no host ever authorizes a question.
    package func isNeverGranted(_ capability: any Capability) -> Bool {
        relations(of: capability)?.isNeverGranted(capability) ?? false
    }

    /// Returns whether some host certainly gives this answer.
    package func isPossible(_ answer: Relations.Answer) -> Bool {
        relations(of: answer.question)?.isPossible(answer.question, answer.isGranted) ?? true
    }

    /// Returns whether some host certainly gives both answers, each of which must be possible by itself.
    package func arePossible(_ one: Relations.Answer, _ other: Relations.Answer) -> Bool {
        isPossible(one, beside: other) || isPossible(other, beside: one)
    }

    private func isPossible(_ one: Relations.Answer, beside other: Relations.Answer) -> Bool {
        relations(of: one.question)?.isPossibleBeside(one, other) ?? false
    }

    private func relations(of capability: any Capability) -> Relations? {
        actionIndex.relations[ObjectIdentifier(type(of: capability))]
    }
}
