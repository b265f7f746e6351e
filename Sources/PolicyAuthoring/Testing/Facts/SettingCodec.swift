import AccessModel
import Kernel
import LinuxCapabilities
import PolicyLanguage

/// Settings of the kernel, each as sysctl(8) names and writes it.
enum SettingCodec: FactCodec {
    static let keys = ["sysctls"]

    static func read(_ fields: Fields, into reader: FactReader) {
        reader.each(in: fields, "sysctls") { entry throws(Diagnostic) in
            let name = entry.key
            guard let setting = HostFacts.Sysctl(rawValue: name.value) else {
                let known = HostFacts.Sysctl.allCases.map(\.rawValue)
                throw .unknownValue(name, of: "sysctls", known: known)
            }
            let text = try entry.value.text(of: name.value)
            setting.write(try numbers(text, of: setting), to: &reader.facts)
            reader.facts.sysctls.insert(setting)
        }
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
            let numbers = setting.numbers(in: writer.facts)
            let text = numbers.map(String.init).joined(separator: " ")
            return numbers.isEmpty ? nil : "\(setting.rawValue): \(text)"
        }
        return writer.section("sysctls", lines)
    }
}

extension HostFacts.Sysctl {
    /// How many numbers the kernel takes, and the highest of them.
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

    /// Empty if the setting cannot be read.
    fileprivate func numbers(in facts: HostFacts) -> [Int] {
        let (network, files) = (facts.network, facts.settings)
        return switch self {
        case .unprivilegedStart: [Int(network.unprivilegedStart)]
        case .bindsOnlyIPv6: [network.bindsOnlyIPv6 ? 1 : 0]
        case .pingGroups: network.pingGroups.map { [Int($0.first), Int($0.last)] } ?? []
        case .protectedSymlinks: [files.protectedSymlinks]
        case .protectedHardlinks: [files.protectedHardlinks]
        case .protectedRegular: [files.protectedRegular]
        case .protectedFifos: [files.protectedFifos]
        case .tracingScope: [facts.tracingScope ?? 0]
        }
    }

    fileprivate func write(_ numbers: [UInt32], to facts: inout HostFacts) {
        let first = numbers[0]
        switch self {
        case .unprivilegedStart: facts.network.unprivilegedStart = UInt16(first)
        case .bindsOnlyIPv6: facts.network.bindsOnlyIPv6 = first != 0
        case .pingGroups: facts.network.pingGroups = PingGroups(from: first, through: numbers[1])
        case .protectedSymlinks: facts.settings.protectedSymlinks = Int(first)
        case .protectedHardlinks: facts.settings.protectedHardlinks = Int(first)
        case .protectedRegular: facts.settings.protectedRegular = Int(first)
        case .protectedFifos: facts.settings.protectedFifos = Int(first)
        case .tracingScope: facts.tracingScope = Int(first)
        }
    }
}
