extension Scene {
    /// The input of the judge: one line for each fact, with words separated by tabs.
    var lines: String {
        var text = ""
        func line(_ words: String...) { text += words.joined(separator: "\t") + "\n" }

        for setting in settings { line("setting", setting.name, "\(setting.value)") }
        for base in bases { line("base", base.kind.rawValue, base.isReadOnly ? "ro" : "rw") }
        for node in nodes { text += node.lines }
        for namespace in userNamespaces {
            line("users", namespace.uids.word, namespace.gids.word)
        }
        for mount in mounts {
            let flags = mount.flags.joined(separator: ",")
            let idmap = "\(mount.idmap ?? -1)"
            line("mount", "\(mount.base)", mount.source.word, mount.at.word, flags, idmap)
        }
        for run in runs {
            text += run.subject.line
            for question in run.questions { text += question.line }
        }
        return text
    }
}

extension Node {
    fileprivate var lines: String {
        let words = [
            "node", "\(base)", path.word, kind.rawValue, String(mode, radix: 8), "\(uid)",
            "\(gid)", content.word, isLower ? "lower" : "",
        ]
        var text = words.joined(separator: "\t") + "\n"
        for attribute in attributes {
            text += "attribute\t\(attribute.name)\t\(attribute.value.word)\n"
        }
        if !flags.isEmpty { text += "flags\t\(flags)\n" }
        for alias in aliases { text += "alias\t\(alias.word)\n" }
        return text
    }
}

extension Subject {
    fileprivate var line: String {
        let groups = groups.map(String.init).joined(separator: ",")
        let bits = String(capabilities, radix: 16)
        return "subject\t\(uid)\t\(gid)\t\(groups)\t\(bits)\t\(userNamespace ?? -1)\n"
    }
}

extension Question {
    fileprivate var line: String {
        let follow = follow.map { $0 ? "1" : "0" } ?? "-1"
        return "question\t\(action)\t\(follow)\t\(object.word)\t\(argument.word)\n"
    }
}

extension [UserNamespace.Range] {
    fileprivate var word: String {
        map { "\($0.inside):\($0.host):\($0.count)" }.joined(separator: ",")
    }
}

extension String {
    fileprivate var word: String { utf8.contains(where: \.isSpecial) ? [UInt8](utf8).word : self }
}

extension [UInt8] {
    /// The bytes as one word: separators and bytes that are not text become `\xHH`.
    fileprivate var word: String {
        var bytes = [UInt8]()
        for byte in self {
            if byte.isSpecial {
                let digits = String(byte, radix: 16)
                bytes += Array("\\x".utf8) + Array((digits.count == 1 ? "0" : "").utf8)
                bytes += Array(digits.utf8)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isSpecial: Bool { self < 0x20 || self >= 0x7f || self == UInt8(ascii: "\\") }
}
