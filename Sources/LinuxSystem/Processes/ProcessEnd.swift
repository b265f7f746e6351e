import Glibc

extension ProcessCalls {
    /// Ends this process in order, see exit(3).
    package static func exit(_ status: Int32) -> Never { Glibc.exit(status) }
}
