import Kernel
import Testing

@Suite struct `The number of a device` {
    @Test func `A device number is read in the form of mountinfo and sysfs`() {
        #expect(DeviceNumber("254:0") == DeviceNumber(major: 254, minor: 0))
    }

    @Test(arguments: ["", "254", "254:", ":0", "254:0:1", "254: 0", "-1:0", "4294967296:0"])
    func `Any other text yields no device number`(text: String) {
        #expect(DeviceNumber(text) == nil)
    }
}
