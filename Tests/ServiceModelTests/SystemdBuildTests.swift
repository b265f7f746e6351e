import ServiceModel
import Testing

@Suite struct `The version of systemd` {
    @Test func `The output of systemctl is read whole`() throws {
        let text = """
            systemd 252 (252.39-1~deb12u2)
            +PAM -BPF_FRAMEWORK +P11KIT default-hierarchy=unified

            """
        let build = try #require(SystemdBuild(text))
        #expect(build.version == 252)
        #expect(build.features == ["PAM": true, "BPF_FRAMEWORK": false, "P11KIT": true])
    }

    @Test(arguments: [
        ("252", 252), ("v257", 257), ("252.39-1~deb12u2", 252), ("257.3", 257), ("261~rc2", 261),
        ("249-11ubuntu3 +PAM", 249), ("systemd 230", 230),
    ])
    func `A version is read`(text: String, version: Int) {
        #expect(SystemdBuild(text)?.version == version)
    }

    @Test(arguments: [
        "", " ", "systemd", "x", "252x", "-252", "229", "99999999999999999999", "10000", "252 PAM",
        "252 +", "252 +pam", "252 +PAM,", "252 (a", "252 +" + String(repeating: "A", count: 5000),
    ])
    func `Any other text is refused`(text: String) {
        #expect(SystemdBuild(text) == nil)
    }
}
