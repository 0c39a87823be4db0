"""The programs are built with what makes a mistake in them hard to misuse: hardening_test.py PROGRAM…

Position-independent, all relocations done at start and read-only from then on, no executable stack, a
guard on the stack, checked copies of the C library, checked containers of the C++ one.
Run by ctest in release builds.
"""

import pathlib
import re
import subprocess
import sys
import unittest

PROGRAMS = []


def readelf(program, *what):
    return subprocess.run(["readelf", "-W", *what, program], check=True, capture_output=True, text=True).stdout


class Hardening(unittest.TestCase):
    def test_programs_were_given(self):
        self.assertGreaterEqual(len(PROGRAMS), 4)

    def test_are_position_independent(self):
        for program in PROGRAMS:
            with self.subTest(pathlib.Path(program).name):
                self.assertRegex(readelf(program, "-h"), r"Type:\s+DYN \(Position-Independent Executable")

    def test_relocations_are_read_only_before_main(self):
        for program in PROGRAMS:
            with self.subTest(pathlib.Path(program).name):
                self.assertIn("GNU_RELRO", readelf(program, "-l"))
                dynamic = readelf(program, "-d")
                self.assertIn("BIND_NOW", dynamic)
                self.assertRegex(dynamic, r"FLAGS_1.*\bNOW\b.*\bPIE\b")
                self.assertNotIn("TEXTREL", dynamic)

    def test_nothing_is_writable_and_executable(self):
        for program in PROGRAMS:
            with self.subTest(pathlib.Path(program).name):
                headers = readelf(program, "-l")
                self.assertRegex(headers, r"GNU_STACK\s+(0x\w+\s+){5}RW\s")
                self.assertNotRegex(headers, r"LOAD\s+(0x\w+\s+){5}RWE")

    def test_have_stack_guards_checked_copies_and_checked_containers(self):
        for program in PROGRAMS:
            with self.subTest(pathlib.Path(program).name):
                imports = readelf(program, "--dyn-syms")
                self.assertRegex(imports, r"UND __stack_chk_fail@")
                checked = set(re.findall(r"UND (__\w+_chk)@", imports))
                self.assertTrue(checked, "no function of _FORTIFY_SOURCE is called")
                self.assertIn("glibcxx_assert_fail", imports)

    def test_libraries_are_looked_for_in_the_systems_folders_only(self):
        for program in PROGRAMS:
            with self.subTest(pathlib.Path(program).name):
                for path in re.findall(r"R(?:UN)?PATH\).*\[(.*)\]", readelf(program, "-d")):
                    for folder in path.split(":"):
                        self.assertTrue(folder.startswith("/usr/"), path)


if __name__ == "__main__":
    PROGRAMS = sys.argv[1:]
    unittest.main(argv=sys.argv[:1])
