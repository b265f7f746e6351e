"""Policies that a user other than root could have written, and information that their authors gain when root reads
them."""

import os
import pathlib
import subprocess
import time

import fuse
import idmapped
from attack import NOBODY, Attack

TEXT = "warrant: 1\nname: policy\nrequire: [{ read: /etc/passwd }]\n"


class Trust(Attack):
    def assertRefused(self, path, *, but=65):
        for command in [["check"], ["check", "--format", "json"], ["check", "--as", "nobody"]]:
            self.assertEqual(self.warrant(*command, path).status, but, path)

    def assertRead(self, path):
        self.assertEqual(self.warrant("check", path).status, 0, path)

    def test_modes_and_owners(self):
        self.assertRead(self.file("p.yaml", TEXT))
        for mode in [0o666, 0o664, 0o646, 0o602]:
            self.assertRefused(self.file("p.yaml", TEXT, mode=mode))
        theirs = self.file("theirs.yaml", TEXT)
        os.chown(theirs, NOBODY, 0)
        self.assertRefused(theirs)

    def test_an_access_list(self):
        path = self.file("p.yaml", TEXT)
        subprocess.run(["setfacl", "--modify", f"user:{NOBODY}:rw", path], check=True)
        self.assertRefused(path)

    def test_every_folder_on_the_way(self):
        path = self.file("outer/inner/p.yaml", TEXT)
        self.assertRead(path)
        for folder in ["outer/inner", "outer"]:
            for mode in [0o777, 0o775, 0o2777]:
                (self.folder / folder).chmod(mode)
                self.assertRefused(path)
            (self.folder / folder).chmod(0o755)
            os.chown(self.folder / folder, NOBODY, 0)
            self.assertRefused(path)
            os.chown(self.folder / folder, 0, 0)
        self.assertRead(path)

    def test_an_idmapped_mount(self):
        path = self.file("home/p.yaml", TEXT)
        for one in [path, path.parent]:
            os.chown(one, NOBODY, NOBODY)
        shown = idmapped.mount(self, path.parent, NOBODY) / path.name
        # The file seems to belong to root, but its user may write it.
        self.assertEqual(shown.stat().st_uid, 0)
        subprocess.run(["tee", "--append", path], input=b"# a word\n", user=NOBODY, check=True, capture_output=True)
        self.assertRefused(shown)

    def test_an_overlay_over_such_a_mount(self):
        path = self.file("home/p.yaml", TEXT)
        for one in [path, path.parent]:
            os.chown(one, NOBODY, NOBODY)
        lower = idmapped.mount(self, path.parent, NOBODY)
        empty, first, second = (self.folder / name for name in ["empty", "first", "second"])
        for folder in [empty, first, second]:
            folder.mkdir()
        for layer, point in [(lower, first), (first, second)]:
            options = f"lowerdir={layer}:{empty}"
            subprocess.run(["mount", "-t", "overlay", "overlay", "-o", options, point], check=True)
            self.addCleanup(subprocess.run, ["umount", "--lazy", point])
            self.assertEqual((point / path.name).stat().st_uid, 0)
            self.assertRefused(point / path.name)

    def test_names_that_make_one_character_with_a_slash(self):
        for name in ["open/\u0301p.yaml", "open\u0600/p.yaml", "open\u0d4e/\u0301p.yaml"]:
            path = self.file(name, TEXT)
            self.assertRead(path)
            path.parent.chmod(0o777)
            self.assertRefused(path)
            # Root prints no word of a file that another user's link leads to, whether the link or its folder is named.
            secret = self.file("secret.yaml", "warrant: 1\nname: s\nrequire: [{ hunter2: /x }]\n", mode=0o600)
            path.unlink()
            path.symlink_to(secret)
            os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
            for asked in [path, path.parent]:
                ended = self.warrant("check", asked)
                self.assertEqual(ended.status, 65, ended)
                self.assertNotIn(b"hunter2", ended.all)
            path.unlink()

    def test_links_in_a_sticky_folder(self):
        sticky = self.folder / "sticky"
        sticky.mkdir()
        sticky.chmod(0o1777)
        target = self.file("p.yaml", TEXT)
        link = sticky / "p.yaml"
        link.symlink_to(target)
        self.assertRead(link)
        os.chown(link, NOBODY, NOBODY, follow_symlinks=False)
        self.assertRefused(link)
        (sticky / "way").symlink_to(self.folder)
        os.chown(sticky / "way", NOBODY, NOBODY, follow_symlinks=False)
        self.assertRefused(sticky / "way" / "p.yaml")

    def test_a_user_s_file_system(self):
        """It claims that the file belongs to root, and may claim something else later."""
        point = self.folder / "mounted"
        point.mkdir()
        system = fuse.FileSystem(point, TEXT.encode())
        self.addCleanup(system.close)
        self.assertEqual((point / "p.yaml").read_text(), TEXT)
        self.assertRefused(point / "p.yaml")

    def test_a_file_that_changes_while_it_is_judged(self):
        """A user repeatedly replaces a file that only root may write. If the user's file is read, the answer is a
        refusal: the file that was judged is the one that is read."""
        folder = self.folder / "theirs"
        folder.mkdir()
        os.chown(folder, NOBODY, NOBODY)
        trusted = self.file("trusted.yaml", TEXT.replace("/etc/passwd", "/etc/none"))
        swap = f"""
import os
folder = {str(folder)!r}
while True:
    for target in [{str(trusted)!r}, "own.yaml"]:
        os.symlink(target, folder + "/new")
        os.rename(folder + "/new", folder + "/p.yaml")
"""
        own = folder / "own.yaml"
        own.write_text(TEXT)
        os.chown(own, NOBODY, NOBODY)
        process = subprocess.Popen(["python3", "-c", swap], user=NOBODY, group=NOBODY, extra_groups=[])
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        while not (folder / "p.yaml").is_symlink():
            time.sleep(0.01)
        for _ in range(200):
            self.assertEqual(self.warrant("check", folder / "p.yaml").status, 65)


class Secrets(Attack):
    """An error shows the wrong line, which must not be from a file that the policy's author may not read."""

    def setUp(self):
        super().setUp()
        self.secret = self.file("secret", "warrant: 1\nname: p\nroot-only-word: 1\n", mode=0o600)
        self.theirs = self.folder / "theirs"
        self.theirs.mkdir()
        os.chown(self.theirs, NOBODY, NOBODY)

    def assertSilent(self, *arguments):
        self.assertNotIn(b"root-only-word", self.warrant(*arguments).all)

    def test_a_link_to_it(self):
        link = self.theirs / "p.yaml"
        link.symlink_to(self.secret)
        self.assertIn(b"root-only-word", self.warrant("check", "--allow-writable-policy", self.secret).all)
        for arguments in [["check"], ["check", "--format", "json"], ["check", "--format", "junit"]]:
            self.assertSilent(*arguments, link)

    def test_an_include_of_it(self):
        for name in [str(self.secret), "../secret", "link.yaml"]:
            policy = self.file("theirs/p.yaml", f"warrant: 1\nname: p\ninclude: {{ a: {name} }}\n")
            os.chown(policy, NOBODY, NOBODY)
            link = self.theirs / "link.yaml"
            link.unlink(missing_ok=True)
            link.symlink_to(self.secret)
            self.assertSilent("check", policy)
            self.assertSilent("check", "--format", "json", policy)
            self.assertSilent("check", self.theirs)

    def test_a_repair_changes_no_other_file(self):
        text = TEXT.replace("[{ read: /etc/passwd }]", "[{ all: [{ read: /etc/passwd }] }]")
        target = self.file("target.yaml", text, mode=0o600)
        link = self.theirs / "p.yaml"
        link.symlink_to(target)
        before = target.stat()
        self.warrant("lint", "--fix", link)
        after = target.stat()
        self.assertEqual((after.st_mode, after.st_uid), (before.st_mode, before.st_uid))
        self.assertEqual([path.name for path in self.theirs.iterdir()], ["p.yaml"])
        self.assertIn("root-only-word", self.secret.read_text())


class Shapes(Attack):
    """Policies that are not files, or are endless, deep or huge: they get an answer in seconds, in bounded memory."""

    def check(self, path, statuses=(65, 66)):
        # With 1 GiB of address space, an unbounded read fails.
        limited = ["prlimit", "--as=1073741824", os.environ["WARRANT"]]
        for command in ["check", "lint", "show"]:
            ended = self.run_program(*limited, command, path, seconds=5)
            self.assertIn(ended.status, statuses, (command, ended.errors[:200]))
            self.assertLess(len(ended.all), 100_000)

    def test_what_is_no_file(self):
        fifo = self.folder / "fifo.yaml"
        os.mkfifo(fifo)
        self.check(fifo)
        for device in ["/dev/zero", "/dev/full", "/dev/random", "/proc/kmsg", "/proc/self/mem", "/dev/tty", "/dev/fuse",
                       "/proc/self/pagemap"]:
            self.check(device)

    def test_deep_ones(self):
        for start, end in [("[", "]"), ("{a: ", "}"), ("- ", ""), ("? ", ""), ('{"all": [', "]}")]:
            for depth in [100, 10_000, 200_000]:
                body = start * depth + "1" + end * depth
                self.check(self.file("p.yaml", f"warrant: 1\nname: p\nrequire: {body}\n"), (65,))
                self.check(self.file("p.yaml", body), (65,))

    def test_huge_ones(self):
        huge = self.file("p.yaml", TEXT)
        os.truncate(huge, 10 << 30)
        self.check(huge)
        for body in ["a" * 5_000_000, '"' + "\\u001b" * 500_000 + '"', "[" + "1," * 1_000_000 + "]", "\n" * 5_000_000,
                     "# " + "x" * 5_000_000, "&a [*a]", "!!python/object:os.system x", "%YAML 9.9\n---\n", "\0" * 1000]:
            self.check(self.file("p.yaml", f"warrant: 1\nname: p\nrequire: {body}\n"))

    def test_includes_without_end(self):
        self.check(self.file("p.yaml", "warrant: 1\nname: p\ninclude: { a: p.yaml }\n"))
        for level in range(12):
            includes = ", ".join(f"i{number}: l{level + 1}.yaml" for number in range(10))
            self.file(f"l{level}.yaml", f"warrant: 1\nname: p\ninclude: {{ {includes} }}\n")
        self.file("l12.yaml", TEXT)
        self.check(self.folder / "l0.yaml")

    def test_a_folder_that_contains_itself(self):
        folder = self.folder / "folder"
        folder.mkdir()
        (folder / "again").symlink_to(".")
        (folder / "up").symlink_to("..")
        (folder / "self.yaml").symlink_to("self.yaml")
        self.assertIn(self.run_program(os.environ["WARRANT"], "check", folder, seconds=5).status, (65, 66))
