"""The program's file and memory, and the detection of missing hardening by `check-release`."""

import pathlib
import re
import subprocess

from attack import WARRANT, Attack

CHECK = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "check-release"
# A program with a copy whose bound the compiler knows, and with one relocation in its data.
SOURCE = """
#include <string.h>
#include <stdio.h>
int one; int *const pointers[] = {&one};
int main(int count, char **words) { char text[8]; strcpy(text, words[0]); return puts(text) + *pointers[count & 0]; }
"""
SOUND = ["-O2", "-D_FORTIFY_SOURCE=3", "-s", "-pie", "-fPIE", "-Wl,-z,now", "-Wl,-z,relro", "-Wl,-z,noexecstack"]
EXECUTABLE = '__asm__(".section rwx,\\"awx\\"\\n.quad 1\\n.previous");'
WRITABLE = '__asm__(".section .rodata,\\"aw\\"\\n.quad 1\\n.previous");'

# The changed build options, and the message of the check.
MISSING = [
    ([], ["-s"], "is not stripped"),
    (["-Wl,-rpath,$ORIGIN"], [], "has a RUNPATH"),
    (["-Wl,-rpath,$ORIGIN", "-Wl,--disable-new-dtags"], [], "has a RUNPATH"),
    (["-Wl,-z,lazy"], ["-Wl,-z,now"], "binds symbols lazily, in a table that stays writable"),
    (["-no-pie"], ["-pie", "-fPIE"], "is loaded at a fixed address"),
    (["-Wl,-z,norelro"], ["-Wl,-z,relro"], "leaves its relocated data writable"),
    (["-Wl,-z,execstack"], ["-Wl,-z,noexecstack"], "has a stack that can be executed"),
    (["-DEXECUTABLE"], [], "has memory that can be written and executed"),
    (["-DWRITABLE"], [], "has writable read-only data"),
    (["-U_FORTIFY_SOURCE"], ["-D_FORTIFY_SOURCE=3"], "has C without the bounds that the compiler knows (FORTIFY)"),
    (["-Wl,--no-as-needed", "-lz"], [], "needs libz.so.1"),
]
UNKNOWN = "was built from"


class Hardening(Attack):
    def problems(self, program):
        done = subprocess.run([CHECK, program], capture_output=True, text=True)
        lines = [line.removeprefix(f"{program}: ") for line in done.stderr.splitlines()]
        return [line for line in lines if not line.startswith(UNKNOWN)], [line for line in lines if line.startswith(UNKNOWN)]

    def test_the_check_of_a_release_sees_what_is_missing(self):
        source = f"#ifdef WRITABLE\n{WRITABLE}\n#elif defined EXECUTABLE\n{EXECUTABLE}\n#endif\n{SOURCE}"
        sound = self.compile("sound", source, *SOUND)
        self.assertEqual(self.problems(sound)[0], [])
        for index, (added, left_out, problem) in enumerate(MISSING):
            with self.subTest(problem):
                options = [option for option in SOUND if option not in left_out] + added
                self.assertIn(problem, self.problems(self.compile(f"program-{index}", source, *options))[0])

    def test_the_check_of_a_release_sees_what_has_no_version(self):
        program = self.compile("program", SOURCE, *SOUND)
        wanted = ["warrant", "swift", "swift-argument-parser", "swift-log", "libcap2", "libyaml", "gcc", "glibc"]
        all_unknown = [f"{UNKNOWN} {name} of unknown version" for name in wanted]
        self.assertEqual(self.problems(program)[1], all_unknown)
        lines = pathlib.Path(f"{WARRANT}.built-from").read_text().splitlines()
        for name in wanted:
            kept = [line for line in lines if not re.match(rf"{name}(-\d+)? ", line)]
            self.file("program.built-from", "\n".join(kept) + "\n")
            self.assertEqual(self.problems(program)[1], [f"{UNKNOWN} {name} of unknown version"])

    def test_no_memory_of_constants_can_be_written(self):
        """Examines the sections of constants and of relocated data at run time, in a waiting program."""
        process = subprocess.Popen([WARRANT, "can", "--batch", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(process.wait)
        self.addCleanup(process.stdin.close)
        self.addCleanup(process.stdout.close)
        process.stdin.write(b'{"action":"read","object":"/etc/passwd"}\n')
        process.stdin.flush()
        process.stdout.readline()
        maps = pathlib.Path(f"/proc/{process.pid}/maps").read_text().splitlines()
        listing = subprocess.run(["readelf", "--section-headers", "--wide", WARRANT], capture_output=True, text=True)
        sections = re.findall(r"\] (\S+) +\S+ +([0-9a-f]{16}) [0-9a-f]+ ([0-9a-f]+)", listing.stdout)
        constants = [(name, int(start, 16), int(size, 16)) for name, start, size in sections
                     if re.fullmatch(r"\.rodata.*|\.data\.rel\.ro.*|\.got.*|\.dynamic|\.text|swift5_types?.*", name)]
        self.assertTrue({".rodata", ".data.rel.ro", ".got", ".text"} <= {name for name, _, _ in constants}, constants)
        # The load address: the first mapping of the file contains its beginning.
        base = min(int(line.split("-")[0], 16) for line in maps if line.endswith(str(WARRANT)))
        for name, start, size in constants:
            for line in maps:
                span, rights = line.split()[:2]
                first, last = (int(end, 16) for end in span.split("-"))
                if first < base + start + size and base + start < last:
                    self.assertNotIn("w", rights, f"{name}: {line}")
