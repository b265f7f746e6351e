import LinuxSystem

/// A socket that a permit opened. It is closed when the value is destroyed.
///
/// It may outlive the permit, and be handed on. It cannot be copied, so it is closed once. It is close-on-exec, and
/// blocks.
public struct OpenSocket: ~Copyable, Sendable {
    /// The purpose for which it was opened: `tcp:443`.
    public let name: String
    private let descriptor: Descriptor

    init(_ descriptor: consuming Descriptor, _ name: String) {
        self.name = name
        self.descriptor = descriptor
    }

    /// Lends the descriptor for the duration of a call, such as accept(2).
    ///
    /// It must not be closed or kept: after this value is destroyed, the number may be another file's.
    public borrowing func withFileDescriptor<Success: ~Copyable, Failure: Error>(
        _ body: (CInt) throws(Failure) -> Success
    ) throws(Failure) -> Success {
        try body(descriptor.number)
    }

    /// Hands the descriptor over. The caller then closes it.
    public consuming func release() -> CInt { descriptor.release() }
}
