import Glibc

/// An open file descriptor that is closed when its owner goes; close-on-exec by whoever opened it.
package struct Descriptor: ~Copyable, Sendable {
    package let number: Int32

    /// Takes over a descriptor that nobody else will close.
    package init(owning number: Int32) { self.number = number }

    deinit { close(number) }

    /// Hands the descriptor over to somebody who closes it.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }
}
