import CSystemd

/// Writes the arguments of a call, see sd_bus_message_append_basic(3).
@safe struct BusWriter {
    private let library: MessageLibrary
    private let message: OpaquePointer

    init(_ message: OpaquePointer, _ library: MessageLibrary) {
        unsafe self.message = message
        self.library = library
    }

    // SAFETY: of every call below: the message lives while we do, and each value is copied and is of the type that its
    // code names.

    /// - Returns: The first failure, as a negative error number; otherwise 0 or more.
    func write(_ arguments: [BusArgument]) -> Int32 {
        for argument in arguments {
            let code = write(argument)
            if code < 0 { return code }
        }
        return 0
    }

    private func write(_ argument: BusArgument) -> Int32 {
        switch argument {
        case .text(let text): return unsafe library.append(message, type("s"), text)
        case .flag(let flag): return append("b", Int32(flag ? 1 : 0))
        case .number(let number): return append("u", number)
        case .signedNumber(let number): return append("i", number)
        case .longNumber(let number): return append("t", number)
        case .descriptor(let shared): return append("h", shared.descriptor.number)
        case .array(let contents, let parts): return write(parts, in: "a", contents)
        case .entry(let key, let value):
            return write([key, value], in: "e", key.signature + value.signature)
        case .structure(let parts):
            return write(parts, in: "r", parts.map(\.signature).joined())
        case .variant(let value): return write([value], in: "v", value.signature)
        }
    }

    private func append<Value: BitwiseCopyable>(_ code: Unicode.Scalar, _ value: Value) -> Int32 {
        unsafe withUnsafePointer(to: value) { unsafe library.append(message, type(code), $0) }
    }

    private func write(
        _ parts: [BusArgument],
        in container: Unicode.Scalar,
        _ contents: String
    ) -> Int32 {
        let opened = unsafe library.openContainer(message, type(container), contents)
        guard opened >= 0 else { return opened }
        let written = write(parts)
        guard written >= 0 else { return written }
        return unsafe library.closeContainer(message)
    }

    private func type(_ code: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: code.value) }
}
