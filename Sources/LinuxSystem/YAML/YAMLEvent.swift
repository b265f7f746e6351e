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

    package init(_ kind: Kind, anchor: String? = nil, tag: String? = nil, at mark: YAMLMark) {
        self.kind = kind
        self.anchor = anchor
        self.tag = tag
        self.mark = mark
    }
}
