"""Texts from outside with an effect on a terminal, in a log or in a tool that reads a report."""

import json
import os
import pathlib
import re
import subprocess
import unicodedata

from attack import Attack

# Terminal sequences in 7 and 8 bits, each kind of line end, marks that change the direction, a GitHub command, a TAP
# test and markup.
HOSTILE = (
    "a\x1b]0;pwned\x07\x1b[2J\x9b31m\x7f\u202e\u2066\u200f\u061c\ufeff\u2028\x85\r\n::error::pwned\n"
    "Bail out! pwned\nnot ok 9 pwned\n</testcase>`\"'|#\\"
)
NAME = HOSTILE.replace("/", "\u2215")
# The text in YAML and JSON.
WRITTEN = json.dumps(HOSTILE)

CHECKS = ["text", "json", "junit", "tap", "nagios", "prometheus"]
LINTS = ["text", "json", "sarif", "github"]
SHOWS = ["table", "tree", "dot", "svg"]

# Each place in a policy that accepts a text, and some that accept none.
POLICIES = {
    "name": f"name: {WRITTEN}\nrequire: [{{ read: /etc/passwd }}]",
    "summary": f"name: p\nsummary: {WRITTEN}\nrequire: [{{ read: /etc/passwd }}]",
    "because": f"name: p\nrequire: [{{ read: /etc/none, because: {WRITTEN} }}]",
    "id": f"name: p\nrequire: [{{ read: /etc/none, id: {WRITTEN} }}]",
    "path": f"name: p\nrequire: [{{ read: {json.dumps('/' + HOSTILE)} }}]",
    "relative path": f"name: p\nrequire: [{{ read: {WRITTEN} }}]",
    "forbidden path": f"name: p\nforbid: [{{ read: {json.dumps('/' + HOSTILE)} }}]",
    "nested path": f"name: p\nrequire: [{{ any: [{{ not: {{ read: {json.dumps('/' + HOSTILE)} }} }}, {{ read: /none }}] }}]",
    "condition": f"name: p\nrequire: [{{ stat: /etc, when: {{ read: {json.dumps('/' + HOSTILE)} }} }}]",
    "attribute": f"name: p\nrequire: [{{ set-attribute: /etc/passwd, argument: {WRITTEN} }}]",
    "unit": f"name: p\nrequire: [{{ unit: {WRITTEN} }}]",
    "action": f"name: p\nrequire: [{{ action: {WRITTEN} }}]",
    "question": f"name: p\nrequire: [{{ confirm: {WRITTEN} }}]",
    "host": f"name: p\nrequire: [{{ connect: {json.dumps('tcp:' + HOSTILE + ':1')} }}]",
    "resolved": f"name: p\nrequire: [{{ resolve: {WRITTEN} }}]",
    "socket": f"name: p\nrequire: [{{ connect: {json.dumps('unix:/' + HOSTILE)} }}]",
    "abstract socket": f"name: p\nrequire: [{{ bind: {json.dumps('unix:@' + HOSTILE)} }}]",
    "capability": f"name: p\nrequire: [{{ capability: {WRITTEN} }}]",
    "user": f"name: p\nsubject: {{ user: {WRITTEN} }}\nrequire: [{{ read: /etc/passwd }}]",
    "subject's unit": f"name: p\nsubject: {{ unit: {WRITTEN} }}\nrequire: [{{ read: /etc/passwd }}]",
    "other user": f"name: p\nrequire: [{{ read: /etc/passwd, as: {WRITTEN} }}]",
    "default": f"name: p\nparameters: {{ a: {{ default: {WRITTEN} }} }}\nrequire: [{{ read: \"/x${{a}}\" }}]",
    "include": f"name: p\ninclude: {{ a: {WRITTEN} }}",
    "name of an include": f"name: p\ninclude: {{ {WRITTEN}: x.yaml }}",
    "setting of an include": f"name: p\ninclude: {{ a: {{ policy: policy.yaml, set: {{ {WRITTEN}: {WRITTEN} }} }} }}",
    "word": f"name: p\nrequire: [{{ {WRITTEN}: /etc/passwd }}]",
    "key": f"name: p\n{WRITTEN}: 1\nrequire: [{{ read: /etc/passwd }}]",
    "key of a requirement": f"name: p\nrequire: [{{ read: /etc/passwd, {WRITTEN}: 1 }}]",
    "time": f"name: p\nrequire: [{{ read: /etc/passwd, within: {WRITTEN} }}]",
    "severity": f"name: p\nrequire: [{{ read: /etc/passwd, severity: {WRITTEN} }}]",
    "version": f"{WRITTEN}: 1",
    "raw bytes": f"name: p\n# \x9b31m\u202e\nsummary: \u202epwned\u2066\nrequire: [{{ read: \"/\u202e\u9b31\" }}]",
    "comment": "name: p\n# warrant: allow \u202epwned \u2066why\nrequire: [{ read: /etc/passwd }]",
}

ARGUMENTS = [
    ["{}"], ["{}", "--help"], ["help", "{}"], ["--{}"], ["check", "--{}"], ["check", "{}"], ["lint", "{}"],
    ["show", "{}"], ["test", "{}"], ["compare", "{}", "{}"], ["record", "{}"], ["schema", "{}"], ["new", "{}"],
    ["new", "service", "{}"], ["new", "--from-unit", "{}"], ["can", "{}", "/"], ["can", "read", "{}"],
    ["can", "read", "/{}"], ["can", "read", "/etc/passwd", "{}"], ["can", "chmod", "/etc/passwd", "{}"],
    ["can", "chown", "/etc/passwd", "{}"], ["can", "rename", "/etc/passwd", "/{}"], ["can", "use", "{}"],
    ["can", "owner", "/{}", "root"], ["can", "owner", "/etc/passwd", "{}"], ["can", "group", "/{}", "root"],
    ["can", "mode", "/{}", "0644"], ["can", "mode-at-most", "/{}", "0644"], ["can", "member", "root", "{}"],
    ["can", "sysctl", "kernel.ostype", "{}"], ["can", "sysctl", "{}", "1"],
    ["can", "unit", "{}"], ["can", "unit", "a.service", "{}"], ["can", "start", "{}.service"], ["can", "action", "{}"],
    ["can", "connect", "{}"], ["can", "connect", "tcp:{}:1"], ["can", "connect", "unix:/{}"], ["can", "bind", "{}"],
    ["can", "bind", "unix:@{}"], ["can", "resolve", "{}"], ["can", "route", "{}"], ["can", "confirm", "{}"],
    ["can", "--as", "{}", "read", "/"], ["can", "--as", "0:{}", "read", "/"], ["can", "--pid", "{}", "read", "/"],
    ["can", "--unit", "{}", "read", "/"], ["can", "--ask", "{}", "read", "/"], ["can", "--format", "{}", "read", "/"],
    ["can", "--list", "/{}"], ["can", "--list", "/", "--depth", "{}"], ["can", "--batch", "/{}"],
    ["can", "--within", "{}", "--authorize", "read", "/"], ["who-can", "{}", "/"], ["who-can", "read", "/{}"],
    ["check", "{policy}", "--set", "{}"], ["check", "{policy}", "--set", "{}=1"], ["check", "{policy}", "--set", "a={}"],
    ["check", "{policy}", "--set", "port={}"], ["check", "{policy}", "--format", "{}"],
    ["check", "{policy}", "--as", "{}"], ["check", "{policy}", "{}"], ["lint", "{policy}", "--format", "{}"],
    ["show", "{policy}", "--set", "a={}"], ["record", "{policy}", "--set", "a={}"],
    ["compare", "{policy}", "{policy}", "--set", "a={}"],
]
PARAMETERS = """warrant: 1
name: p
parameters: { a: { default: x }, port: { type: port, default: "1" } }
require: [{ read: "/${a}" }, { connect: "tcp:127.0.0.1:${port}" }]
"""


def acts(text):
    """Returns the characters of a text that a terminal or a viewer interprets."""
    return {c for c in text if c not in "\n\t" and unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp")}


class Texts(Attack):
    def assertInert(self, ended, kind=None):
        for stream in [ended.output, ended.errors]:
            text = stream.decode()
            self.assertEqual(acts(text), set(), text)
            for line in text.splitlines():
                if kind != "github":
                    self.assertFalse(line.lstrip().startswith("::"), text)
                self.assertNotRegex(line, r"^(::\w+::pwned|Bail out! pwned|not ok 9 pwned|</testcase>`)", text)
        if kind in ("json", "sarif") and ended.output:
            json.loads(ended.output)

    def try_policy(self, path):
        for command, kinds in [("check", CHECKS), ("lint", LINTS), ("show", SHOWS)]:
            for kind in kinds:
                with self.subTest(command=command, kind=kind):
                    # A monitoring plugin has its own exit statuses.
                    run = self.run_program if kind == "nagios" else self.warrant
                    program = [os.environ["WARRANT"]] if kind == "nagios" else []
                    self.assertInert(run(*program, command, "--format", kind, path), kind)
        for command in [["compare", path, path], ["record", path], ["test", path], ["lint", "--fix", "--dry-run", path]]:
            with self.subTest(command=command[0]):
                self.assertInert(self.warrant(*command))

    def test_each_text_of_a_policy(self):
        for place, text in POLICIES.items():
            with self.subTest(place):
                head = "" if place == "version" else "warrant: 1\n"
                self.try_policy(self.file("policy.yaml", head + text + "\n"))

    def test_the_name_of_a_policy_file(self):
        text = "warrant: 1\nname: p\nrequire: [{ read: /etc/none }]\n"
        for name, content in [(f"{NAME}.yaml", text), (f"{NAME}/p.yaml", text), (f"{NAME}.yml", "raed"), (f"{NAME}.json", "")]:
            self.try_policy(self.file(name, content))
        self.try_policy(self.folder / "missing" / NAME)
        self.try_policy(self.file(f"{NAME}2.yaml", text, mode=0o666))

    def test_a_file_whose_name_is_a_command(self):
        """GitHub executes a line of a log that begins with `::`, even after spaces."""
        for content in ["raed", "warrant: 1\nname: p\nrequire: [{ raed: /x }]\n", "warrant: 1\nname: p\nrequire: []\n"]:
            self.file("::error::pwned.yaml", content)
            self.file("::error::pwned.test.yaml", content)
            self.file("::error::folder/p.yaml", content)
            for name in ["::error::pwned.yaml", "::error::none.yaml", "::error::folder"]:
                for command, kinds in [("check", CHECKS[:1] + CHECKS[2:]), ("lint", ["text"]), ("show", SHOWS), ("test", [])]:
                    for options in [["--format", kind] for kind in kinds] or [[]]:
                        with self.subTest(command=command, options=options, name=name):
                            self.assertInert(self.run_program(os.environ["WARRANT"], command, *options, name))

    def test_each_argument(self):
        policy = str(self.file("policy.yaml", PARAMETERS))
        for pattern in ARGUMENTS:
            for hostile in [HOSTILE, HOSTILE.replace("\n", " ").replace("\r", " ")]:
                arguments = [word.replace("{policy}", policy).replace("{}", hostile) for word in pattern]
                with self.subTest(pattern):
                    self.assertInert(self.warrant(*arguments))
                    if pattern[0] == "can" and "--format" not in pattern:
                        self.assertInert(self.warrant(*arguments, "--format", "json"))

    def test_arguments_that_are_no_text(self):
        policy = str(self.file("policy.yaml", PARAMETERS))
        for pattern in ARGUMENTS:
            arguments = [word.replace("{policy}", policy).replace("{}", "a\udc9b\udcff\udcc2") for word in pattern]
            with self.subTest(pattern):
                self.assertInert(self.warrant(*map(os.fsencode, arguments)))

    def test_names_in_a_tree(self):
        tree = self.folder / "tree"
        tree.mkdir()
        (tree / NAME).mkdir()
        (tree / NAME / "inner").touch()
        os.mkdir(os.fsencode(tree) + b"/\xff\xfe\x9b")
        os.symlink(HOSTILE, tree / "link")
        os.symlink(NAME, tree / "way")
        script = self.file("tree/script", b"#!/" + HOSTILE.split("\n")[0].encode() + b" \x1b[2J\n", mode=0o755)
        for arguments in [
            ["can", "--list", tree], ["can", "--list", tree, "--format", "json"], ["can", "read", tree / "link"],
            ["can", "read", tree / "way" / "inner"], ["can", "read", tree / "way" / "none", "--format", "json"],
            ["can", "execute", script], ["can", "execute", script, "--format", "json"],
            ["can", "--as", "nobody", "read", tree / NAME / "inner"], ["who-can", "write", tree / NAME],
            ["who-can", "write", tree / NAME, "--format", "json"], ["can", "read-link", tree / "link"],
        ]:
            with self.subTest(arguments):
                ended = self.warrant(*arguments)
                for stream in [ended.output, ended.errors]:
                    self.assertEqual(acts(stream.decode()), set(), stream)

    def test_lines_of_a_batch(self):
        places = [{"action": "read", "object": "/" + HOSTILE}, {"action": HOSTILE, "object": "/"},
                  {"action": "read", "object": "/", "as": HOSTILE}, {HOSTILE: 1},
                  {"action": "read", "object": "/", "id": HOSTILE}]
        lines = "".join(json.dumps(place, ensure_ascii=escaped) + "\n" for place in places for escaped in (True, False))
        path = self.file("lines.jsonl", lines + HOSTILE + "\n")
        ended = self.warrant("can", "--batch", path)
        self.assertEqual(acts(ended.all.decode()), set())
        for line in ended.output.splitlines():
            json.loads(line)

    def test_names_of_users_and_groups(self):
        name = "ev\x1b[31m\x9bil\u202e"
        for file in ["passwd", "group"]:
            entry = f"{name}:x:4242:4242::/:/bin/sh\n" if file == "passwd" else f"{name}:x:4242:\n"
            text = pathlib.Path(f"/etc/{file}").read_text() + entry
            # The mount exists only in the namespace of this suite.
            subprocess.run(["mount", "--bind", self.file(file, text), f"/etc/{file}"], check=True)
            self.addCleanup(subprocess.run, ["umount", f"/etc/{file}"], check=True)
        theirs = self.file("theirs", "", mode=0o640)
        os.chown(theirs, 4242, 4242)
        policy = self.file("policy.yaml", "warrant: 1\nname: p\nrequire: [{ read: " + str(theirs) + ", as: \"4242\" }]\n")
        for arguments in [["can", "--as", "4242", "write", "/etc/passwd"], ["can", "--as", name, "write", "/etc/passwd"],
                          ["can", "--as", "nobody", "read", theirs], ["who-can", "read", theirs],
                          ["can", "--as", "4242", "--list", self.folder], ["check", policy], ["record", policy]]:
            for kind in ["text", "json"] if arguments[0] != "record" else [None]:
                with self.subTest(arguments):
                    ended = self.warrant(*arguments, *(["--format", kind] if kind else []))
                    self.assertEqual(acts(ended.all.decode()), set(), ended)


class Commands(Attack):
    """A printed remedy command, pasted into a shell, does exactly what it states."""

    NAMES = ["q;touch pwned;", "$(touch pwned)", "a b", "a'b", '"; touch pwned; "', "-rf", "a\\b", "&touch pwned&", "*",
             "~root", "#", "!x", "a\tb", "(touch pwned)", "a>pwned"]

    def test_a_remedy_for_a_policy_that_others_could_write(self):
        for name in self.NAMES:
            with self.subTest(name):
                policy = self.policy("read: /etc/passwd", name=f"{name}/p.yaml")
                policy.chmod(0o666)
                ended = self.warrant("check", f"{name}/p.yaml" if not name.startswith("-") else f"./{name}/p.yaml")
                found = re.search(r"run `(chmod .*)`, or pass", ended.output.decode())
                if "\t" in name and not found:
                    continue
                self.assertIsNotNone(found, ended)
                command = found[1]
                subprocess.run(["bash", "-c", command], cwd=self.folder)
                self.assertEqual(policy.stat().st_mode & 0o777, 0o644, command)
                self.assertFalse((self.folder / "pwned").exists(), command)

    def test_a_remedy_for_a_file(self):
        for name in self.NAMES:
            with self.subTest(name):
                path = self.file(f"{name}", "", mode=0o640)
                ended = self.warrant("can", "--as", "nobody", "read", path, "--format", "json")
                remedies = json.loads(ended.output)["reasons"][0]["remedies"]
                commands = [remedy["change"] for remedy in remedies if remedy["change"].startswith("setfacl")]
                # A name that cannot be shown may have no command.
                if "\t" in name and not commands:
                    continue
                command = commands[0]
                subprocess.run(["bash", "-c", command], cwd=self.folder, check=True)
                self.assertEqual(self.warrant("can", "--as", "nobody", "read", path).status, 0, command)
                self.assertEqual([found.name for found in self.folder.iterdir() if found.name == "pwned"], [])
