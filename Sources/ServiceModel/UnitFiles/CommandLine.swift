/// The commands in the value of `ExecStart=` and the like; see "Command lines" in systemd.service(5).
///
/// - SeeAlso: `config_parse_exec` in src/core/load-fragment.c of systemd.
struct CommandLine {
    struct Command {
        let privilege: ServiceCommand.Privilege
        let program: String
    }

    enum Mistake {
        /// systemd does not load the unit.
        case fatal(String)
        /// systemd ignores the command and the rest of the line.
        case ignored(String)
    }

    private struct Problem: Error {
        let text: String
        init(_ text: String) { self.text = text }
    }

    private(set) var commands: [Command] = []
    /// Whether the program of a command has a specifier whose value is not known.
    private(set) var hasUnknownProgram = false
    private(set) var mistake: Mistake?

    private let name: ServiceName
    private var words: SettingWords

    init(_ value: String, of name: ServiceName) {
        self.name = name
        words = SettingWords(value.utf8)
        // A first word with a mistake ends the line.
        while let first = try? nextWord() {
            if first.elementsEqual(";".utf8) { continue }
            let prefixes = CommandPrefixes(first)
            do throws(Problem) {
                commands.append(try command(prefixes))
            } catch {
                mistake = prefixes.isOptional ? .ignored(error.text) : .fatal(error.text)
                return
            }
            guard words.take(";") else { return }
        }
    }

    /// Reads a command up to its end or a semicolon.
    private mutating func command(_ prefixes: CommandPrefixes) throws(Problem) -> Command {
        let program = try program(prefixes.program)
        while !words.rest.isEmpty, !words.isAt(";") {
            // With a backslash, a semicolon is an argument.
            if words.take("\\;") { continue }
            let word: [UInt8]?
            do throws(SettingWords.Invalid) {
                word = try nextWord()
            } catch {
                throw Problem("has a quote without its end")
            }
            guard let word else { break }
            _ = try resolved(word)
        }
        return Command(privilege: prefixes.privilege, program: program)
    }

    private mutating func program(_ word: ArraySlice<UInt8>) throws(Problem) -> String {
        guard let bytes = try resolved(word) else {
            hasUnknownProgram = true
            return String(decoding: word, as: UTF8.self)
        }
        guard let program = Self.program(bytes) else {
            throw Problem(
                "has a command that is neither an absolute path nor the name of a program"
            )
        }
        return program
    }

    /// Returns a text with its specifiers replaced; nil if the value of one is not known.
    private func resolved(_ text: some Collection<UInt8>) throws(Problem) -> [UInt8]? {
        do throws(ServiceName.Unresolved) {
            return try name.expanding(text)
        } catch {
            guard error == .unknown else { throw Problem("has a specifier without a value") }
            return nil
        }
    }

    private static func program(_ bytes: [UInt8]) -> String? {
        let slash = UInt8(ascii: "/")
        guard isSafe(bytes), bytes.last != slash, let text = validText(bytes) else { return nil }
        let names = text.utf8.split(separator: slash).map { String(Substring($0)) }
        guard bytes.count < 4096, !names.isEmpty, names.allSatisfy({ $0.utf8.count < 256 }) else {
            return nil
        }
        if bytes.first == slash {
            // Unlike in other settings, `..` is allowed.
            return "/" + names.filter { $0 != "." }.joined(separator: "/")
        }
        return names.count > 1 || [".", ".."].contains(text) ? nil : text
    }

    /// Returns the next word. If an escape does not exist, it is ordinary text.
    private mutating func nextWord() throws(SettingWords.Invalid) -> [UInt8]? {
        let start = words
        do throws(SettingWords.Invalid) {
            return try words.next([.quotes, .cEscapes])
        } catch {
            words = start
            return try words.next([.quotes, .cEscapes, .unknownEscapes])
        }
    }
}

/// The prefixes of the first word of a command.
private struct CommandPrefixes {
    private(set) var program: ArraySlice<UInt8>
    /// `-`
    private(set) var isOptional = false
    private(set) var privilege = ServiceCommand.Privilege.asSet

    init(_ word: [UInt8]) {
        program = word[...]
        var (hasName, keepsVariables, isAmbient) = (false, false, false)
        while let byte = program.first {
            switch Unicode.Scalar(byte) {
            case "-" where !isOptional: isOptional = true
            case "@" where !hasName: hasName = true
            case ":" where !keepsVariables: keepsVariables = true
            case "+" where privilege == .asSet && !isAmbient: privilege = .full
            case "!" where privilege == .asSet && !isAmbient: privilege = .elevated
            case "!" where privilege == .elevated: (privilege, isAmbient) = (.asSet, true)
            default: return
            }
            program.removeFirst()
        }
    }
}

extension SettingWords {
    /// Whether the next word is this text, without quotes.
    fileprivate func isAt(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        return rest.dropFirst(text.utf8.count).first.map(isWhiteSpace) ?? true
    }

    fileprivate mutating func take(_ text: String) -> Bool {
        guard isAt(text) else { return false }
        skip(text.utf8.count)
        return true
    }
}
