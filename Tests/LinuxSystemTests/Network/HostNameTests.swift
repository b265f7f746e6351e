import Kernel
import Testing

@testable import LinuxSystem

@Suite struct `A host name` {
    @Test(arguments: [
        "localhost", "db.example.org", "db.example.org.", "my_app", "a", "3com.com",
        "xn--bcher-kva.example",
    ])
    func `A host name has letters, digits, hyphens and dots`(text: String) throws {
        #expect(try HostName(text).text == text)
    }

    @Test func `A host name has at most 63 characters in a label and 253 in all`() throws {
        let label = String(repeating: "a", count: 63)
        let longest = "\(label).\(label).\(label).\(label.dropLast(2))"
        #expect(try HostName(longest).text.count == 253)
        #expect(try HostName(longest + ".").text.count == 254)
        #expect(throws: HostNameError.tooLong(longest + "a")) { try HostName(longest + "a") }
        #expect(throws: HostNameError.labelTooLong(label + "a")) { try HostName(label + "a.org") }
    }

    static let refused: [(String, HostNameError, String)] = [
        ("", .empty, "the host name is empty; write one like `db.example.org`"),
        ("a..b", .emptyLabel("a..b"), "`a..b` has nothing between two dots; leave one out"),
        (".a", .emptyLabel(".a"), "`.a` has nothing between two dots; leave one out"),
        (".", .emptyLabel("."), "`.` has nothing between two dots; leave one out"),
        (
            "a\0b", .badCharacter("a\0b", "\0"),
            "`a\0b` has a NUL, which no host name has; leave it out"
        ),
        (
            "a b", .badCharacter("a b", " "),
            "`a b` has a space, which no host name has; leave it out"
        ),
        (
            "a\u{7}", .badCharacter("a\u{7}", "\u{7}"),
            "`a\u{7}` has a control character, which no host name has; leave it out"
        ),
        ("a/b", .badCharacter("a/b", "/"), "`a/b` has a `/`, which no host name has; leave it out"),
        (
            "bücher.example", .notASCII("bücher.example"),
            "`bücher.example` has characters outside ASCII; write it in its `xn--` form"
        ),
        (
            "127.1", .looksNumeric("127.1"),
            "`127.1` is a short form of an address; write out all four numbers"
        ),
        (
            "0x7f000001", .looksNumeric("0x7f000001"),
            "`0x7f000001` is a short form of an address; write out all four numbers"
        ),
    ]

    @Test(arguments: refused)
    func `An invalid host name is refused with a reason and a remedy`(
        text: String,
        error: HostNameError,
        message: String
    ) {
        #expect(throws: error) { try HostName(text) }
        #expect(error.description == message)
    }

    @Test func `The error of a long host name gives its length`() {
        #expect(
            HostNameError.tooLong(String(repeating: "a", count: 254)).description
                == "the host name has 254 characters; at most 253 are possible"
        )
        #expect(
            HostNameError.labelTooLong("aa").description
                == "`aa` has 2 characters; between dots a host name has at most 63"
        )
    }
}

@Suite struct `A host` {
    @Test func `A host is an address if it can be one`() throws {
        #expect(try RemoteHost("127.0.0.1") == .address(.loopbackIPv4))
        #expect(try RemoteHost("::1") == .address(.loopbackIPv6))
        #expect(try RemoteHost("db.example.org") == .name(HostName("db.example.org")))
    }

    @Test func `A host with a colon can only be an address`() {
        #expect(throws: AddressError.notNumeric("::g")) { try RemoteHost("::g") }
        #expect(throws: HostNameError.looksNumeric("127.1")) { try RemoteHost("127.1") }
    }
}
