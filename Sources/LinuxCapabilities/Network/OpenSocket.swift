import LinuxSystem

/// A socket that a permit opened. It is closed when the value goes.
///
/// It may outlive the permit, and be handed on; it cannot be copied, so that it is closed once. It is
/// close-on-exec, and blocks.
public struct OpenSocket: ~Copyable, Sendable {
    /// What it was opened for: `tcp:443`.
    public let name: String
    private let descriptor: Descriptor

    init(_ descriptor: consuming Descriptor, _ name: String) {
        self.name = name
        self.descriptor = descriptor
    }

    /// Lends the descriptor for the length of a call, such as accept(2).
    ///
    /// It must not be closed, nor kept: once this value is gone the number may be another file's.
    public borrowing func withFileDescriptor<Success: ~Copyable, Failure: Error>(
        _ body: (CInt) throws(Failure) -> Success
    ) throws(Failure) -> Success {
        try body(descriptor.number)
    }

    /// Hands the descriptor over; whoever takes it closes it.
    public consuming func release() -> CInt { descriptor.release() }
}
