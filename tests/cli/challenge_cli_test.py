"""Runs bubblescope-plan challenge, alone and over folders of entries. Run by ctest."""

import datetime
import json
import pathlib
import tempfile
import unittest

from plan_program import plan

DAY = "2026-02-01"  # tests/gui/tst_challenge.cpp has the same numbers of it


class Challenge(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)
        self.addCleanup(self.scratch.cleanup)

    def entry(self, name, schedule, ranks=3, microbatches=4):
        made = plan("schedule", "--name", schedule, "--ranks", ranks, "--microbatches", microbatches,
                    "--format", "torch-csv", "-o", self.folder / name)
        self.assertEqual(made.returncode, 0, made.stderr)

    def ranked(self, *more):
        return plan("challenge", "--date", DAY, "--entries", self.folder, *more)

    def test_says_what_is_asked(self):
        said = plan("challenge", "--date", DAY)
        self.assertEqual(said.returncode, 0, said.stderr)
        self.assertEqual(said.stdout, "2026-02-01: 3 ranks, 4 microbatches, at most 3 in flight\n"
                                      "F 1 u, I 1.2 u, W 1 u, B of one piece 2.2 u, a transfer 0.2 u\n"
                                      "beat 20.8 u; no order is shorter than 16.8 u\n")
        read = json.loads(plan("challenge", "--date", DAY, "--format", "json").stdout)
        self.assertEqual(read, {"date": DAY, "ranks": 3, "microbatches": 4, "max_in_flight": 3,
                                "forward_us": 5000, "input_grad_us": 6000, "weight_grad_us": 5000,
                                "transfer_us": 1000, "to_beat_us": 104000, "bound_us": 84000})

    def test_is_of_today_where_no_day_is_given(self):
        before = datetime.date.today()
        said = json.loads(plan("challenge", "--format", "json").stdout)
        self.assertIn(said["date"], (str(before), str(datetime.date.today())))

    def test_refuses_what_is_no_day(self):
        for day in ("2026-02-30", "tomorrow", "2026-2-1", "1969-12-31", "10000-01-01"):
            said = plan("challenge", "--date", day)
            self.assertEqual(said.returncode, 2, day)
            self.assertEqual(said.stdout, "")
            self.assertEqual(said.stderr, "--date: must be a day from 1970-01-01 to 9999-12-31, "
                                          f"written as 2026-11-28, not '{day}'\n")

    def test_ranks_what_counts_and_says_why_the_rest_does_not(self):
        self.entry("ann.csv", "1f1b")
        self.entry("bo.csv", "zb-h1")
        self.entry("gus.csv", "gpipe")
        self.entry("wide.csv", "1f1b", ranks=4)
        (self.folder / "zed.csv").write_text("0F0,0Q0\n")
        (self.folder / "zoe.csv").write_bytes(bytes(range(256)) * 64)
        (self.folder / "notes.txt").write_text("no entry")
        said = self.ranked("--format", "json")
        self.assertEqual(said.returncode, 0, said.stderr)
        entries = json.loads(said.stdout)["entries"]
        self.assertEqual([entry["name"] for entry in entries], ["bo", "ann", "gus", "wide", "zed", "zoe"])
        self.assertEqual([entry.get("place") for entry in entries[:3]], [1, 2, None])
        self.assertEqual(entries[1]["step_us"], 104000)
        self.assertEqual(entries[1]["above_bound"], 0.238095)
        self.assertLess(entries[0]["step_us"], 104000)
        self.assertIn("in flight", entries[2]["problem"])
        self.assertIn("wide.csv: is for another shape: 3 ranks and 4 microbatches", entries[3]["problem"])
        self.assertTrue(entries[4]["problem"].startswith("zed.csv: row 1, column 2: "), entries[4])
        lines = self.ranked().stdout.splitlines()
        self.assertIn("    2  ann                        20.8 u   23.81 % above the bound", lines)
        self.assertTrue(any(line.startswith("    -  zed  ") and "row 1, column 2" in line
                            for line in lines), lines)

    def test_says_so_of_a_folder_that_is_empty_or_none(self):
        self.assertTrue(self.ranked().stdout.endswith("\nno entries\n"))
        for none in (self.folder / "none", pathlib.Path(__file__)):
            said = plan("challenge", "--date", DAY, "--entries", none)
            self.assertEqual((said.returncode, said.stdout), (2, ""), none)
            self.assertIn("--entries: ", said.stderr)

    def test_writes_to_a_file(self):
        out = self.folder / "out.json"
        self.assertEqual(self.ranked("--format", "json", "-o", out).returncode, 0)
        self.assertEqual(json.loads(out.read_text())["entries"], [])


unittest.main()
