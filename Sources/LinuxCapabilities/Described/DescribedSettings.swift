/// Described settings of the kernel.
struct DescribedSettings: SettingProbe {
    let facts: DescribedFacts

    func setting(_ name: SettingName) async throws -> FoundSetting? {
        try facts.read { try $0.setting(name) }
    }
}

extension HostFacts {
    fileprivate func setting(_ name: SettingName) throws -> FoundSetting? {
        if let known = kernelSettings[name] { return known.map { FoundSetting($0) } }
        if let sysctl = Sysctl(rawValue: "\(name)") {
            let numbers = sysctl.numbers(in: self)
            if !numbers.isEmpty {
                return FoundSetting(numbers.map(String.init).joined(separator: " "))
            }
        }
        if isWhole { return nil }
        throw MissingFact("the setting \(name)", in: "sysctls")
    }
}
