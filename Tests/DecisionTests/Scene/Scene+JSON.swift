extension Scene {
    /// The input of `warrant can --batch`: the questions alone, numbered from 0.
    var json: String {
        var text = ""
        var id = 0
        for run in runs {
            text += lines(of: run, from: id)
            id += run.questions.count
        }
        return text
    }

    func lines(of run: Run, from first: Int) -> String {
        let subject = json(of: run.subject)
        return run.questions.enumerated().map { index, question in
            "{\"id\":\(first + index),\"subject\":\(subject),\(question.members)}\n"
        }.joined()
    }

    private func json(of subject: Subject) -> String {
        let names = Capability.names(of: subject.capabilities).map(\.quoted)
        var members = [
            "\"uid\":\(subject.uid)", "\"gid\":\(subject.gid)",
            "\"groups\":\(subject.groups.list)",
            "\"capabilities\":[\(names.joined(separator: ","))]",
        ]
        if let namespace = subject.userNamespace.map({ userNamespaces[$0] }) {
            let uids = namespace.uids.list
            members.append("\"userns\":{\"uid\":\(uids),\"gid\":\(namespace.gids.list)}")
        }
        return "{\(members.joined(separator: ","))}"
    }
}

extension Question {
    fileprivate var members: String {
        var text = "\"action\":\(action.quoted),\"object\":\(object.quoted)"
        if let follow { text += ",\"follow\":\(follow)" }
        if !argument.isEmpty { text += ",\"argument\":\(argument.quoted)" }
        return text
    }
}

extension [UInt32] {
    fileprivate var list: String { "[\(map(String.init).joined(separator: ","))]" }
}

extension [UserNamespace.Range] {
    fileprivate var list: String {
        "[\(map { "[\($0.inside),\($0.host),\($0.count)]" }.joined(separator: ","))]"
    }
}

extension String {
    /// The string in quotes by RFC 8259, with only the required escapes.
    fileprivate var quoted: String {
        var text = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case _ where scalar.value < 0x20:
                text += "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
