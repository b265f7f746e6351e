import Testing

@testable import LinuxSystem

@Suite struct `The address of a bus` {
    @Test(arguments: [nil, "", "unix:path=/run/dbus/system_bus_socket"])
    func `The bus address is the system's unless the environment names one`(named: String?) {
        let address = BusAddress(namedByEnvironment: named)

        #expect(address.text == "unix:path=/run/dbus/system_bus_socket")
        #expect(address.foreign == nil)
        #expect(address.refusal(toPrivileged: true) == nil)
    }

    @Test(arguments: [
        "unix:path=/run/other", "unix:path=/run/other,guid=00112233445566778899aabbccddeeff",
    ])
    func `The bus address may be the path of another socket`(named: String) {
        let address = BusAddress(namedByEnvironment: named)

        #expect(address.foreign == named)
        #expect(address.refusal(toPrivileged: true) == nil)
    }

    @Test(arguments: [
        "unixexec:path=/bin/sh,argv1=-c", "tcp:host=192.0.2.1,port=1", "autolaunch:",
        "kernel:path=/dev/null",
        "unix:abstract=/run/other", "unix:path=other", "unix:runtime=yes", "unix:tmpdir=/tmp",
        "x-machine-unix:machine=other", "unix:path=/run/a;unixexec:path=/bin/sh",
        "unix:path=/run/a,abstract=b",
        "UNIX:path=/run/a", " unix:path=/run/a", "/run/a",
    ])
    func `A privileged process trusts no other kind of bus address`(named: String) {
        let address = BusAddress(namedByEnvironment: named)

        #expect(
            address.refusal(toPrivileged: true)
                == .untrusted(named, variable: "DBUS_SYSTEM_BUS_ADDRESS")
        )
        #expect(address.refusal(toPrivileged: false) == nil)
    }

    @Test func `A bus address that code names is trusted`() {
        let address = BusAddress(text: "unix:abstract=test")

        #expect(address.refusal(toPrivileged: true) == nil)
        #expect(address.foreign == nil)
    }
}
