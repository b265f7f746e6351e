import Kernel

/// Reads the settings that filter system calls.
struct FilterReader {
    private(set) var filters = SystemCallFilters()
    /// True after `RestrictAddressFamilies=none`, until another line begins a new list.
    private var permitsNoFamily = false

    /// - Returns: False for another setting.
    mutating func read(_ line: inout SettingLine) -> Bool {
        switch line.name {
        case "RestrictAddressFamilies": readAddressFamilies(&line)
        case "SystemCallFilter": readSystemCalls(&line)
        case "SystemCallErrorNumber": readErrorNumber(&line)
        default: return false
        }
        return true
    }

    /// - SeeAlso: `config_parse_address_families` in src/core/load-fragment.c of systemd.
    private mutating func readAddressFamilies(_ line: inout SettingLine) {
        guard !line.value.isEmpty, line.value != "none" else {
            permitsNoFamily = line.value == "none"
            filters.addressFamilies =
                permitsNoFamily ? RestrictionList(isAllowList: true, from: line.named) : nil
            return
        }
        let (isInverted, words) = line.inverted
        var list = permitsNoFamily ? nil : filters.addressFamilies
        list = list ?? RestrictionList(isAllowList: !isInverted, from: line.named)
        permitsNoFamily = false
        line.eachWord(of: words, [.quotes]) { line, word in
            // A family that is not known is ignored, and no question is about it.
            guard let family = AddressFamily(named: String(decoding: word, as: UTF8.self)) else {
                return line.ignore("has a part that is no address family")
            }
            list?.add(family, isInverted: isInverted, in: line.named)
        }
        filters.addressFamilies = list
    }

    /// - SeeAlso: `config_parse_syscall_filter` in src/core/load-fragment.c of systemd.
    private mutating func readSystemCalls(_ line: inout SettingLine) {
        guard !line.value.isEmpty else {
            filters.systemCalls = nil
            return line.forget(line.name)
        }
        let (isInverted, words) = line.inverted
        var list = RestrictionList<String>(isAllowList: !isInverted, from: line.named)
        if let before = filters.systemCalls {
            list = before
        } else if !isInverted {
            for call in SystemCallSets.calls(of: "@default") ?? [] {
                list.add(call, isInverted: false, in: line.named)
            }
        }
        line.eachWord(of: words, []) { line, word in
            let word = String(decoding: word, as: UTF8.self)
            guard let (name, refusal) = Self.call(word, isInverted, in: &line) else { return }
            for call in SystemCallSets.calls(of: name) ?? [name] {
                list.add(call, isInverted: isInverted, refusal, in: line.named)
            }
        }
        filters.systemCalls = list
    }

    /// Returns the name of a call or a set, and the effect after its colon; nil if systemd ignores the word, or if the
    /// setting is unknown with it.
    private static func call(
        _ word: String,
        _ isInverted: Bool,
        in line: inout SettingLine
    ) -> (name: String, refusal: SystemCallRefusal?)? {
        let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        var refusal: SystemCallRefusal?
        if parts.count == 2 {
            guard isInverted else {
                line.ignore("has an error number for a permitted system call")
                return nil
            }
            switch Self.refusal(String(parts[1])) {
            case .known(let found): refusal = found
            case .unknown:
                line.note(line.name)
                return nil
            case .invalid:
                line.ignore("has a part with an error number that is not known")
                return nil
            }
        }
        if name.utf8.first == UInt8(ascii: "@") {
            if SystemCallSets.isSet(name) { return (name, refusal) }
            // A later version may know the set.
            line.note(line.name)
        } else if SystemCallSets.isCall(name) {
            return (name, refusal)
        } else {
            line.ignore("has a part that is no system call")
        }
        return nil
    }

    /// - SeeAlso: `config_parse_syscall_errno` in src/core/load-fragment.c of systemd.
    private mutating func readErrorNumber(_ line: inout SettingLine) {
        line.forget(line.name)
        guard !line.value.isEmpty else { return filters.refusal = .killed }
        switch Self.refusal(line.value) {
        case .known(let refusal): filters.refusal = refusal
        case .unknown where line.value != "0": line.note(line.name)
        case .unknown, .invalid: line.ignore("is no error number")
        }
    }

    private enum ReadRefusal {
        case known(SystemCallRefusal)
        /// A name or a form of number that systemd may know, or 0, with which a call that was not made succeeds.
        case unknown
        case invalid
    }

    /// - SeeAlso: `seccomp_parse_errno_or_action` in src/shared/seccomp-util.h of systemd.
    private static func refusal(_ text: String) -> ReadRefusal {
        if text == "kill" { return .known(.killed) }
        if let error = Errno(named: text) { return .known(.error(error)) }
        if let number = Int32(text), number > 0, String(number) == text {
            return number > 4095 ? .invalid : .known(.error(Errno(rawValue: number)))
        }
        let first = text.utf8.first ?? 0
        let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= first
        return isDigit || "Ee".utf8.contains(first) ? .unknown : .invalid
    }
}
