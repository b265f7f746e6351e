import Testing

@testable import LinuxSystem

@Suite struct `Object path of a unit` {
    // The results of sd_bus_path_encode(3) for the same names.
    @Test(arguments: [
        ("nginx.service", "nginx_2eservice"),
        ("-.mount", "_2d_2emount"),
        ("0.socket", "_30_2esocket"),
        ("a0_b.timer", "a0_5fb_2etimer"),
        ("getty@tty1.service", "getty_40tty1_2eservice"),
        ("dev-x\\x2dy.device", "dev_2dx_5cx2dy_2edevice"),
    ])
    func `An object path escapes all but letters and digits`(name: String, label: String) throws {
        #expect(try UnitName(name).objectPath == "/org/freedesktop/systemd1/unit/" + label)
    }
}
