import Glibc
import Kernel
import LinuxSystem
import Testing

@Suite struct `A system error` {
    @Test func `says which call failed, for what, and why`() {
        let error = SystemError("faccessat2(2)", "/srv/key", code: EIO)
        #expect(
            error.description
                == "faccessat2(2) failed for `/srv/key`: Input/output error (EIO)"
        )
    }

    @Test func `shows a number where there is no name`() {
        #expect(Errno(rawValue: 4095).name == "errno 4095")
        #expect(Errno(rawValue: 4095).text == "Unknown error 4095")
    }
}
