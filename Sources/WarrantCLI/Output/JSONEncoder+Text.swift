import FoundationEssentials
import Text

extension JSONEncoder {
    /// Returns a value as JSON with a final line end.
    ///
    /// The encoder alone does not escape DEL, C1 and bidirectional characters.
    func text(of value: some Encodable) throws -> String {
        let text = String(decoding: try encode(value), as: UTF8.self) + "\n"
        return text.utf8.allSatisfy { $0 < 0x7F } ? text : text.written(in: .encodedJSON)
    }
}
