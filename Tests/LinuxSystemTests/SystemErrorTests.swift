import Glibc
import Kernel
import LinuxSystem
import Testing

@Suite struct `A system error` {
    @Test func `A system error names the call, its object and the errno`() {
        let error = SystemError("faccessat2(2)", "/srv/key", code: EIO)
        #expect(
            error.description
                == "faccessat2(2) failed for `/srv/key`: Input/output error (EIO)"
        )
    }

    @Test func `An errno without a name is shown as a number`() {
        #expect(Errno(rawValue: 4095).name == "errno 4095")
        #expect(Errno(rawValue: 4095).text == "Unknown error 4095")
    }
}
