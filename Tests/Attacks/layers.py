"""Overlays whose layers refuse what the overlay itself seems to allow."""

import ctypes
import fcntl
import os
import pathlib
import subprocess

import idmapped
from attack import Attack


libc = ctypes.CDLL(None, use_errno=True)
MOVE_MOUNT, FSOPEN, FSCONFIG, FSMOUNT = 429, 430, 431, 432
HERE, FROM_EMPTY_PATH, SET_STRING, CREATE = -100, 4, 1, 6
SHUT_DOWN = 0x8004587D  # EXT4_IOC_SHUTDOWN


class Layers(Attack):
    def mount(self, *arguments):
        point = arguments[-1]
        point.mkdir(exist_ok=True)
        ended = self.run_program("mount", *arguments)
        self.assertEqual(ended.status, 0, ended)
        self.addCleanup(self.run_program, "umount", "--lazy", point)
        return point

    def overlay(self, lower, upper):
        for name in ["upper", "work"]:
            (upper / name).mkdir()
        options = f"lowerdir={lower},upperdir={upper}/upper,workdir={upper}/work"
        return self.mount("-t", "overlay", "overlay", "-o", options, self.folder / "overlay")

    def overlay_by_fsconfig(self, lower):
        """A read-only overlay whose options name each lower layer by itself, as `lowerdir+`."""
        point = self.folder / "by-fsconfig"
        point.mkdir()
        system = libc.syscall(FSOPEN, b"overlay", 0)
        for layer in lower:
            libc.syscall(FSCONFIG, system, SET_STRING, b"lowerdir+", os.fsencode(layer), 0)
        libc.syscall(FSCONFIG, system, CREATE, None, None, 0)
        mount = libc.syscall(FSMOUNT, system, 0, 0)
        moved = libc.syscall(MOVE_MOUNT, mount, b"", HERE, os.fsencode(point), FROM_EMPTY_PATH)
        self.assertEqual(moved, 0, os.strerror(ctypes.get_errno()))
        self.addCleanup(self.run_program, "umount", "--lazy", point)
        os.close(mount)
        os.close(system)
        return point

    def disk(self, options):
        image = self.file("image", b"")
        os.truncate(image, 64 << 20)
        self.assertEqual(self.run_program("mkfs.ext4", "-q", "-F", image).status, 0)
        return self.mount("-o", options, image, self.folder / "disk")

    def is_no_yes(self, question, command):
        """Asks, then tries: what the kernel refuses must not be a yes."""
        answer = self.warrant("can", *question)
        with self.subTest(question=question):
            self.assertNotEqual(self.run_program(*command).status, 0, "the attack itself does not work")
            self.assertNotEqual(answer.status, 0, answer.output.decode())

    def test_owners_that_an_idmapped_layer_does_not_show(self):
        base = self.mount("-t", "tmpfs", "base", self.folder / "base")
        lower, upper = base / "lower", base / "top"
        for folder in [lower, lower / "d", upper]:
            folder.mkdir()
        (lower / "f").write_text("text")
        for name, mode in [("d", 0o777), ("f", 0o666)]:
            os.chown(lower / name, 200_000, 200_000)
            (lower / name).chmod(mode)
        overlay = self.overlay(idmapped.mount(self, lower, 12_345), upper)
        file, name = overlay / "f", overlay / "d/new"
        self.is_no_yes(["create", name], ["touch", name])
        self.is_no_yes(["chmod", file, "0600"], ["chmod", "0600", file])
        self.is_no_yes(["write", file], ["dd", "if=/dev/null", f"of={file}", "conv=notrunc"])
        self.is_no_yes(["delete", file], ["rm", file])

    def test_an_upper_layer_after_an_error(self):
        lower = self.folder / "lower"
        lower.mkdir()
        (lower / "f").write_text("text")
        upper = self.disk("loop,errors=remount-ro")
        overlay = self.overlay(lower, upper)
        device = upper.stat().st_dev
        name = os.path.basename(os.readlink(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}"))
        pathlib.Path(f"/sys/fs/ext4/{name}/trigger_fs_error").write_text("1")
        for place in [overlay, upper / "upper"]:
            name = place / "new"
            self.is_no_yes(["create", name], ["touch", name])
        file = overlay / "f"
        self.is_no_yes(["chmod", file, "0600"], ["chmod", "0600", file])
        self.is_no_yes(["delete", file], ["rm", file])
        # What is only read is still there.
        self.assertEqual(self.warrant("can", "list", upper / "upper").status, 0)

    def test_a_lower_layer_that_is_shut_down(self):
        disk = self.disk("loop")
        lower, other, upper = disk / "a:b", self.folder / "other", self.folder / "top"
        for folder in [lower, other, upper]:
            folder.mkdir()
        (lower / "f").write_text("text")
        escaped = str(lower).replace(":", "\\:")
        overlays = [self.overlay(escaped, upper), self.overlay_by_fsconfig([other, lower])]
        for overlay in overlays:
            self.assertEqual(self.warrant("can", "read", overlay / "f").status, 0)
        folder = os.open(disk, os.O_RDONLY)
        fcntl.ioctl(folder, SHUT_DOWN, (2).to_bytes(4, "little"))
        os.close(folder)
        for overlay in overlays:
            self.is_no_yes(["read", overlay / "f"], ["cat", overlay / "f"])

    def test_an_upper_layer_without_extended_attributes(self):
        base = self.mount("-t", "ramfs", "base", self.folder / "base")
        lower, upper = base / "lower", base / "top"
        lower.mkdir()
        upper.mkdir()
        (lower / "f").write_text("text")
        overlay = self.overlay(lower, upper)
        subprocess.run(["rm", overlay / "f"], check=True)
        self.is_no_yes(["create", overlay / "f", "directory"], ["mkdir", overlay / "f"])

    def test_flags_of_a_directory_in_the_upper_layer(self):
        disk = self.disk("loop")
        lower = disk / "lower"
        for folder in ["lower/i", "lower/a", "top/upper/i", "top/upper/a", "top/work"]:
            (disk / folder).mkdir(parents=True)
        (lower / "g").write_text("text")
        for flag in "ia":
            (lower / flag / "f").write_text("text")
            upper = disk / "top/upper" / flag
            self.run_program("chattr", f"+{flag}", upper)
            self.addCleanup(self.run_program, "chattr", f"-{flag}", upper)
        options = f"lowerdir={lower},upperdir={disk}/top/upper,workdir={disk}/top/work"
        overlay = self.mount("-t", "overlay", "overlay", "-o", options, self.folder / "overlay")
        for flag in "ia":
            file = overlay / flag / "f"
            self.is_no_yes(["write", file], ["dd", "if=/dev/null", f"of={file}", "conv=notrunc"])
            self.is_no_yes(["chmod", file, "0600"], ["chmod", "0600", file])
        self.is_no_yes(["rename", overlay / "g", overlay / "a/g"], ["mv", "-T", overlay / "g", overlay / "a/g"])
        for flag in "ia":
            file = overlay / flag / "f"
            self.is_no_yes(["link", file, overlay / "linked"], ["ln", file, overlay / "linked"])

    def test_a_whiteout_in_a_directory_with_flags_of_its_own(self):
        disk = self.disk("loop")
        for folder in ["lower/d", "top/upper", "top/work"]:
            (disk / folder).mkdir(parents=True)
        for name in ["d/hidden", "g"]:
            (disk / "lower" / name).write_text("text")
        options = f"lowerdir={disk}/lower,upperdir={disk}/top/upper,workdir={disk}/top/work"
        overlay = self.mount("-t", "overlay", "overlay", "-o", options, self.folder / "overlay")
        (overlay / "d/hidden").unlink()
        (overlay / "g").write_text("now in the upper layer")
        self.run_program("umount", overlay)
        upper = disk / "top/upper/d"
        self.run_program("chattr", "+a", upper)
        self.addCleanup(self.run_program, "chattr", "-a", upper)
        self.mount("-t", "overlay", "overlay", "-o", options, overlay)
        name, file = overlay / "d/hidden", overlay / "g"
        self.is_no_yes(["create", name], ["touch", name])
        self.is_no_yes(["open-create", name], ["touch", name])
        self.is_no_yes(["link", file, name], ["ln", file, name])
        self.is_no_yes(["rename", file, name], ["mv", "-T", file, name])
