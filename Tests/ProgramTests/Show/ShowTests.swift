import TestSupport
import Testing

@Suite struct `The command show` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file("shop.yaml", Self.shop)
        try folder.file("tls.yaml", Self.tls)
    }

    static let shop = #"""
        warrant: 1
        name: shop
        summary: The shop serves its pages.
        subject: { unit: shop.service }
        parameters:
          key: { default: /etc/shop.key }
          port: { type: port, default: "8080" }
        include:
          tls: { policy: tls.yaml, set: { key: "${key}" } }
        require:
          - bind: tcp:${port}
          - id: database
            because: every page is made from it
            when: { unit: sql.service, state: enabled }
            connect: tcp:127.0.0.1:5432
            within: 500ms
          - read: "/<a>&\e"
            severity: advice
        forbid:
          - all: [{ write: /etc/passwd, as: nobody }, { capability: CAP_KILL }]

        """#

    static let tls = #"""
        warrant: 1
        name: tls
        parameters: { key: { type: path } }
        require:
          - id: key
            read: ${key}
          - any: [{ read: /etc/tls.conf, id: conf }, { not: { stat: /x } }]

        """#

    private func expect(_ format: String, _ output: String) async throws {
        let ended = try await folder.warrant(
            "show",
            "--format",
            format,
            "--set",
            "port=80",
            "shop.yaml"
        )
        #expect(ended == Ended(0, output: output))
    }

    @Test func `The format table prints a table`() async throws {
        try await expect("table", Self.table)
    }

    @Test func `The default format is a table`() async throws {
        #expect(
            try await folder.warrant("show", "--set", "port=80", "shop.yaml")
                == Ended(0, output: Self.table)
        )
    }

    private static let table = #"""
        shop  The shop serves its pages.   (unit shop.service)

        require                               id         as            within   severity
          bind tcp:80
          connect tcp:127.0.0.1:5432          database                 500 ms
              because every page is made from it
              when unit sql.service enabled
          read /<a>&\u{1b}                                                      advice
          read /etc/shop.key                  tls/key
          any of these
            read /etc/tls.conf                tls/conf
            not this
              stat /x

        forbid                                id         as            within   severity
          all of these
            write /etc/passwd                            user nobody
            capability CAP_KILL

        """#

    @Test func `The format tree prints a tree`() async throws {
        try await expect(
            "tree",
            #"""
            shop  The shop serves its pages.   (unit shop.service)
            ├─ require
            │  ├─ bind tcp:80
            │  ├─ connect tcp:127.0.0.1:5432  (database, within 500 ms)
            │  │  │  because every page is made from it
            │  │  └─ when unit sql.service enabled
            │  ├─ read /<a>&\u{1b}  (advice)
            │  ├─ read /etc/shop.key  (tls/key)
            │  └─ any of these
            │     ├─ read /etc/tls.conf  (tls/conf)
            │     └─ not this
            │        └─ stat /x
            └─ forbid
               └─ all of these
                  ├─ write /etc/passwd  (as user nobody)
                  └─ capability CAP_KILL

            """#
        )
    }

    @Test func `The format dot prints a graph`() async throws {
        try await expect(
            "dot",
            #"""
            digraph policy {
              rankdir=LR;
              node [shape=box, style=rounded, fontname="monospace"];
              edge [fontname="monospace"];
              n0 [label="shop\lThe shop serves its pages.\lunit shop.service\l", color="#57606a"];
              n1 [label="require\l", color="#1a7f37"];
              n2 [label="bind tcp:80\l", color="#1a7f37"];
              n3 [label="connect tcp:127.0.0.1:5432\ldatabase, within 500 ms\lbecause every page is made from it\l", color="#1a7f37"];
              n4 [label="unit sql.service enabled\l", color="#1a7f37"];
              n5 [label="read /<a>&amp;\\u{1b}\ladvice\l", color="#1a7f37", style="rounded,dashed"];
              n6 [label="read /etc/shop.key\ltls/key\l", color="#1a7f37"];
              n7 [label="any of these\l", color="#1a7f37"];
              n8 [label="read /etc/tls.conf\ltls/conf\l", color="#1a7f37"];
              n9 [label="not this\l", color="#1a7f37"];
              n10 [label="stat /x\l", color="#1a7f37"];
              n11 [label="forbid\l", color="#cf222e"];
              n12 [label="all of these\l", color="#cf222e"];
              n13 [label="write /etc/passwd\las user nobody\l", color="#cf222e"];
              n14 [label="capability CAP_KILL\l", color="#cf222e"];
              n0 -> n1;
              n1 -> n2;
              n1 -> n3;
              n3 -> n4 [label="when", style=dashed];
              n1 -> n5;
              n1 -> n6;
              n1 -> n7;
              n7 -> n8;
              n7 -> n9;
              n9 -> n10;
              n0 -> n11;
              n11 -> n12;
              n12 -> n13;
              n12 -> n14;
            }

            """#
        )
    }

    @Test func `A directory with one policy is accepted`() async throws {
        try folder.folder("one")
        try folder.file("one/a.yaml", "warrant: 1\nname: a\nforbid: [{ read: /x }]\n")
        let ended = try await folder.warrant("show", "one")
        #expect(ended == Ended(0, output: "a\n\nforbid\n  read /x\n"))
    }

    @Test func `Several policies and an unknown setting are refused`() async throws {
        let several = try await folder.warrant("show", ".")
        #expect(several.status == 64)
        #expect(several.problem == "Error: `.` holds 2 policies; name one of them")
        let unknown = try await folder.warrant("show", "--set", "prot=80", "shop.yaml")
        #expect(unknown.status == 64)
        #expect(
            unknown.problem
                == "Error: no policy here has the parameter `prot`; did you mean `port`?"
        )
    }

    @Test func `Errors of a policy go to standard error`() async throws {
        try folder.file("wrong.yaml", "warrant: 1\nname: w\nrequire: [{ raed: /x }]\n")
        let problem = "wrong.yaml:3:13: unknown word `raed`; did you mean `read`? [unknown-word]\n"
        #expect(try await folder.warrant("show", "wrong.yaml") == Ended(65, errors: problem))
        let missing =
            "warrant: missing.yaml: no such file here, and no such policy in /etc/warrant or "
            + "/usr/share/warrant/policies\n"
        #expect(try await folder.warrant("show", "missing.yaml") == Ended(66, errors: missing))
    }

    /// Showing decides nothing, so the users who could write the policy do not matter.
    @Test func `A policy that others could write is shown`() async throws {
        let text = "warrant: 1\nname: a\nsubject: { pid: 1 }\nforbid: [{ read: /x }]\n"
        try folder.file("open.yaml", text, mode: 0o666)
        #expect(try await folder.warrant("show", "open.yaml").status == 0)
    }

    @Test func `The output has colours and the width of the terminal`() async throws {
        let command = "stty cols 40; \(TemporaryFolder.program) show shop.yaml"
        let script = ["script", "--quiet", "--return", "--command", command, "/dev/null"]
        let output = try await folder.run(script).output
        #expect(output.contains("\u{1B}[1mshop\u{1B}[0m\r\n"))
        #expect(output.contains("\r\n  shop.service)\r\n"))
        #expect(output.contains("5432\r\n      \u{1B}[2m(database, within 500 ms)\u{1B}[0m\r\n"))
        #expect(output.contains("\u{1B}[2mbecause every page is made from it\u{1B}[0m"))
    }
}
