import Kernel
import Testing

@Suite struct `The number of an error` {
    @Test func `An error has the symbol of errno(3)`() {
        #expect(Errno.EACCES.name == "EACCES" && Errno.ENOKEY.name == "ENOKEY")
    }

    @Test func `An error without a symbol is named by its number`() {
        #expect(Errno(rawValue: 4095).name == "errno 4095")
    }

    @Test func `A successful call has no error`() {
        #expect(Errno(unlessZero: 0) == nil)
        #expect(Errno(unlessZero: 13) == .EACCES)
    }
}
