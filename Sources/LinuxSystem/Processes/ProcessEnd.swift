import Glibc

extension ProcessCalls {
    /// Ends this process in order, see exit(3).
    ///
    /// Where another process still waits for the server of a file system, it shares our descriptors:
    /// the standard streams are closed for both, so that whoever reads them meets their end.
    package static func exit(_ status: Int32) -> Never {
        if FileServer.isAwaited {
            fflush(nil)
            for stream in 0...2 as ClosedRange<Int32> { close(stream) }
            FileServer.closeAll()
        }
        Glibc.exit(status)
    }

    /// Ends this process without its exit handlers, see _exit(2).
    package static func exitAtOnce(_ status: Int32) -> Never { Glibc._exit(status) }
}
