import TestSupport
import Testing

@Suite struct `Access to the shadow file` {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `Root may read the shadow file`() async throws {
        let ended = try await folder.warrant("can", "read", "/etc/shadow")
        #expect(
            ended
                == Ended(
                    0,
                    output:
                        "✓ this process may read /etc/shadow\n  the kernel permits it, and Warrant's rules agree\n"
                )
        )
    }

    @Test func `The denial for user nobody names mode, owners and remedies`() async throws {
        let ended = try await folder.warrant("can", "read", "/etc/shadow", by: .nobody)
        #expect(
            ended
                == Ended(
                    1,
                    output: """
                        ✗ this process may not read /etc/shadow

                            /            drwxr-xr-x root:root    ✓ search  others r-x
                            /etc         drwxr-xr-x root:root    ✓ search  others r-x
                          ✗ /etc/shadow  -rw-r----- root:shadow
                              ✗ read  others ---, and user `nobody` is not in group `shadow`

                          would help, least privilege first
                            setfacl --modify user:nobody:r /etc/shadow
                                only this right, for this user, until the file is replaced
                            usermod --append --groups shadow nobody
                                or SupplementaryGroups=shadow in the unit; grants everything that group
                                `shadow` may do; in effect after the process is restarted
                            chmod o+r /etc/shadow
                                every user; at present, others have no access
                            AmbientCapabilities=CAP_DAC_READ_SEARCH
                                in its unit; lets it read every file; or setcap cap_dac_read_search+ep
                                on its program, unless it is a script

                        """
                )
        )
    }

    @Test func `A prohibition holds for user nobody and shows the reason`() async throws {
        try folder.file(
            "policy.yaml",
            "warrant: 1\nname: policy\nforbid:\n  - read: /etc/shadow\n"
        )
        let ended = try await folder.warrant("check", "policy.yaml", by: .nobody)
        #expect(
            ended
                == Ended(
                    0,
                    output: """
                        policy.yaml: policy

                          ✓ forbid read /etc/shadow
                              0640 `root:shadow`, and user `nobody` is not in group `shadow`

                        the requirement holds

                        """
                )
        )
    }

    @Test func `A process with CAP_DAC_READ_SEARCH may read the shadow file`()
        async throws
    {
        let ended = try await folder.warrant("can", "read", "/etc/shadow", by: .nobodyReadingAll)
        #expect(
            ended
                == Ended(
                    0,
                    output:
                        "✓ this process may read /etc/shadow\n  the kernel permits it, and Warrant's rules agree\n"
                )
        )
    }
}
