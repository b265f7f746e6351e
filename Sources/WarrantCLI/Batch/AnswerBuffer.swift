import Capabilities
import LinuxSystem
import PolicyLanguage
import Procedures
import Questions
import Text

/// A buffer of answers as lines of JSON, which are written together.
struct AnswerBuffer {
    /// The number of bytes that may wait while further questions are available.
    private static let room = 1 << 18

    private var bytes: [UInt8] = []

    var isFull: Bool { bytes.count >= Self.room }

    init() { bytes.reserveCapacity(Self.room + 4096) }

    mutating func append(id: ArraySlice<UInt8>?, _ answer: BatchAnswer) {
        append(id: id)
        append(",\"verdict\":\"")
        append(answer.verdict.rawValue)
        if let errno = answer.errno {
            append("\",\"errno\":\"")
            append(errno)
            append("\",\"because\":")
        } else {
            append("\",\"errno\":null,\"because\":")
        }
        append(quoting: answer.because)
        if !answer.assumes.isEmpty { append(assuming: answer.assumes) }
        append("}\n")
    }

    private mutating func append(assuming assumptions: [Assumption]) {
        var mark = ",\"assumes\":["
        for assumption in assumptions {
            append(mark)
            append("{\"code\":")
            append(quoting: assumption.code.rawValue)
            append(",\"clause\":")
            append(quoting: assumption.clause)
            append("}")
            mark = ","
        }
        append("]")
    }

    mutating func append(id: ArraySlice<UInt8>?, _ problem: BadLine) {
        append(id: id)
        append(",\"error\":")
        append(quoting: problem.message.shortened)
        append("}\n")
    }

    /// - Throws: The ``SystemError`` of write(2).
    mutating func flush() throws(SystemError) {
        try Output.standard.write(bytes[...])
        bytes.removeAll(keepingCapacity: true)
    }

    private mutating func append(id: ArraySlice<UInt8>?) {
        append("{\"id\":")
        guard let id else { return append("null") }
        guard id.allSatisfy({ $0 < 0x7F }) else {
            return append(String(decoding: id, as: UTF8.self).written(in: .encodedJSON))
        }
        bytes.append(contentsOf: id)
    }

    private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func append(quoting text: String) {
        let needsNone = text.utf8.allSatisfy {
            0x20..<0x7F ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        guard needsNone else { return append(text.written(in: .json)) }
        append("\"")
        append(text)
        append("\"")
    }
}
