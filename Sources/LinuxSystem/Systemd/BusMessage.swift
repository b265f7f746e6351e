import CSystemd
import Glibc
import Kernel

/// A reply or a signal from the bus, read from front to back. It is valid only while its handler runs.
@safe package struct BusMessage {
    private let library: MessageLibrary
    private let message: OpaquePointer

    init(_ message: OpaquePointer, _ library: MessageLibrary) {
        unsafe self.message = message
        self.library = library
    }

    /// The name and the text of an error reply; nil for any other.
    var error: (name: String, message: String)? {
        // SAFETY: the error belongs to the message, as do its texts, which are copied at once.
        guard let error = unsafe library.error(message), let name = unsafe error.pointee.name else {
            return nil
        }
        let text = unsafe error.pointee.message.map { unsafe String(cString: $0) }
        return unsafe (String(cString: name), text ?? "")
    }

    /// The connection that sent the message, `:1.42`.
    var sender: String {
        // SAFETY: the name belongs to the message, and is copied at once.
        unsafe library.sender(message).map { unsafe String(cString: $0) } ?? ""
    }

    /// The connection that the message was sent to. For a reply, it is our own.
    var destination: String {
        // SAFETY: as for the sender.
        unsafe library.destination(message).map { unsafe String(cString: $0) } ?? ""
    }

    /// Reads an `a{sv}`, the whole content of the message, and returns the values of the wanted names. Other values are
    /// skipped, and the read ends after the last wanted one.
    func properties(_ wanted: Set<String>) throws(BusFailure) -> [String: BusValue] {
        var found: [String: BusValue] = [:]
        var missing = wanted
        _ = try enter("a", "{sv}")
        while !missing.isEmpty, try enter("e", "sv") {
            let name = try text()
            if missing.remove(name) != nil {
                found[name] = try variant()
            } else {
                try skip("v")
            }
            try exit()
        }
        return found
    }

    /// Reads a variant. Returns nil if its value is of a type that Warrant does not use.
    func variant() throws(BusFailure) -> BusValue? {
        let signature = try signatureOfVariant()
        _ = try enter("v", signature)
        let value: BusValue?
        switch signature {
        case "s": value = .text(try text())
        case "u": value = .number(try number())
        case "i": value = .signedNumber(try signedNumber())
        case "b": value = .flag(try flag())
        case "ay": value = .bytes(try bytes())
        case "as": value = .texts(try array())
        case "(ss)": value = .texts(try pair())
        case "(uo)": value = .number(try numberOfReference())
        case "t": value = .largeNumber(try largeNumber())
        case "a(ss)": value = .rows(try rows(of: "s", "s"))
        case "a(sb)": value = .rows(try rows(of: "s", "b"))
        case "a(sasbttttuii)":
            let rest = ["as", "b", "t", "t", "t", "t", "u", "i", "i"]
            value = .rows(try rows(of: "s", rest: rest))
        default:
            try skip(signature)
            value = nil
        }
        try exit()
        return value
    }

    /// Reads an `a{ss}`.
    func texts() throws(BusFailure) -> [String: String] {
        var texts: [String: String] = [:]
        _ = try enter("a", "{ss}")
        while try enter("e", "ss") {
            let key = try text()
            texts[key] = try text()
            try exit()
        }
        try exit()
        return texts
    }

    // The single steps, each one call: see sd_bus_message_read_basic(3) and sd_bus_message_enter_container(3).
    // SAFETY: of all that follow: the message lives while we do; texts that it lends are copied at once, and the places
    // that it writes to are of the type that its code names.

    /// Moves the read position back to the front.
    func rewind() { _ = unsafe library.rewind(message, 1) }

    /// Returns false at the end of the surrounding container.
    func enter(_ type: Unicode.Scalar, _ contents: String) throws(BusFailure) -> Bool {
        try checked(unsafe library.enter(message, code(type), contents)) > 0
    }

    func exit() throws(BusFailure) {
        _ = try checked(unsafe library.exit(message))
    }

    func skip(_ signature: String) throws(BusFailure) {
        _ = try checked(unsafe library.skip(message, signature))
    }

    private func signatureOfVariant() throws(BusFailure) -> String {
        var contents: UnsafePointer<CChar>?
        _ = try checked(unsafe library.peek(message, nil, &contents))
        return unsafe contents.map { unsafe String(cString: $0) } ?? ""
    }

    /// Returns nil at the end of the container.
    func nextText() throws(BusFailure) -> String? {
        var text: UnsafePointer<CChar>?
        guard try checked(unsafe library.read(message, code("s"), &text)) > 0 else { return nil }
        return unsafe text.map { unsafe String(cString: $0) }
    }

    package func text() throws(BusFailure) -> String {
        guard let text = try nextText() else { throw .unreadable("it ends too early") }
        return text
    }

    package func number() throws(BusFailure) -> UInt32 {
        var number: UInt32 = 0
        _ = try checked(unsafe library.read(message, code("u"), &number))
        return number
    }

    package func flag() throws(BusFailure) -> Bool {
        var flag: Int32 = 0
        _ = try checked(unsafe library.read(message, code("b"), &flag))
        return flag != 0
    }

    /// Reads the path of an object.
    func path() throws(BusFailure) -> String {
        var path: UnsafePointer<CChar>?
        _ = try checked(unsafe library.read(message, code("o"), &path))
        return unsafe path.map { unsafe String(cString: $0) } ?? ""
    }

    /// A file that was passed along: a copy of its descriptor, which outlives the message.
    func descriptor() throws(BusFailure) -> SharedDescriptor {
        var number: Int32 = -1
        _ = try checked(unsafe library.read(message, code("h"), &number))
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw .unreadable("\(Errno(rawValue: errno).explanation)") }
        return SharedDescriptor(Descriptor(owning: copy))
    }

    func signedNumber() throws(BusFailure) -> Int32 {
        var number: Int32 = 0
        _ = try checked(unsafe library.read(message, code("i"), &number))
        return number
    }

    func largeNumber() throws(BusFailure) -> UInt64 {
        var number: UInt64 = 0
        _ = try checked(unsafe library.read(message, code("t"), &number))
        return number
    }

    private func bytes() throws(BusFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        _ = try enter("a", "y")
        var byte: UInt8 = 0
        while try checked(unsafe library.read(message, code("y"), &byte)) > 0 {
            bytes.append(byte)
        }
        try exit()
        return bytes
    }

    private func code(_ type: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: type.value) }

    private func checked(_ result: Int32) throws(BusFailure) -> Int32 {
        guard result >= 0 else {
            throw .unreadable("\(Errno(rawValue: -result).explanation)")
        }
        return result
    }

    // Values that contain other values.

    func array() throws(BusFailure) -> [String] {
        var texts: [String] = []
        _ = try enter("a", "s")
        while let text = try nextText() { texts.append(text) }
        try exit()
        return texts
    }

    func pair() throws(BusFailure) -> [String] {
        _ = try enter("r", "ss")
        let pair = [try text(), try text()]
        try exit()
        return pair
    }

    /// Reads a reference to an object by number and path, such as a job, and returns the number.
    func numberOfReference() throws(BusFailure) -> UInt32 {
        _ = try enter("r", "uo")
        let number = try number()
        try skip("o")
        try exit()
        return number
    }

    /// Reads a list of structures. The fields of `rest` are skipped in each.
    func rows(of fields: String..., rest: [String] = []) throws(BusFailure) -> [[String]] {
        let structure = (fields + rest).joined()
        var rows: [[String]] = []
        _ = try enter("a", "(\(structure))")
        while try enter("r", structure) {
            var row: [String] = []
            for field in fields {
                row.append(field == "b" ? try flag() ? "yes" : "no" : try text())
            }
            for field in rest { try skip(field) }
            try exit()
            rows.append(row)
        }
        try exit()
        return rows
    }
}
