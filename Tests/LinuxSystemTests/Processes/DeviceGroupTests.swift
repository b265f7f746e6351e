import Glibc
import LinuxSystem
import Testing

@Suite struct `Device control group of a process` {
    @Test(arguments: [
        ("", false), ("0::/\n", false), ("0::/user.slice/a:b\n", true),
        ("5:devices:/\n0::/\n", false), ("5:devices:/docker/a\n0::/\n", true),
        ("4:cpu,devices:/a\n", true), ("4:cpu,memory:/a\n1:name=devices:/a\n", false),
    ])
    func `A control group below the root may limit devices`(lines: String, mayRefuse: Bool) {
        #expect(DeviceGroup.mayRefuse(groups: Array(lines.utf8)) == mayRefuse)
    }

    @Test func `This process has the same device group by its pid`() {
        #expect(DeviceGroup.mayRefuse(nil) == DeviceGroup.mayRefuse(getpid()))
    }
}
