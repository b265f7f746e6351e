import AccessModel
import Kernel
import LinuxCapabilities
import Testing

@Suite struct `Mode of a file` {
    @Test(arguments: [
        (FileKind.regular, 0o644, "-rw-r--r--"), (.directory, 0o1777, "drwxrwxrwt"),
        (.directory, 0o3770, "drwxrws--T"), (.regular, 0o4755, "-rwsr-xr-x"),
        (.regular, 0o6644, "-rwSr-Sr--"), (.symbolicLink, 0o777, "lrwxrwxrwx"),
        (.fifo, 0, "p---------"), (.socket, 0o111, "s--x--x--x"),
        (.blockDevice, 0o660, "brw-rw----"), (.characterDevice, 0o7000, "c--S--S--T"),
    ])
    func `A mode is printed as by ls`(kind: FileKind, mode: UInt16, printed: String) {
        #expect(Place(kind, mode: mode, uid: 0, gid: 0).symbolicMode == printed)
    }
}
