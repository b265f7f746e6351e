import PolicyLanguage
import Testing

@Suite struct `A whole policy` {
    static let nginx = """
        warrant: 1                     # the version of the format
        name: nginx
        summary: nginx may serve HTTPS
        subject: { unit: nginx.service }
        parameters:
          upstream: { default: "127.0.0.1:8080" }
        require:
          - read: /etc/ssl/private/site.key
            because: TLS cannot start without its key
          - connect: tcp:${upstream}
            within: 500ms
          - any:
              - capability: CAP_NET_ADMIN
                in: permitted
              - not:
                  read: /proc/net/nf_conntrack
            when: { unit: postgresql.service, state: active }
            severity: advice
            id: tracking
            as: { user: www-data, groups: [adm], capabilities: [] }
        forbid:
          - read: /etc/shadow
        """

    @Test func `A whole policy is parsed with all its places`() throws {
        let upstream = ParameterSyntax(
            name: Located("upstream", at: place(6, 3)),
            type: .text,
            summary: "",
            defaultValue: "127.0.0.1:8080",
            value: "127.0.0.1:8080"
        )

        #expect(
            try policy(Self.nginx)
                == PolicySyntax(
                    version: 1,
                    name: "nginx",
                    summary: "nginx may serve HTTPS",
                    subject: SubjectSyntax(
                        kind: .unit(Located("nginx.service", at: place(4, 18))),
                        location: place(4, 10)
                    ),
                    parameters: [upstream],
                    require: [
                        RequirementSyntax(
                            .word(word("read", (8, 5), "/etc/ssl/private/site.key", (8, 11))),
                            because: "TLS cannot start without its key",
                            at: place(8, 5)
                        ),
                        RequirementSyntax(
                            .word(word("connect", (10, 5), "tcp:127.0.0.1:8080", (10, 14))),
                            within: .milliseconds(500),
                            at: place(10, 5)
                        ),
                        tracking,
                    ],
                    forbid: [
                        RequirementSyntax(
                            .word(word("read", (22, 5), "/etc/shadow", (22, 11))),
                            at: place(22, 5)
                        )
                    ],
                    location: place(1, 1)
                )
        )
    }

    private var tracking: RequirementSyntax {
        let permitted = ["in": Located("permitted", at: place(14, 13))]
        let conntrack = word("read", (16, 11), "/proc/net/nf_conntrack", (16, 17))
        let active = ["state": Located("active", at: place(17, 46))]
        let user = SubjectSyntax.User(
            name: Located("www-data", at: place(20, 17)),
            groups: [Located("adm", at: place(20, 36))],
            capabilities: []
        )
        return RequirementSyntax(
            .any([
                RequirementSyntax(
                    .word(word("capability", (13, 9), "CAP_NET_ADMIN", (13, 21), permitted)),
                    at: place(13, 9)
                ),
                RequirementSyntax(
                    .not(RequirementSyntax(.word(conntrack), at: place(16, 11))),
                    at: place(15, 9)
                ),
            ]),
            id: "tracking",
            when: RequirementSyntax(
                .word(word("unit", (17, 13), "postgresql.service", (17, 19), active)),
                at: place(17, 11)
            ),
            severity: .advice,
            as: SubjectSyntax(kind: .user(user), location: place(20, 9)),
            at: place(12, 5)
        )
    }

    private func word(
        _ name: String,
        _ namePlace: (Int, Int),
        _ value: String,
        _ valuePlace: (Int, Int),
        _ keys: [String: Located<String>] = [:]
    ) -> WordUse {
        WordUse(
            name: name,
            nameLocation: place(namePlace.0, namePlace.1),
            value: Located(value, at: place(valuePlace.0, valuePlace.1)),
            keys: keys
        )
    }
}
