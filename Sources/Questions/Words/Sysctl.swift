import LinuxCapabilities
import PolicyLanguage

extension Word {
    /// `{sysctl: net.ipv4.ip_forward, equals: 0}`, or `at-least`; the same for every subject.
    static let sysctl = Word(
        "sysctl",
        "A setting of the kernel has the value in `equals`, or a number no less than `at-least`.",
        form: .settingName,
        keys: [
            Vocabulary.Key("equals", "The value; white space does not count."),
            Vocabulary.Key("at-least", "The lowest number.", form: .wholeNumber),
        ],
        choice: .one(of: ["equals", "at-least"]),
        synonyms: ["kernel-parameter", "setting"],
        actions: [
            Action(
                "sysctl",
                "NAME VALUE",
                "a setting of the kernel, as sysctl(8) names it",
                argument: "equals",
                .state { name, value in (name, value ?? "") }
            ),
            Action(
                "sysctl-at-least",
                "NAME NUMBER",
                "a number no less than this",
                argument: "at-least",
                argumentKind: .number,
                .state { name, value in (name, "at least \(value ?? "")") }
            ),
        ],
        relations: .ofSettings
    ) { use throws(InvalidUse) in
        guard let name = SettingName(use.value) else {
            throw InvalidUse(
                "invalid-argument",
                "\(use.value.quoted) is no name of a setting",
                help: "write it as sysctl(8) does, such as `net.ipv4.ip_forward`"
            )
        }
        switch (use.keys["equals"], use.keys["at-least"]) {
        case (let value?, nil):
            return KernelSetting(name, .equals(FoundSetting(value).value), on: use.host)
        case (nil, let text?):
            return KernelSetting(name, .atLeast(try number(text)), on: use.host)
        case (nil, nil):
            throw InvalidUse(
                "missing-key",
                "",
                help: "write `equals: VALUE`, or `at-least: NUMBER`",
                in: .missingKey("equals"),
                typed: "`sysctl` needs an argument; write the value"
            )
        case (_?, _?):
            throw InvalidUse(
                "invalid-argument",
                "`equals` and `at-least` exclude each other",
                help: "keep one of them",
                in: .key("at-least")
            )
        }
    }

    private static func number(_ text: String) throws(InvalidUse) -> Int64 {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        // Swift also accepts `+5`. JSON is exact only up to this length.
        if digits.count <= 18, digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int64(text)
        {
            return number
        }
        throw InvalidUse(
            "invalid-argument",
            "\(text.quoted) is not a whole number",
            help: "write it in digits, such as `1024`",
            in: .key("at-least")
        )
    }
}

extension TextForm {
    fileprivate static let settingName = TextForm("setting-name") {
        let end = "$(?!\\n)"
        let dotted = "[A-Za-z][^./]*(?:\\.(?!//?(?:\\.|\(end)))[^.]+)+"
        let slashed = "[A-Za-z][^./]*(?:/(?!\\.{1,2}(?:/|\(end)))[^/]+)+"
        return Details(
            "\(dotted)|\(slashed)",
            help: "write it as sysctl(8) does, such as net.ipv4.ip_forward"
        )
    }

    fileprivate static let wholeNumber = TextForm("whole-number") {
        let largest = 999_999_999_999_999_999
        return Details(
            "-?[0-9]{1,18}",
            bare: [.integers(from: -largest, upTo: largest)],
            help: "write it in digits, such as 1024"
        )
    }
}
