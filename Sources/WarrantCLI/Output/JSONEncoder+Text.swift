import FoundationEssentials
import Text

extension JSONEncoder {
    /// A value as JSON that ends its line.
    ///
    /// The encoder alone writes DEL, C1 and bidirectional characters of a text as they are.
    func text(of value: some Encodable) throws -> String {
        let text = String(decoding: try encode(value), as: UTF8.self) + "\n"
        return text.utf8.allSatisfy { $0 < 0x7F } ? text : text.written(in: .encodedJSON)
    }
}
