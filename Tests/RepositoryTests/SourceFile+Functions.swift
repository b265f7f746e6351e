/// A function as its lines show it, which is enough for sources that swift-format has laid out.
struct FunctionText {
    /// Where it begins, from 1.
    let line: Int
    let body: ArraySlice<String>

    var length: Int { body.count }

    /// Whether one `switch` is the most of it: cases in a row are read like a table.
    var isTable: Bool {
        guard let start = body.firstIndex(where: { $0.firstWord == "switch" }),
            let end = body[start...].firstIndex(of: body[start].indentation + "}")
        else { return false }
        return (end - start) * 3 >= length * 2
    }
}

extension SourceFile {
    /// Those whose bodies have lines of their own.
    var functions: [FunctionText] {
        lines.indices.compactMap { index in
            guard lines[index].declaresFunction, let open = opening(from: index),
                let close = lines[open...].firstIndex(of: lines[index].indentation + "}")
            else { return nil }
            return FunctionText(line: index + 1, body: lines[(open + 1)..<close])
        }
    }

    /// The line whose `{` opens what is declared from `start` on.
    private func opening(from start: Int) -> Int? {
        let indentation = lines[start].indentation
        for index in start..<lines.count {
            let line = lines[index]
            let continues = line.hasPrefix(indentation + " ") || line.hasPrefix(indentation + ")")
            guard index == start || continues else { return nil }
            if line.hasSuffix("{") { return index }
        }
        return nil
    }
}

extension String {
    var indentation: String { String(prefix { $0 == " " }) }

    fileprivate var firstWord: Substring { drop { $0 == " " }.prefix { $0.isLetter } }

    fileprivate var declaresFunction: Bool {
        let words = SourceFile.code(self).prefix { $0 != "(" && $0 != "<" }.split(separator: " ")
        return words.contains("func") || ["init", "init?", "deinit"].contains(words.last)
            || (words.last == "{" && words.dropLast().last == "deinit")
    }
}
