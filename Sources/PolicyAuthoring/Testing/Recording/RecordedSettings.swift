import LinuxCapabilities

/// The kernel settings of this machine. Each answer is recorded.
struct RecordedSettings: SettingProbe {
    let recorder: HostRecorder

    func setting(_ name: SettingName) async throws -> FoundSetting? {
        let found = try await Host.live[Host.settingFamily].setting(name)
        recorder.note { $0.note(found, as: name) }
        return found
    }
}

extension HostFacts {
    fileprivate mutating func note(_ found: FoundSetting?, as name: SettingName) {
        guard let sysctl = Sysctl(rawValue: "\(name)") else {
            kernelSettings[name] = .some(found?.value)
            return
        }
        let words = found?.value.split(separator: " ") ?? []
        let numbers = words.compactMap { UInt32($0) }
        guard !numbers.isEmpty, numbers.count == words.count,
            numbers.count == (sysctl == .pingGroups ? 2 : 1)
        else { return }
        sysctl.write(numbers, to: &self)
        sysctls.insert(sysctl)
    }
}
