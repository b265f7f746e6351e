import Text

/// A JSON value. Objects keep the order in which their keys are written.
package enum SchemaValue: Hashable, Sendable {
    case text(String)
    case number(Int)
    case flag(Bool)
    case list([SchemaValue])
    case object([Member])

    package struct Member: Hashable, Sendable {
        let name: String
        let value: SchemaValue
    }
}

extension SchemaValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral text: String) { self = .text(text) }
    package init(integerLiteral number: Int) { self = .number(number) }
    package init(booleanLiteral flag: Bool) { self = .flag(flag) }
    package init(arrayLiteral items: SchemaValue...) { self = .list(items) }
    package init(dictionaryLiteral members: (String, SchemaValue)...) { self = .object(members) }

    package static func object(_ members: [(String, SchemaValue)]) -> Self {
        .object(members.map { Member(name: $0, value: $1) })
    }

    package static func texts(_ texts: [String]) -> Self { .list(texts.map { .text($0) }) }

    /// Returns the object with more members before its own.
    package func preceded(by members: [(String, SchemaValue)]) -> Self {
        guard case .object(let own) = self else { return self }
        return .object(members.map { Member(name: $0, value: $1) } + own)
    }
}

extension SchemaValue {
    /// Returns the value as readable JSON: a value with nested structure has one line for each part.
    package func json(indent: Int = 0) -> String {
        switch self {
        case .text(let text): return text.written(in: .json)
        case .number(let number): return "\(number)"
        case .flag(let flag): return "\(flag)"
        case .list(let items):
            return Self.joined(items.map { $0.json(indent: indent + 1) }, "[", "]", indent)
        case .object(let members):
            let lines = members.map { member in
                "\(member.name.written(in: .json)): \(member.value.json(indent: indent + 1))"
            }
            return Self.joined(lines, "{ ", " }", indent)
        }
    }

    /// Joins the parts on one line if that line is short and no part takes several lines.
    private static func joined(
        _ parts: [String],
        _ start: String,
        _ end: String,
        _ indent: Int
    ) -> String {
        let line = start + parts.joined(separator: ", ") + end
        guard line.count > 80 || line.contains("\n") else { return line }
        let space = String(repeating: "  ", count: indent)
        let lines = parts.map { "\n\(space)  \($0)" }.joined(separator: ",")
        return "\(start.first ?? "[")\(lines)\n\(space)\(end.last ?? "]")"
    }
}
