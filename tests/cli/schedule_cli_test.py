"""Runs bubblescope-plan's schedules, schedule, validate and reruns, and reads what they say. Run by ctest."""

import json
import pathlib
import subprocess
import tempfile
import unittest

from plan_program import PLAN, plan


class Schedules(unittest.TestCase):
    def test_lists_every_schedule_with_its_condition(self):
        ran = plan("schedules")
        self.assertEqual(ran.returncode, 0)
        for word in ("naive", "gpipe", "1f1b", "interleaved", "(m+p-1)(F+B)", "conditions"):
            self.assertIn(word, ran.stdout)

    def test_prints_one_rank_a_line(self):
        flags = ("--name", "1f1b", "--ranks", 2, "--microbatches", 2)
        self.assertEqual(plan("schedule", *flags).stdout, "0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n")
        csv = subprocess.run([PLAN, "schedule", *map(str, flags), "--format", "torch-csv"],
                             capture_output=True, check=True).stdout
        self.assertEqual(csv, b"0F0,0F1,0B0,0B1\r\n1F0,1B0,1F1,1B1\r\n")
        lowered = subprocess.run([PLAN, "schedule", *map(str, flags), "--format", "torch-csv-lowered"],
                                 capture_output=True, check=True).stdout
        self.assertTrue(lowered.startswith(b"0F0,0SEND_F0,0F1,0SEND_F1,0RECV_B0,0B0,"), lowered)
        self.assertIn(b"\r\n1RECV_F0,1F0,1B0,1SEND_B0,", lowered)
        read = json.loads(plan("schedule", *flags, "--format", "json").stdout)
        self.assertEqual(read["order"][1], ["1F0", "1B0", "1F1", "1B1"])
        self.assertEqual(read["phases"][0], {"warm_up": 1, "steady": 2, "cool_down": 1})


    def test_every_schedule_takes_its_own_chunks_and_comes_back_from_its_csv(self):
        names = [line for line in plan("schedules").stdout.splitlines() if line and line[0] not in " pB"]
        self.assertGreaterEqual(len(names), 8)
        with tempfile.TemporaryDirectory() as folder:
            csv = pathlib.Path(folder) / "my.csv"
            for name in names:
                flags = ("--name", name, "--ranks", 4, "--microbatches", 8)
                for form in ("torch-csv", "torch-csv-lowered"):
                    made = plan("schedule", *flags, "--format", form, "-o", csv)
                    self.assertEqual(made.returncode, 0, (name, made.stderr))
                    self.assertEqual(plan("schedule", "--csv", csv).stdout,
                                     plan("schedule", *flags).stdout, name)
                self.assertIn("runs to its end", plan("validate", csv).stdout)
        capped = plan("validate", csv, "--max-in-flight", 1)
        self.assertNotEqual(capped.returncode, 1)

    def test_a_schedule_too_long_to_be_read_is_written_and_said_to_be(self):
        with tempfile.TemporaryDirectory() as folder:
            csv = pathlib.Path(folder) / "long.csv"
            flags = ("--name", "gpipe", "--ranks", 1024, "--microbatches", 4096)
            made = plan("schedule", *flags, "--format", "torch-csv-lowered", "-o", csv)
            self.assertEqual(made.returncode, 0, made.stderr)
            self.assertIn(f"takes {csv.stat().st_size} bytes; a strategy reads", made.stderr)
            self.assertEqual(plan("schedule", "--csv", csv).returncode, 2)


class ByHand(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.csv = pathlib.Path(self.folder.name) / "my.csv"

    def tearDown(self):
        self.folder.cleanup()

    def refused(self, sentence, text, *command):
        self.csv.write_text(text)
        for words in (command,) if command else (("validate", self.csv), ("simulate", "--csv", self.csv)):
            ran = plan(*words)
            self.assertEqual(ran.returncode, 2, ran)
            self.assertEqual(ran.stdout, "")
            self.assertIn(sentence, ran.stderr)

    def test_says_file_row_and_column(self):
        self.refused(f"{self.csv}: row 2, column 5: ", "0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1,1F1\n")
        self.refused("old notation", "0F0,2BW0\n")
        self.refused("PyTorch's own export of 1F1B", "0F0,0F1,0B0,0B1\n1F1,1B1\n")
        self.refused("row 1, column 2: '0B0\\x1b[31m'", "0F0,0B0\x1b[31m\n")

    def test_columns_are_the_cells_of_the_file(self):
        sentence = "row 1, column 3: 0B0 stands before its forward 0F0"
        self.refused(sentence, ",,0B0,0F0\n")
        self.refused("row 2, column 2: 1B0 stands before its forward 1F0",
                     "0F0,0SEND_F0,0RECV_B0,0B0\n1RECV_F0,1B0,1F0,1SEND_B0\n")

    def test_flags_that_mean_nothing_are_refused(self):
        for flag in ("--group", "--max-in-flight", "--effort"):
            self.refused("leave them out", "0F0,0B0\n", "simulate", "--csv", self.csv, flag, 2)

    def test_buffers_from_none_on(self):
        csv = plan("schedule", "--name", "1f1b", "--ranks", 2, "--microbatches", 4).stdout
        self.csv.write_text(csv)
        self.assertEqual(plan("validate", self.csv, "--buffers", 0).returncode, 0)
        self.assertEqual(plan("validate", self.csv, "--buffers", -1).returncode, 2)

    def test_compared_it_has_the_microbatches_of_its_file(self):
        strategy = self.csv.with_name("s.yaml")
        strategy.write_text("bubblescope: 1\nparallel: {pipeline: 1}\n"
                            "schedule: {name: custom, file: my.csv}\ncosts: {forward: 2}\n")
        self.csv.write_text("0F0,0B0,0F1,0B1,0F2,0B2\n")
        read = json.loads(plan("compare", strategy, "--format", "json").stdout)
        self.assertEqual(read["microbatches"], 3)

    def test_a_deadlock_is_said(self):
        self.refused("1B0", "0F0,0B0\n1B0,1F0\n")

    def test_stands_in_a_strategy(self):
        strategy = self.csv.with_name("s.yaml")
        strategy.write_text("bubblescope: 1\nparallel: {pipeline: 2}\n"
                            "schedule: {name: custom, file: my.csv}\ncosts: {forward: 2}\n")
        self.csv.write_text("0F0,0F1,,0B0,0B1\r\n,1F0,1B0,1F1,1B1\r\n")
        self.assertEqual(plan("check", strategy).returncode, 0)
        read = json.loads(plan("simulate", strategy, "--format", "json").stdout)
        self.assertEqual(read["schedule"], "custom")
        self.assertEqual(read["makespan_us"], 12)
        self.refused("parallel.pipeline is 2", "0F0,0B0\n", "check", strategy)

    def test_counts_must_agree(self):
        self.refused("--ranks: is 3, and the CSV has 1", "0F0,0B0\n", "simulate", "--csv", self.csv,
                     "--ranks", 3)


class Reruns(unittest.TestCase):
    def test_reruns_lie_in_idle_time(self):
        flags = ("--name", "1f1b", "--ranks", 4, "--microbatches", 4)
        read = json.loads(plan("reruns", *flags, "--format", "json").stdout)
        self.assertEqual(read["rerun"], sum(rank["rerun"] for rank in read["ranks"]))
        self.assertGreater(read["rerun"], 0)
        self.assertLessEqual(read["rerun"], read["at_most"])
        self.assertIn("no op moves", plan("reruns", *flags).stdout)


unittest.main()
