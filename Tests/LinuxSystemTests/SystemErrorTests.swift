import Glibc
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
        #expect(errorName(4095) == "errno 4095")
        #expect(errorText(4095) == "Unknown error 4095")
    }
}
