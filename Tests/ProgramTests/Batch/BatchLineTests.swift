import TestSupport
import Testing

@Suite struct `Invalid line of a batch` {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let nobody = #""subject":{"uid":65534,"gid":65534}"#

    @Test(arguments: [
        ("[]", #"a line is one JSON object: {"subject":…,"action":…,"object":…}"#),
        (#"{\#(nobody),"action":"read"}"#, "`object` is missing; name what the action is about"),
        (#"{\#(nobody),"object":"/"}"#, #"`action` is missing; name one, such as "read""#),
        (
            #"{"action":"read","object":"/"}"#,
            #"`subject` is missing; name one, such as {"uid":33,"gid":33}"#
        ),
        (#"{"obejct":[{"a":1}]}"#, "unknown key `obejct`; did you mean `object`?"),
        (#"{"object":"/","object":"/"}"#, "`object` is there twice; leave one out"),
        (#"{"\u006fbject":"/","object":"/"}"#, "`object` is there twice; leave one out"),
        (#"{"id":true}"#, "`id` is a Boolean, and has to be a string, a number or null"),
        (#"{"object":1}"#, "`object` is a number, and has to be a string"),
        (#"{"follow":"no"}"#, "`follow` is a string, and has to be true or false"),
        (#"{"subject":7}"#, "`subject` is a number, and has to be an object"),
    ])
    func `The error of a malformed line names the fault`(line: String, problem: String) async throws
    {
        try await expect(line, problem)
    }

    @Test(arguments: [
        ("raed", "/", "null", "unknown action `raed`; did you mean `read`?"),
        (
            "read", "etc/passwd", "null",
            "`etc/passwd` is not an absolute path; begin it with `/`"
        ),
        ("read", "/a\\u0000b", "null", "a path contains a NUL; no file has such a name"),
        ("read", "/", "\"x\"", "`read` takes one path, and `x` is one more; leave one of them out"),
        ("use", "CAP_CHOWN", "\"x\"", "`use` takes no argument, but it got `x`"),
        ("access", "/", "\"rq\"", "`rq` is no mode; join `r`, `w` and `x`"),
        (
            "create", "/", "\"sock\"",
            "`sock` is not a kind of file here; use one of `file`, `directory`, `symlink`, `fifo`, `device`"
        ),
        (
            "rename", "/", "null",
            "`rename` needs an argument; write the new path, beginning with `/`"
        ),
        (
            "link", "/", "\"b\"",
            "`b` is not an absolute path; write the new path, beginning with `/`"
        ),
        (
            "chmod", "/", "644",
            #"`argument` is a number, and has to be a string; write the mode as "0644""#
        ),
        ("chmod", "/", "\"0888\"", "`0888` is no mode; write it in octal, as `0640`"),
        ("access", "/", "4", "`argument` is a number, and has to be a string"),
        ("chown", "/", "null", "`chown` needs an argument; give a number; id(1) shows it"),
        (
            "chown", "/", "4294967295",
            "`4294967295` is not a uid or gid; give a number; id(1) shows it"
        ),
        ("chown", "/", "\"nosuchuser\"", "no user `nosuchuser` here; `getent passwd` lists them"),
        ("chgrp", "/", "\"nosuchgroup\"", "no group `nosuchgroup` here; `getent group` lists them"),
        ("chgrp", "/", "-1", "`-1` is not a uid or gid; give a number; id(1) shows it"),
        (
            "touch", "/", "\"2023-02-29T00:00:00Z\"",
            "`2023-02-29T00:00:00Z` is no time; write `now`, seconds since 1970, or 2026-01-31T12:00:00Z"
        ),
        (
            "use", "CAP_CHWON", "null",
            "unknown kernel capability `CAP_CHWON`; did you mean `CAP_CHOWN`?"
        ),
        ("bind", "tcp:0", "null", "`tcp:0` has the port `0`; a port is a number from 1 to 65535"),
        (
            "connect", "localhost", "null",
            "`localhost` names no protocol; write it like `tcp:localhost`"
        ),
        ("unit", "nginx", "null", "`nginx` does not end in a unit type; write `nginx.service`"),
        (
            "connect", String(repeating: "x", count: 9000), "null",
            "`\(String(repeating: "x", count: 599))…"
        ),
    ])
    func `The error of an invalid question names the fault`(
        action: String,
        object: String,
        argument: String,
        problem: String
    ) async throws {
        try await expect(
            #"{\#(Self.nobody),"action":"\#(action)","object":"\#(object)","argument":\#(argument)}"#,
            problem
        )
    }

    @Test(arguments: [
        (
            "{}",
            "the subject has no `uid`; name one, or a `user`, a `pid`, a `unit`, a `container` or a `unit-file`"
        ),
        (#"{"user":"nosuchuser"}"#, "no user `nosuchuser` here; `getent passwd` lists them"),
        (#"{"user":33}"#, "`user` is a number, and has to be a string"),
        (
            #"{"user":"33"}"#,
            "`user` is a name; write a number as `uid`, and its group as `gid`"
        ),
        (#"{"user":"root","uid":0}"#, "the subject has `user` and `uid`; leave one out"),
        (#"{"user":"root","groups":[4]}"#, "the subject has `user` and `groups`; leave one out"),
        (#"{"pid":1,"user":"root"}"#, "the subject has `user` and `pid`; leave one out"),
        (
            #"{"pid":1,"capabilities":[]}"#,
            "the subject has `pid` and `capabilities`; leave one out"
        ),
        (#"{"pid":"1"}"#, "pid is a string, and has to be a number"),
        (#"{"pid":0}"#, "pid is 0, which no process has"),
        (#"{"pid":4000000000}"#, "pid is 4000000000, which no process has"),
        (#"{"unit":"nginx"}"#, "`nginx` does not end in a unit type; write `nginx.service`"),
        (
            #"{"unit":"a.service","restarted":1}"#,
            "`restarted` is a number, and has to be true or false"
        ),
        (
            #"{"unit":"a.service","command":"ExecStop"}"#,
            "the subject has `unit` and `command`; leave one out"
        ),
        (
            #"{"unit":"a.service","restarted":false,"command":"ExecStop"}"#,
            "the subject has `unit` and `command`; leave one out"
        ),
        (#"{"restarted":true}"#, "`restarted` of the subject belongs to a `unit`; name one"),
        (#"{"pid":1,"restarted":true}"#, "the subject has `pid` and `restarted`; leave one out"),
        (#"{"uid":1}"#, "the subject has no `gid`; name the number of a group"),
        (#"{"uid":"root"}"#, "uid is a string, and has to be a number"),
        (#"{"uid":4294967295}"#, "uid is 4294967295, and the last one is 4294967294"),
        (#"{"uid":99999999999}"#, "uid is 99999999999; it is a whole number from 0 to 4294967294"),
        (#"{"uid":-1}"#, "uid is -1; it is a whole number from 0 to 4294967294"),
        (#"{"uid":1e3}"#, "uid is 1e3; it is a whole number from 0 to 4294967294"),
        (#"{"uid":1,"uid":1}"#, "`uid` of the subject is there twice; leave one out"),
        (#"{"gids":1}"#, "unknown key `gids` of the subject; did you mean `gid`?"),
        (#"{"groups":1}"#, "`groups` is a number, and has to be an array"),
        (#"{"groups":["adm"]}"#, "a group is a string, and has to be a number"),
        (
            #"{"capabilities":["CAP_NET_ADMN"]}"#,
            "unknown kernel capability `CAP_NET_ADMN`; did you mean `CAP_NET_ADMIN`?"
        ),
        (
            #"{"capabilities":[1]}"#,
            #"a kernel capability is a number, and has to be a string: "CAP_CHOWN""#
        ),
        (
            #"{"userns":{"uid":[]}}"#,
            "the userns needs both maps, `uid` and `gid`; [] maps none"
        ),
        (
            #"{"userns":{"uid":[[0,5]]}}"#,
            "a range of ids has 2 numbers; write [inside,outside,count]"
        ),
        (
            #"{"userns":{"uid":[[0,5,0]]}}"#,
            "the range [0,5,0] is empty, or ends beyond 4294967294"
        ),
        (
            #"{"userns":{"uid":[[0,5,4294967291]]}}"#,
            "the range [0,5,4294967291] is empty, or ends beyond 4294967294"
        ),
        (
            #"{"userns":{"uid":[[0,5,10],[9,100,1]]}}"#,
            "`uid` of the userns has ranges that overlap"
        ),
        (
            #"{"userns":{"gid":[[0,5,10],[50,14,1]]}}"#,
            "`gid` of the userns has ranges that overlap"
        ),
    ])
    func `The error of an invalid subject names the fault`(subject: String, problem: String)
        async throws
    {
        try await expect(#"{"subject":\#(subject),"action":"read","object":"/"}"#, problem)
    }

    @Test func `Ranges and groups above the limits of the kernel are refused`() async throws {
        let ranges = (0..<341).map { "[\($0),\($0),1]" }.joined(separator: ",")
        try await expect(
            #"{"subject":{"userns":{"uid":[\#(ranges)]}},"action":"read","object":"/"}"#,
            "`uid` of the userns has 341 ranges, and the kernel takes 340"
        )
        let groups = (0..<65_537).map { "\($0)" }.joined(separator: ",")
        try await expect(
            #"{"subject":{"groups":[\#(groups)]},"action":"read","object":"/"}"#,
            "65537 groups, and a process has at most 65536"
        )
    }

    private func expect(_ line: String, _ problem: String) async throws {
        try folder.file("lines", line)
        let ended = try await folder.warrant("can", "--batch", "lines")
        #expect(ended.status == 65)
        let text = problem.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        #expect(ended.output == #"{"id":null,"error":"\#(text)"}"# + "\n")
    }
}
