import Foundation
import LinuxSystem
import Testing

@Suite struct `systemd as init` {
    @Test func `Systemd is init if its directory exists, as in sd_booted(3)`() {
        #expect(Systemd.isBooted == FileManager.default.fileExists(atPath: "/run/systemd/system"))
    }
}
