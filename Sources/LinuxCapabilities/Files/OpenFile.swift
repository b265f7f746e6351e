public import LinuxSystem

/// A file that a permit opened. It is closed when the value goes.
///
/// It may outlive the permit, and be handed on; it cannot be copied, so that it is closed once.
public struct OpenFile: ~Copyable, Sendable {
    /// The path that was judged. By now it may lead elsewhere, which does not matter to this file.
    public let path: String
    private let descriptor: Descriptor

    init(_ descriptor: consuming Descriptor, _ path: String) {
        self.path = path
        self.descriptor = descriptor
    }

    /// Lends the descriptor for the length of a call, such as fstat(2).
    ///
    /// It must not be closed, nor kept: once this value is gone the number may be another file's.
    public borrowing func withFileDescriptor<Success: ~Copyable, Failure: Error>(
        _ body: (CInt) throws(Failure) -> Success
    ) throws(Failure) -> Success {
        try body(descriptor.number)
    }

    /// Hands the descriptor over; whoever takes it closes it.
    ///
    /// For swift-system: `FileDescriptor(rawValue: file.release())`.
    public consuming func release() -> CInt { descriptor.release() }

    /// Reads on from where the file stands, until there are `limit` bytes or the file ends.
    ///
    /// Of a fifo or a device it returns what is there.
    ///
    /// - Parameter limit: The most bytes to read; zero and less read nothing.
    /// - Returns: Fewer bytes than `limit` at the end of the file, none when it was there already.
    /// - Throws: ``SystemError`` with the errno of read(2): `EAGAIN` where nothing is there yet, `EISDIR`
    ///   of a directory, `EBADF` of a file that was not opened to be read, `EIO`.
    public borrowing func read(upTo limit: Int) throws(SystemError) -> [UInt8] {
        try descriptor.bytes(upTo: limit, at: path)
    }

    /// Writes all the bytes at where the file stands: at first over its beginning. What was there
    /// after them stays.
    ///
    /// - Throws: ``SystemError`` with the errno of write(2), after some of the bytes perhaps: `ENOSPC`,
    ///   `EDQUOT`, `EFBIG`; `EBADF` of a file that was not opened to be written; `EAGAIN` where a fifo is
    ///   full. A fifo that nobody reads any more is `EPIPE`, after the signal SIGPIPE.
    public borrowing func write(_ bytes: some Sequence<UInt8>) throws(SystemError) {
        try descriptor.write(bytes, at: path)
    }

    /// Cuts the file, or fills it up with zeros, to `length` bytes. Where it stands does not change.
    ///
    /// - Throws: ``SystemError`` with the errno of ftruncate(2): `EINVAL` of what is no regular file, was
    ///   not opened to be written, or a negative length; `EFBIG`, `EPERM`, `EIO`.
    public borrowing func truncate(to length: Int64) throws(SystemError) {
        try descriptor.truncate(to: length, at: path)
    }
}
