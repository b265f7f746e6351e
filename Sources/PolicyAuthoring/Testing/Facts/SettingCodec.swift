import AccessModel
import Kernel
import LinuxCapabilities
import PolicyLanguage
import Text

/// Settings of the kernel, with names and values in the form of sysctl(8).
enum SettingCodec: FactCodec {
    static let keys = ["sysctls"]

    static func schema(of key: String) -> SchemaValue {
        FactSchema.named(FactSchema.anyText, "the value of each setting of the kernel, or missing")
    }

    static func read(_ fields: Fields, into reader: FactReader) {
        reader.each(in: fields, "sysctls") { entry throws(Diagnostic) in
            let name = entry.key
            guard let setting = HostFacts.Sysctl(rawValue: name.value) else {
                return try readOther(entry, into: reader)
            }
            let text = try entry.value.text(of: name.value)
            setting.write(try numbers(text, of: setting), to: &reader.facts)
            reader.facts.sysctls.insert(setting)
        }
    }

    /// Reads a setting that only affects the word `sysctl`: its value as the kernel shows it, or `missing`.
    ///
    /// - Throws: ``Diagnostic`` for a name that no setting has, and for a misspelt name of a setting that affects more.
    private static func readOther(
        _ entry: Node.Entry,
        into reader: FactReader
    ) throws(Diagnostic) {
        let known = HostFacts.Sysctl.allCases.map(\.rawValue)
        guard let name = SettingName(entry.key.value),
            nearest(to: entry.key.value, among: known) == nil
        else { throw .unknownValue(entry.key, of: "sysctls", known: known) }
        let text = try entry.value.text(of: entry.key.value)
        let value = text.value == "missing" ? nil : FoundSetting(text.value).value
        reader.facts.kernelSettings[name] = .some(value)
    }

    private static func numbers(
        _ text: Located<String>,
        of setting: HostFacts.Sysctl
    ) throws(Diagnostic) -> [UInt32] {
        let (count, highest) = setting.form
        let words = text.value.split { $0 == " " || $0 == "\t" }
        let numbers = words.compactMap { AccountCodec.number(String($0)) }
            .filter { $0 <= highest }
        guard words.count == count, numbers.count == count else {
            let form = count == 1 ? "a whole number" : "two whole numbers"
            let help = "write \(form) from 0 to \(highest)"
            throw .invalidFact(text, "is not a value of \(setting.rawValue.quoted)", help: help)
        }
        return numbers
    }

    static func lines(by writer: FactWriter) -> [String] {
        let seen = HostFacts.Sysctl.allCases.filter(writer.facts.sysctls.contains)
        let lines = seen.compactMap { setting in
            let numbers =
                setting == .tracingScope
                ? [writer.facts.tracingScope ?? 0] : setting.numbers(in: writer.facts)
            let text = numbers.map(String.init).joined(separator: " ")
            return numbers.isEmpty ? nil : "\(setting.rawValue): \(text)"
        }
        let others = writer.facts.kernelSettings.map { (key: "\($0)", value: $1) }
        let more = writer.entries(others) { $0?.inYAML ?? "missing" }
        return writer.section("sysctls", lines + more)
    }
}

extension HostFacts.Sysctl {
    /// The number of values that the kernel accepts, and the highest of them.
    fileprivate var form: (count: Int, highest: UInt32) {
        switch self {
        case .unprivilegedStart: (1, 65535)
        case .bindsOnlyIPv6: (1, 255)
        case .pingGroups: (2, .max - 1)
        case .protectedSymlinks, .protectedHardlinks: (1, 1)
        case .protectedRegular, .protectedFifos: (1, 2)
        case .tracingScope: (1, 3)
        }
    }
}
