import Foundation
import LinuxSystem
import Testing

@Suite struct `systemd as init` {
    @Test func `is there where its folder is, see sd_booted(3)`() {
        #expect(Systemd.isBooted == FileManager.default.fileExists(atPath: "/run/systemd/system"))
    }
}
