/// One event from the YAML parser.
package enum TreeEvent: Hashable, Sendable {
    case documentStart
    /// Comes before the node that it belongs to.
    case anchor(String)
    /// Comes before the node that it belongs to.
    case tag(String)
    case alias(String)
    case scalar(String, style: Node.Style)
    case sequenceStart
    case mappingStart
    /// Ends the sequence or mapping that began last.
    case end
}
