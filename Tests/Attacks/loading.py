"""Attempts to load foreign code into the program."""

import os
import shutil

from attack import NOBODY, WARRANT, Attack

# Every library that the program needs or loads by name, or that the C library loads for it.
LIBRARIES = [
    "libc.so.6", "libm.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2", "libstdc++.so.6", "libsystemd.so.0",
    "libcap.so.2", "libnss_files.so.2", "libnss_systemd.so.2", "libnss_dns.so.2", "libresolv.so.2",
    "libgcrypt.so.20", "liblzma.so.5", "libzstd.so.1", "liblz4.so.1",
]
PLANTED = """
#include <fcntl.h>
#include <unistd.h>
__attribute__((constructor)) static void planted(void) { close(open(MARKER, O_CREAT | O_WRONLY, 0666)); }
"""
VICTIM = "int sd_bus_new(void **); int main(void) { void *bus; return sd_bus_new(&bus) < 0; }"


class Loading(Attack):
    def setUp(self):
        super().setUp()
        self.marker = self.folder / "loaded"
        self.planted = self.folder / "planted"
        self.library = self.compile("planted/planted.so", PLANTED, "-shared", "-fPIC", f'-DMARKER="{self.marker}"')
        for name in LIBRARIES:
            shutil.copyfile(self.library, self.planted / name)
        # Every process that loads it can leave the mark, also that of a user.
        self.folder.chmod(0o1777)

    def assertLoads(self, does):
        self.assertEqual(self.marker.exists(), does)
        self.marker.unlink(missing_ok=True)

    def ask(self, program, **options):
        """Asks questions that together need every library. With an incomplete planted one the program ends with 127."""
        self.warrant("can", "read", "/etc/shadow", program=program, **options)
        self.warrant("can", "--as", "www-data", "read", "/etc/shadow", program=program, **options)
        self.warrant("can", "unit", "cron.service", program=program, **options)
        self.warrant("can", "resolve", "localhost", program=program, **options)

    def test_a_library_beside_the_program(self):
        """Any user may copy the program into a folder, and get root to run it there."""
        victim = self.compile("only/victim", VICTIM, "-lsystemd", "-Wl,-rpath,$ORIGIN")
        shutil.copyfile(self.library, self.folder / "only" / "libsystemd.so.0")
        self.run_program(victim)
        self.assertLoads(True)
        copy = self.copy("planted/warrant")
        self.ask(copy)
        self.assertLoads(False)

    def test_a_library_in_the_working_directory(self):
        program = self.copy()
        for name in LIBRARIES:
            shutil.copyfile(self.library, self.folder / name)
        self.ask(program)
        self.assertLoads(False)

    def test_variables_of_the_loader_at_more_privilege(self):
        """Runs it with file capabilities, and as a set-user-ID program of root: AT_SECURE, see getauxval(3)."""
        variables = {
            "LD_PRELOAD": self.library, "LD_LIBRARY_PATH": self.planted, "LD_AUDIT": self.library,
            "GCONV_PATH": self.planted, "LOCPATH": self.planted,
        }
        environment = {name: str(value) for name, value in variables.items()}
        plain = self.copy("plain")
        self.run_program(plain, "--version", user=NOBODY, environment={"LD_PRELOAD": str(self.library)})
        self.assertLoads(True)
        capable = self.copy("capable")
        self.run_program("setcap", "cap_dac_read_search+ep", capable)
        for program in [self.copy("setuid", mode=0o4755), capable]:
            answer = self.warrant("can", "read", "/etc/shadow", program=program, user=NOBODY)
            self.assertEqual(answer.status, 0, "it has no privilege that could be abused")
            self.ask(program, user=NOBODY, environment=environment)
            self.assertLoads(False)

    def test_libsystemd_is_the_system_s(self):
        """It is loaded only if needed, and only from the system's folders, whatever the loader would search."""
        only = self.folder / "only"
        only.mkdir()
        shutil.copyfile(self.library, only / "libsystemd.so.0")
        environment = {"LD_LIBRARY_PATH": str(only)}
        victim = self.compile("victim", VICTIM, "-lsystemd")
        self.run_program(victim, environment=environment)
        self.assertLoads(True)
        self.warrant("can", "unit", "cron.service", environment=environment)
        self.assertLoads(False)
        # Nor is it loaded from the folder of the program's file.
        os.symlink(WARRANT, only / "warrant")
        self.warrant("can", "unit", "cron.service", program=only / "warrant")
        self.assertLoads(False)
