/// Bytes that the kernel sent, read without ever leaving them.
struct NetlinkBytes {
    private let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    var count: Int { bytes.count }

    /// The C structure or number at an offset; nil when the bytes end before it does.
    func load<Value: BitwiseCopyable>(_ type: Value.Type, at offset: Int = 0) -> Value? {
        guard offset >= 0, offset <= count, count - offset >= MemoryLayout<Value>.size else {
            return nil
        }
        // SAFETY: the value lies within the bytes, by the test above, and any bytes make one.
        return unsafe bytes.withUnsafeBytes {
            unsafe $0.loadUnaligned(fromByteOffset: offset, as: type)
        }
    }

    /// The bytes from `start` up to `end`; nil when they are not all there.
    func part(from start: Int, to end: Int) -> NetlinkBytes? {
        guard start >= 0, start <= end, end <= count else { return nil }
        return NetlinkBytes(bytes[bytes.startIndex + start..<bytes.startIndex + end])
    }
}

/// The bytes of a C structure or number, in the order of this machine.
func bytes<Value: BitwiseCopyable>(of value: Value) -> [UInt8] {
    // SAFETY: the bytes are read while `value` lives; C structures for the kernel have no padding.
    unsafe withUnsafeBytes(of: value) { unsafe Array($0) }
}
