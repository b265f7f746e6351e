import Kernel
import Testing

@Suite struct `The number of an error` {
    @Test func `has the symbol of errno(3)`() {
        #expect(Errno.EACCES.name == "EACCES" && Errno.ENOKEY.name == "ENOKEY")
    }

    @Test func `is its own name where it has no symbol`() {
        #expect(Errno(rawValue: 4095).name == "errno 4095")
    }

    @Test func `is none of a call that succeeded`() {
        #expect(Errno(unlessZero: 0) == nil)
        #expect(Errno(unlessZero: 13) == .EACCES)
    }
}
