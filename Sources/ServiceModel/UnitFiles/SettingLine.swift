import Kernel
import Text

/// The line of a unit file that is read, and what was noted about it and the lines before it.
struct SettingLine: Sendable {
    /// The name that specifiers have in the file that is read.
    var specifiers: ServiceName
    private(set) var assignment: UnitFile.Assignment
    /// The assignment as a report says it.
    private var text = ""
    /// The mistakes with which systemd ignores a line, or a part of it.
    private(set) var ignored: [UnitFileProblem] = []
    /// The unknown settings by name, with their order.
    private var unknown: [String: [(order: Int, setting: UnknownSetting)]] = [:]
    /// The settings by name that systemd ignores, with their order.
    private var notEnforced: [String: [(order: Int, setting: NotEnforcedSetting)]] = [:]
    private var order = 0

    init(_ specifiers: ServiceName) {
        self.specifiers = specifiers
        let nowhere = SettingPlace(file: "", line: 0)
        assignment = UnitFile.Assignment(section: "", name: "", value: "", place: nowhere)
    }

    var name: String { assignment.name }
    var value: String { assignment.value }
    var place: SettingPlace { assignment.place }

    mutating func become(_ next: UnitFile.Assignment) {
        assignment = next
        text = "\(name)=\(value)"
    }

    func placed<Value>(_ value: Value) -> Placed<Value> { Placed(value, text, at: place) }

    var named: NamedSetting { NamedSetting(text, at: place) }

    /// Whether the value begins with `~`, and the words after it.
    var inverted: (Bool, Substring.UTF8View) {
        let isInverted = value.utf8.first == UInt8(ascii: "~")
        return (isInverted, value.dropFirst(isInverted ? 1 : 0).utf8)
    }
}

// MARK: Notes

extension SettingLine {
    var unknownSettings: [UnknownSetting] {
        unknown.values.joined().sorted { $0.order < $1.order }.map(\.setting)
    }

    var notEnforcedSettings: [NotEnforcedSetting] {
        notEnforced.values.joined().sorted { $0.order < $1.order }.map(\.setting)
    }

    func isUnknown(_ name: String) -> Bool { unknown[name] != nil }

    /// True if this line was noted as unknown.
    var isNoted: Bool { unknown[name]?.last?.setting.place == place }

    func fatal(_ problem: String) -> UnitFileProblem {
        UnitFileProblem("the value of `\(name)=` \(problem)", at: place)
    }

    mutating func ignore(_ problem: String) { ignored.append(fatal(problem)) }

    mutating func ignore(_ problems: [UnitFileProblem]) { ignored += problems }

    mutating func ignore(unlike known: [String]) {
        let likely = nearest(to: value, among: known).map { "did you mean `\($0)`?" }
        let all = known.map { "`\($0)`" }.joined(separator: ", ")
        ignore("is not known (\(likely ?? "use one of \(all)"))")
    }

    mutating func note(
        _ name: String,
        _ scope: UnknownSetting.Scope = .all,
        _ direction: UnknownSetting.Direction = .either
    ) {
        let setting = UnknownSetting(
            name: self.name,
            value: value,
            at: place,
            scope: scope,
            direction
        )
        // One line is one setting, however many unknown parts it has.
        guard unknown[name]?.last?.setting.place != place else { return }
        order += 1
        unknown[name, default: []].append((order, setting))
    }

    mutating func forget(_ name: String) { unknown[name] = nil }

    /// Notes that systemd enforces this setting.
    mutating func noteEnforced() { notEnforced[name] = nil }

    mutating func noteNotEnforced(_ cause: NotEnforcedSetting.Cause, _ isAssumed: Bool) {
        let known = UnmodelledSetting(named: name)
        if value.isEmpty || known.map({ $0.form != .list }) == true { notEnforced[name] = nil }
        guard !value.isEmpty, boolean(value) != false, known?.isHarmless(value) != true else {
            return
        }
        let setting = UnknownSetting(
            name: name,
            value: value,
            at: place,
            scope: ServiceManager.scope(of: name) ?? known?.scope ?? .all,
            known?.direction ?? .either
        )
        guard !setting.scope.isEmpty else { return }
        order += 1
        notEnforced[name, default: []].append(
            (order, NotEnforcedSetting(setting, cause, isAssumed: isAssumed))
        )
    }
}

// MARK: Values

extension SettingLine {
    /// The value as a Boolean; nil if it is none, which is noted.
    mutating func takeBoolean() -> Placed<Bool>? {
        if let found = boolean(value) {
            forget(name)
            return placed(found)
        }
        if SettingVersions.first(with: value, of: name) != nil {
            note(name)
        } else {
            ignore("is not a boolean")
        }
        return nil
    }

    enum Resolved {
        case known([UInt8])
        case unknown
        case invalid
    }

    func resolve(_ bytes: some Collection<UInt8>, limit: Int = 1 << 20) -> Resolved {
        do throws(ServiceName.Unresolved) {
            return .known(try specifiers.expanding(bytes, limit: limit))
        } catch {
            return error == .unknown ? .unknown : .invalid
        }
    }

    /// Returns a path with its specifiers replaced. If that fails, the path is ignored, or the setting `name` is
    /// unknown.
    mutating func path(
        _ bytes: some Collection<UInt8>,
        of name: String,
        isAbsolute: Bool = true
    ) -> String? {
        switch resolve(bytes, limit: 4096) {
        // The service does not start if systemd cannot mount something at an absolute path. It makes the directories of
        // a relative one.
        case .unknown: note(name, isAbsolute ? .all : .files, .eitherOf(.files))
        case .invalid: ignore("has a specifier without a value")
        case .known(let bytes):
            if let path = settingPath(bytes, isAbsolute: isAbsolute) { return path }
            let kind = isAbsolute ? "an absolute" : "a relative"
            ignore("has a part that is not \(kind) path without `..`")
        }
        return nil
    }

    /// Takes the words of the value one by one. If they have a mistake, the rest is ignored.
    mutating func eachWord(
        _ options: SettingWords.Options,
        _ body: (inout Self, [UInt8]) -> Void
    ) {
        eachWord(of: value.utf8, options, body)
    }

    mutating func eachWord(
        of text: some Collection<UInt8>,
        _ options: SettingWords.Options,
        _ body: (inout Self, [UInt8]) -> Void
    ) {
        var words = SettingWords(text)
        do throws(SettingWords.Invalid) {
            while let word = try words.next(options) { body(&self, word) }
        } catch {
            ignore("has a quote without its end, or a backslash at its end")
        }
    }
}
