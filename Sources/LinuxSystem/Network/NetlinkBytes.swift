/// Bytes from the kernel, with bounds-checked reads.
struct NetlinkBytes {
    private let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    var count: Int { bytes.count }

    /// Returns the C structure or number at an offset, or nil if the bytes end before it does.
    func load<Value: BitwiseCopyable>(_ type: Value.Type, at offset: Int = 0) -> Value? {
        guard offset >= 0, offset <= count, count - offset >= MemoryLayout<Value>.size else {
            return nil
        }
        // SAFETY: the value lies within the bytes, as checked above, and any bytes are a valid value.
        return unsafe bytes.withUnsafeBytes {
            unsafe $0.loadUnaligned(fromByteOffset: offset, as: type)
        }
    }

    /// Returns the bytes from `start` up to `end`, or nil if some are missing.
    func part(from start: Int, to end: Int) -> NetlinkBytes? {
        guard start >= 0, start <= end, end <= count else { return nil }
        return NetlinkBytes(bytes[bytes.startIndex + start..<bytes.startIndex + end])
    }
}

/// Returns the bytes of a C structure or number, in the byte order of this machine.
func bytes<Value: BitwiseCopyable>(of value: Value) -> [UInt8] {
    // SAFETY: the bytes are read while `value` lives; C structures for the kernel have no padding.
    unsafe withUnsafeBytes(of: value) { unsafe Array($0) }
}
