/// Texts of policies with many lint findings, in every form that YAML allows.
package struct RandomPolicy {
    package var random: SplitMix
    /// The ids in the text, each a word that occurs nowhere else.
    package private(set) var ids: [String] = []
    private let hasIDs: Bool

    /// - Parameter hasIDs: True if each requirement and each part of one has an id.
    package init(seed: UInt64, hasIDs: Bool = false) {
        random = SplitMix(seed: seed)
        self.hasIDs = hasIDs
    }

    package mutating func text() -> String {
        var text = comment("") + "warrant: 1\nname: n\(trailing())\n"
        if random.chance(80) { text += "summary: s # a summary\n" }
        if random.chance(40) { text += "subject: { user: \(random.pick(["a", "\"${who}\""])) }\n" }
        text += "parameters:\n  dir: { default: /srv/ }\n  cap: { default: cap_kill }\n"
        text += "  who: { default: a }\n  name: { default: b }\n"
        for list in ["require", "forbid"] where list == "require" || random.chance(70) {
            text += "\(list):\(trailing())\n"
            for _ in 0...random.below(5) { text += item(indent: 2, depth: 0) }
        }
        return random.chance(10) ? String(text.dropLast()) : text
    }

    /// Returns an item `- …`, in block style or in braces.
    private mutating func item(indent: Int, depth: Int) -> String {
        let space = String(repeating: " ", count: indent)
        let before = random.chance(15) ? comment(space) : ""
        if random.chance(25) { return "\(before)\(space)- { \(flow(depth)) }\(trailing())\n" }
        let first = random.weigh([(6, ""), (1, "  "), (1, "\n\(space)  ")])
        let width = first.hasPrefix("\n") ? indent + 2 : indent + 2 + first.count
        return "\(before)\(space)- \(first)\(block(width, depth).drop { $0 == " " })"
    }

    /// Returns the lines of a mapping.
    private mutating func block(_ indent: Int, _ depth: Int) -> String {
        let space = String(repeating: " ", count: indent)
        var lines = random.chance(10) ? "\(space)within: 2s\n" : ""
        switch random.below(depth < 4 ? 10 : 5) {
        case 5, 6, 7:
            lines += "\(space)\(random.pick(["any", "all"])):\(trailing())\n"
            let column = indent + random.below(3)
            for _ in 0...random.weigh([(6, 0), (2, 1), (1, 2)]) {
                lines += item(indent: column, depth: depth + 1)
            }
        case 8, 9: lines += "\(space)not:\n\(block(indent + 2, depth + 1))"
        default: lines += "\(space)\(word("\n" + space))\(trailing())\n"
        }
        if random.chance(8) { lines += "\(space)as: \(random.pick(["a", "${who}"]))\n" }
        if random.chance(15) { lines += "\(space)because: |\(trailing())\n\(space)  # b\n\n" }
        if random.chance(10) { lines += "\(space)when: { \(flow(depth + 1)) }\n" }
        return lines + id().map { "\(space)\($0)\n" }.joined()
    }

    private mutating func flow(_ depth: Int) -> String {
        let key = random.weigh([
            (6, ""), (1, ", as: a"), (1, ", as: \"${who}\""), (1, ", because: 'b # b'"),
        ])
        let more = key + id().map { ", \($0)" }.joined()
        switch random.below(depth < 4 ? 8 : 5) {
        case 5, 6:
            let parts = (0...random.below(2)).map { _ in "{ \(flow(depth + 1)) }" }
            return "\(random.pick(["any", "all"])): [\(parts.joined(separator: ", "))]\(more)"
        case 7: return "not: { \(flow(depth + 1)) }\(more)"
        default: return word(", ") + more
        }
    }

    private mutating func word(_ separator: String) -> String {
        random.pick(Self.words).replacing("|", with: separator)
    }

    private static let words = [
        "read: /a", "read: /a", "read: /a//b", "read: '/a/./b'", "write: \"/a//b/\"",
        "append: /a/b", "read: \"${dir}//x\"", "stat: \"/a/./${name}\"", "capability: cap_kill",
        "capability: \"Cap_Kill\"", "capability: CAP_KILL", "capability: \"${cap}\"",
        "read: /tmp/a", "stat: /", "create: /a//n/./|argument: directory", "create: /a/./n",
        "delete: /a/b/./", "delete: /a//b/././", "delete: /a/./.", "rename: /a/b/.//|argument: /n",
        "rename: /a/./b|argument: /n", "confirm: Go?", "unit: a.service",
    ]

    /// Returns the key `id`, if requirements have ids.
    private mutating func id() -> [String] {
        guard hasIDs else { return [] }
        ids.append("q\(ids.count)q")
        return ["id: \(ids[ids.count - 1])"]
    }

    private mutating func trailing() -> String {
        random.weigh([
            (12, ""), (1, "  # ä: 'x"), (1, " # warrant: allow unclean-path why"),
            (1, " # warrant: allow missing-because why"),
        ])
    }

    private mutating func comment(_ space: String) -> String {
        let text = random.pick(["ö", "warrant: allow single-part why", "read: //x", "\"", "- a"])
        return "\(space)# \(text)\n"
    }
}
