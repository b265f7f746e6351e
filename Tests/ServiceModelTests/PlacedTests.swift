import ServiceModel
import Testing

@Suite struct `A placed setting` {
    @Test func `A setting names its file and line`() {
        let place = SettingPlace(file: "/etc/systemd/system/a.service", line: 3)
        #expect(
            Placed(true, "PrivateTmp=yes", at: place).words
                == "PrivateTmp=yes in /etc/systemd/system/a.service:3"
        )
    }
}
