public import LinuxSystem

/// A file that a permit opened. It is closed when the value is destroyed.
///
/// It may outlive the permit, and be handed on. It cannot be copied, so it is closed once.
public struct OpenFile: ~Copyable, Sendable {
    /// The path that was judged. It may lead elsewhere by now, which does not affect this file.
    public let path: String
    private let descriptor: Descriptor

    init(_ descriptor: consuming Descriptor, _ path: String) {
        self.path = path
        self.descriptor = descriptor
    }

    /// Lends the descriptor for the duration of a call, such as fstat(2).
    ///
    /// It must not be closed or kept: after this value is destroyed, the number may be another file's.
    public borrowing func withFileDescriptor<Success: ~Copyable, Failure: Error>(
        _ body: (CInt) throws(Failure) -> Success
    ) throws(Failure) -> Success {
        try body(descriptor.number)
    }

    /// Hands the descriptor over. The caller then closes it.
    ///
    /// For swift-system: `FileDescriptor(rawValue: file.release())`.
    public consuming func release() -> CInt { descriptor.release() }

    /// Reads from the present position, until there are `limit` bytes or the file ends.
    ///
    /// From a FIFO or a device it returns the available bytes.
    ///
    /// - Parameter limit: The most bytes to read; zero or less reads nothing.
    /// - Returns: Fewer bytes than `limit` if the file ended, none if the position was at its end.
    /// - Throws: ``SystemError`` with the errno of read(2): `EAGAIN` if no bytes are available yet, `EISDIR` for a
    ///   directory, `EBADF` for a file that was not opened for reading, `EIO`.
    public borrowing func read(upTo limit: Int) throws(SystemError) -> [UInt8] {
        try descriptor.bytes(upTo: limit, at: path)
    }

    /// Writes all the bytes at the present position: at first over the beginning of the file. Later bytes of the file
    /// stay.
    ///
    /// - Throws: ``SystemError`` with the errno of write(2), perhaps after some of the bytes: `ENOSPC`, `EDQUOT`,
    ///   `EFBIG`; `EBADF` for a file that was not opened for writing; `EAGAIN` if a FIFO is full. A FIFO without
    ///   readers is `EPIPE`, after the signal SIGPIPE.
    public borrowing func write(_ bytes: some Sequence<UInt8>) throws(SystemError) {
        try descriptor.write(bytes, at: path)
    }

    /// Cuts the file, or extends it with zeros, to `length` bytes. The position does not change.
    ///
    /// - Throws: ``SystemError`` with the errno of ftruncate(2): `EINVAL` for a file that is not regular or was not
    ///   opened for writing, and for a negative length; `EFBIG`, `EPERM`, `EIO`.
    public borrowing func truncate(to length: Int64) throws(SystemError) {
        try descriptor.truncate(to: length, at: path)
    }
}
