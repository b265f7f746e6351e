import Glibc

/// An open file descriptor that is closed when its owner goes; close-on-exec by whoever opened it.
package struct Descriptor: ~Copyable, Sendable {
    package let number: Int32
    /// Whether close(2) may have to wait for the server of its file system.
    private let isServed: Bool

    /// Takes over a descriptor that nobody else will close.
    package init(owning number: Int32) { self.init(owning: number, isServed: false) }

    init(owning number: Int32, isServed: Bool) {
        self.number = number
        self.isServed = isServed
    }

    deinit {
        if isServed { FileServer.close(number) } else { close(number) }
    }

    /// Hands the descriptor over to somebody who closes it.
    package consuming func release() -> Int32 {
        let number = number
        if isServed { FileServer.forget(number) }
        discard self
        return number
    }
}
