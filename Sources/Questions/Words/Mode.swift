import LinuxCapabilities
import LinuxSystem
import PolicyLanguage

extension Word {
    /// `{mode: /srv/x, at-most: "0640"}`, or `exactly`; the same for every subject.
    static let mode = Word(
        "mode",
        "A file has the mode in `exactly`, or no bits beyond those in `at-most`.",
        form: .absolutePath,
        object: .path,
        keys: [
            Vocabulary.Key(
                "at-most",
                shape: .mode,
                "The bits that the mode may have, in quotes: \"0640\"."
            ),
            Vocabulary.Key("exactly", shape: .mode, "The mode, in quotes: \"0640\"."),
        ],
        choice: .one(of: ["at-most", "exactly"]),
        actions: [
            Action(
                "mode",
                "PATH MODE",
                "the mode of the file, in octal",
                argument: "exactly",
                argumentKind: .mode,
                .state { path, mode in (path, "of mode \(mode ?? "")") }
            ),
            Action(
                "mode-at-most",
                "PATH MODE",
                "a mode without other bits than these",
                argument: "at-most",
                argumentKind: .mode,
                .state { path, mode in (path, "within mode \(mode ?? "")") }
            ),
        ],
        relations: .ofFileProperties
    ) { use throws(InvalidUse) in
        guard use.value.isAbsolutePath else { throw .relativePath(use.value) }
        let exact = try bits(use, of: "exactly")
        let most = try bits(use, of: "at-most")
        switch (most, exact) {
        case (let most?, nil): return FileProperty(.modeAtMost(most), of: use.value, on: use.host)
        case (nil, let exact?): return FileProperty(.mode(exact), of: use.value, on: use.host)
        case (nil, nil):
            throw InvalidUse(
                "missing-key",
                "",
                help: "write `at-most: \"0640\"`, or `exactly`",
                in: .missingKey("at-most"),
                typed: "`mode` needs an argument; write the mode in octal, as `0640`"
            )
        case (_?, _?):
            throw InvalidUse(
                "invalid-argument",
                "`at-most` and `exactly` exclude each other",
                help: "keep one of them",
                in: .key("exactly")
            )
        }
    }

    /// Returns the bits of a key, or nil if the key is missing.
    private static func bits(_ use: Use, of key: String) throws(InvalidUse) -> UInt16? {
        guard let text = use.keys[key] else { return nil }
        if let mode = UInt16(text, radix: 8), mode <= 0o7777, text.utf8.first != 0x2B {
            return mode
        }
        throw InvalidUse(
            "invalid-argument",
            "\(text.quoted) is no mode",
            help: "write it in octal, as `0640`",
            in: .key(key)
        )
    }
}
