"""What is read of a program's --help, and what is made of it. Run by ctest: command_help_test.py SCRIPTS"""

import os
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv.pop(1))

import command_help  # noqa: E402
import completions  # noqa: E402
import manual_page  # noqa: E402

CLI11 = """\
Plans things
Usage: build/bin/planner [OPTIONS] [file]

Positionals:
  file FILE                   a strategy file

Options:
  -h,--help                   Print this help message and exit
  --format TEXT:{table,json}=table
                              how it is written
  --rank-factor R=F ...       RANK=FACTOR: makes a rank slower
  --field KEY=V,V REQUIRED    what is swept
  --steps N=10                steps

Subcommands:
  check                       says what is wrong
  list                        lists the runs

RUN is a name, or "last".
"""

QT = """\
Usage: window [options] [FILE...]
Shows things in one window.

Options:
  --screenshot <PNG>            Save a picture of the window once it is
                                complete, and end.
  --theme <light|dark|system>   Colours of the window.
  -v, --version                 Displays version information.

Arguments:
  FILE                          Strategy files; one window each.
"""


def option(command, name):
    return next(o for o in command.options + command.positionals if name in o.names)


class Cli11(unittest.TestCase):
    def setUp(self):
        self.command = command_help.parse("planner", CLI11)

    def test_description_usage_and_notes(self):
        self.assertEqual(self.command.text, "Plans things")
        self.assertEqual(self.command.usage, "[OPTIONS] [file]")
        self.assertEqual(self.command.notes, ['RUN is a name, or "last".'])

    def test_values(self):
        self.assertEqual(option(self.command, "--help").names, ["-h", "--help"])
        self.assertEqual(option(self.command, "--help").value, "")
        form = option(self.command, "--format")
        self.assertEqual((form.value, form.choices, form.default), ("TEXT", ["table", "json"], "table"))
        self.assertEqual(form.text, "how it is written")
        factor = option(self.command, "--rank-factor")
        self.assertEqual((factor.value, factor.repeatable, factor.default), ("R=F", True, ""))
        field = option(self.command, "--field")
        self.assertEqual((field.value, field.required), ("KEY=V,V", True))
        steps = option(self.command, "--steps")
        self.assertEqual((steps.value, steps.default), ("N", "10"))
        self.assertEqual(option(self.command, "file").value, "FILE")

    def test_subcommands(self):
        self.assertEqual([(c.name, c.text) for c in self.command.commands],
                         [("check", "says what is wrong"), ("list", "lists the runs")])


class Qt(unittest.TestCase):
    def test_everything(self):
        command = command_help.parse("window", QT)
        self.assertEqual(command.text, "Shows things in one window.")
        self.assertEqual(command.usage, "[options] [FILE...]")
        self.assertEqual(option(command, "--screenshot").text,
                         "Save a picture of the window once it is complete, and end.")
        self.assertEqual(option(command, "--theme").choices, ["light", "dark", "system"])
        self.assertEqual(option(command, "-v").names, ["-v", "--version"])
        self.assertEqual(option(command, "FILE").text, "Strategy files; one window each.")


class Refused(unittest.TestCase):
    def test_a_line_in_no_known_form(self):
        for damaged in (CLI11.replace("  --steps N", "  steps! N"), CLI11.replace("=table", ":{table,json}"),
                        CLI11.replace("Subcommands:", "Surprises:"),
                        "usage: tool FILE\n         --steps N    steps\n"):
            with self.assertRaises(command_help.NotUnderstood, msg=damaged):
                command_help.parse("planner", damaged)


class Made(unittest.TestCase):
    def setUp(self):
        self.command = command_help.parse("planner", CLI11)

    def test_manual_page(self):
        page = manual_page.manual_page(self.command, "plan things", "1.2.3", "2026-11-22", ["window"])
        self.assertIn('.TH PLANNER 1 "2026-11-22" "Bubblescope 1.2.3"', page)
        self.assertIn("\\fB\\-\\-format\\fR \\fITEXT\\fR\nHow it is written. One of table, json. The default is table.", page)
        self.assertIn(".SS check\nSays what is wrong.", page)
        self.assertIn("\\fBwindow\\fR(1)", page)

    def test_keys_of_a_window(self):
        keys = "File\tSave as…\tCtrl+S\tsave it\nFile\tClose\t\tno key\nTimeline\t\t. ,\tGo on\n"
        page = manual_page.manual_page(self.command, "plan", "1", "2026-11-22", [], keys)
        self.assertIn(".SH KEYS\n.SS File\n.TP\n\\fBCtrl+S\\fR Save as…\nSave it.\n.SS Timeline\n", page)
        self.assertIn("\\fB\\&. ,\\fR\nGo on.", page)
        self.assertNotIn("no key", page)
        self.assertNotIn(".SH KEYS", manual_page.manual_page(self.command, "plan", "1", "2026-11-22", []))

    def test_no_line_of_text_is_a_request(self):
        for text in (".so /etc/passwd", "'br", "a\\fBb"):
            escaped = manual_page.escape(text)
            self.assertFalse(escaped.startswith((".", "'")), escaped)
            self.assertNotIn("\\f", escaped)

    def bash(self, *words):
        script = completions.bash(self.command) + (
            f"COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; _planner; printf '%s\\n' \"${{COMPREPLY[@]}}\"")
        with tempfile.TemporaryDirectory() as place: # what it completes the names of
            os.mkdir(os.path.join(place, "doc"))
            return subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60, check=True,
                                  cwd=place).stdout.split()

    def test_bash(self):
        self.assertEqual(self.bash("planner", "--format", '""'), ["table", "json"])
        self.assertEqual(self.bash("planner", "--format", "=", "j"), ["json"])
        self.assertEqual(self.bash("planner", "ch"), ["check"])
        self.assertIn("--rank-factor", self.bash("planner", "--"))
        self.assertIn("doc", self.bash("planner", "do")) # the file of the positional
        self.assertEqual(self.bash("planner", "--steps", '""'), [])


unittest.main()
