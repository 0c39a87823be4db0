"""What `cmake --install` puts where is complete, works from there and knows nothing of the build. Run by ctest.

    installation_test.py CMAKE BUILD SOURCES VERSION
"""

import configparser
import gzip
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

CMAKE, BUILD, SOURCES, VERSION = sys.argv[1:5]
del sys.argv[1:]
PROGRAMS = ("bubblescope", "bubblescope-run", "bubblescope-engine", "bubblescope-plan")


def said(*words, code=0):
    ran = subprocess.run(words, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL)
    if ran.returncode != code:
        raise AssertionError(f"{words} ended with {ran.returncode}: {ran.stderr}")
    return ran.stdout


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.root = pathlib.Path(cls.folder.name) / "usr"
        said(CMAKE, "--install", BUILD, "--prefix", str(cls.root))
        # Nothing of a run may be left beside those of the user.
        for name in ("STATE", "RUNTIME", "DATA", "CACHE", "CONFIG"):
            place = pathlib.Path(cls.folder.name) / name.lower()
            place.mkdir(mode=0o700)
            os.environ[f"XDG_{name}_{'DIR' if name == 'RUNTIME' else 'HOME'}"] = str(place)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def program(self, name):
        return str(self.root / "bin" / name)

    def page(self, name):
        return gzip.decompress((self.root / f"share/man/man1/{name}.1.gz").read_bytes()).decode()

    def completions(self, name):
        return [self.root / "share" / place for place in
                (f"bash-completion/completions/{name}", f"zsh/vendor-completions/_{name}",
                 f"fish/vendor_completions.d/{name}.fish")]

    def help_of(self, name):
        """(subcommand or "", its help) of everything that the program can do."""
        texts = [("", said(self.program(name), "--help"))]
        commands = texts[0][1].partition("ommands:\n")[2]
        for sub in re.findall(r"^  ([a-z]+) ", commands, re.MULTILINE):
            texts.append((sub, said(self.program(name), sub, "--help")))
        return texts

    def test_every_file_is_in_its_place(self):
        strategies = {f"share/bubblescope/strategies/{p.name}"
                      for p in (pathlib.Path(SOURCES) / "resources/strategies").iterdir()}
        self.assertGreater(len(strategies), 10)
        expected = strategies | {
            "share/applications/bubblescope.desktop", "share/applications/bubblescope-replay.desktop",
            "share/mime/packages/bubblescope.xml",
            "share/icons/hicolor/scalable/apps/bubblescope.svg", "share/doc/bubblescope/copyright",
            "share/doc/bubblescope/changelog.gz", "share/doc/bubblescope/NEWS.gz"}
        if (pathlib.Path(BUILD) / "bin/libbubblescope_cuda.so").exists():
            expected.add("lib/bubblescope/libbubblescope_cuda.so")
        for name in PROGRAMS:
            expected |= {f"bin/{name}", f"share/man/man1/{name}.1.gz"}
            expected |= {str(path.relative_to(self.root)) for path in self.completions(name)}
        found = {str(path.relative_to(self.root)) for path in self.root.rglob("*") if not path.is_dir()}
        self.assertEqual(found, expected)

    def test_one_version(self):
        for name in PROGRAMS:
            self.assertEqual(said(self.program(name), "--version").strip(), f"{name} {VERSION}")
            self.assertIn(f'"Bubblescope {VERSION}"', self.page(name).splitlines()[0])
        changelog = gzip.decompress((self.root / "share/doc/bubblescope/changelog.gz").read_bytes()).decode()
        self.assertTrue(changelog.startswith(f"bubblescope ({VERSION}) "), changelog)

    def test_nothing_knows_where_it_was_built(self):
        for path in self.root.rglob("*"):
            if path.is_file():
                content = path.read_bytes()
                for place in (BUILD, SOURCES, self.folder.name):
                    self.assertNotIn(place.encode(), content, path)

    def test_manual_pages_and_completions_have_every_option(self):
        options = 0
        for name in PROGRAMS:
            page = self.page(name).replace("\\-", "-")
            texts = [path.read_text() for path in self.completions(name)]
            for sub, text in self.help_of(name):
                if sub:
                    self.assertIn(f"\n.SS {sub}\n", page)
                for option in set(re.findall(r"^  (?:-\w, ?)?(--[a-z-]+)", text, re.MULTILINE)):
                    options += 1
                    self.assertIn(f"\\fB{option}\\fR", page, (name, sub))
                    self.assertIn(option, texts[0], (name, sub))
                    self.assertIn(option, texts[1], (name, sub))
                    self.assertRegex(texts[2], rf"-l {option[2:]}\b", (name, sub))
        self.assertGreater(options, 60)

    def test_manual_pages_are_well_formed(self):
        if not shutil.which("man"):
            self.skipTest("there is no man")
        for name in PROGRAMS:
            page = str(self.root / f"share/man/man1/{name}.1.gz")
            ran = subprocess.run(["man", "--warnings", "-l", page], capture_output=True, text=True, timeout=60)
            self.assertEqual((ran.returncode, ran.stderr), (0, ""), name)

    def test_completions_are_what_their_shells_read(self):
        for name in PROGRAMS:
            for shell, path in zip(("bash", "zsh", "fish"), self.completions(name)):
                if shutil.which(shell):
                    said(shell, "-n", str(path))

    def test_completion_of_a_subcommand_by_bash(self):
        script = (f"source {self.completions('bubblescope-plan')[0]}; COMP_WORDS=(bubblescope-plan simulate --format ''); "
                  "COMP_CWORD=3; _bubblescope_plan; echo ${COMPREPLY[@]}")
        self.assertEqual(said("bash", "-c", script).split(), ["table", "json", "chrome", "svg"])

    def test_desktop_entries_and_mime_types_belong_together(self):
        opened = set()
        for path in (self.root / "share/applications").iterdir():
            entry = configparser.ConfigParser(interpolation=None)
            entry.optionxform = str
            entry.read(path, encoding="utf-8")
            entry = entry["Desktop Entry"]
            self.assertTrue((self.root / "bin" / entry["Exec"].split()[0]).is_file())
            self.assertTrue((self.root / f"share/icons/hicolor/scalable/apps/{entry['Icon']}.svg").is_file())
            opened |= set(entry["MimeType"].split(";")) - {""}
        types = xml.etree.ElementTree.parse(self.root / "share/mime/packages/bubblescope.xml").getroot()
        space = "{http://www.freedesktop.org/standards/shared-mime-info}"
        self.assertEqual({kind.get("type") for kind in types.iter(space + "mime-type")}, opened)

    def test_installed_programs_find_each_other(self):
        first = str(self.root / "share/bubblescope/strategies/first-run.yaml")
        step = json.loads(said(self.program("bubblescope-plan"), "simulate", first, "--format", "json"))
        self.assertEqual(step["makespan_us"], 165000)
        picture = pathlib.Path(self.folder.name) / "first.png"
        said(self.program("bubblescope"), first, "--screenshot", str(picture))
        self.assertTrue(picture.read_bytes().startswith(b"\x89PNG"))
        report = json.loads(said(self.program("bubblescope-run"), first, "--steps", "2", "--json", "-"))
        self.assertEqual((report["outcome"], len(report["steps"])), ("completed", 2))


unittest.main(verbosity=2)
