/// One step of reading YAML text, and where it begins.
package struct YAMLEvent: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case streamStart
        case streamEnd
        case documentStart
        case documentEnd
        case alias(String)
        /// A text; `isPlain` is false for one in quotes and for a block (`|`, `>`).
        case scalar(String, isPlain: Bool)
        case sequenceStart
        case sequenceEnd
        case mappingStart
        case mappingEnd
    }

    package let kind: Kind
    /// The name after `&`, if the node has one.
    package let anchor: String?
    /// The tag as libyaml resolves it (`!!str` is `tag:yaml.org,2002:str`), if the node has one.
    package let tag: String?
    package let mark: YAMLMark
    /// Where it ends, its last character not included. The end of a list or mapping without brackets is
    /// only where the next thing begins.
    package let end: YAMLMark

    package init(
        _ kind: Kind,
        anchor: String? = nil,
        tag: String? = nil,
        at mark: YAMLMark,
        to end: YAMLMark
    ) {
        self.kind = kind
        self.anchor = anchor
        self.tag = tag
        self.mark = mark
        self.end = end
    }
}
