"""Runs bubblescope-plan as a person would and reads what it says. Run by ctest."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

PLAN = sys.argv.pop(1)
STRATEGIES = pathlib.Path(sys.argv.pop(1))


def plan(*arguments, **options):
    return subprocess.run([PLAN, *map(str, arguments)], capture_output=True, text=True, timeout=60,
                          **options)


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
        read = json.loads(plan("schedule", *flags, "--format", "json").stdout)
        self.assertEqual(read["order"][1], ["1F0", "1B0", "1F1", "1B1"])
        self.assertEqual(read["phases"][0], {"warm_up": 1, "steady": 2, "cool_down": 1})


class Simulate(unittest.TestCase):
    def test_json_has_the_agreed_keys_and_adds_up(self):
        ran = plan("simulate", "--name", "interleaved", "--ranks", 4, "--microbatches", 8, "--chunks", 2,
                   "--forward", 1.5, "--transfer", 0.25, "--format", "json")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        read = json.loads(ran.stdout)
        idle = 0
        for number, rank in enumerate(read["ranks"]):
            self.assertEqual(rank["rank"], number)
            self.assertAlmostEqual(sum(rank["ledger_us"].values()), read["makespan_us"], places=6)
            self.assertAlmostEqual(rank["busy_us"] + rank["idle_us"], read["makespan_us"], places=6)
            bubbles = sum(b["end_us"] - b["start_us"] for b in rank["bubbles"])
            self.assertAlmostEqual(bubbles, rank["idle_us"], places=6)
            self.assertEqual(sum(p["ops"] for p in rank["phases"].values()), 32)
            self.assertEqual(rank["phases"]["warm_up"]["ops"], 2 * (3 - number) + 4)
            for bubble in rank["bubbles"]:
                phase = rank["phases"][bubble["phase"]]
                self.assertLessEqual(phase["start_us"], bubble["start_us"])
                self.assertLessEqual(bubble["end_us"], phase["end_us"])
            idle += rank["idle_us"]
        self.assertAlmostEqual(read["bubble_fraction"], idle / (4 * read["makespan_us"]))
        self.assertGreater(sum(r["ledger_us"]["exposed_transfer"] for r in read["ranks"]), 0)

    def test_unit_costs_and_the_closed_form(self):
        read = json.loads(plan("simulate", "--name", "1f1b", "--ranks", 4, "--microbatches", 8,
                               "--format", "json").stdout)
        self.assertEqual(read["makespan_us"], 33)
        self.assertEqual(read["closed_form"]["makespan_us"], 33)
        self.assertAlmostEqual(read["bubble_fraction"], 3 / 11)
        self.assertAlmostEqual(read["bubble_overhead"], 3 / 8)
        self.assertEqual([r["peak_in_flight"] for r in read["ranks"]], [4, 3, 2, 1])

    def test_chrome_trace_keeps_every_nanosecond(self):
        read = json.loads(plan("simulate", "--name", "1f1b", "--ranks", 2, "--microbatches", 3, "--forward",
                               0.001, "--transfer", 0.1, "--format", "chrome").stdout)
        slices = [e for e in read["traceEvents"] if e["ph"] == "X"]
        self.assertEqual(len(slices), 12)
        self.assertEqual(min(e["dur"] for e in slices), 0.001)
        arrows = [e for e in read["traceEvents"] if e.get("cat") == "transfer"]
        starts = {e["id"]: e["ts"] for e in arrows if e["ph"] == "s"}
        ends = {e["id"]: e["ts"] for e in arrows if e["ph"] == "f"}
        self.assertEqual(len(starts), 6)  # three activations and three gradients
        for arrow, start in starts.items():
            self.assertGreaterEqual(ends[arrow] - start, 0.0999)

    def test_every_strategy_that_comes_along(self):
        files = sorted(STRATEGIES.glob("*.yaml"))
        self.assertGreaterEqual(len(files), 5)
        for file in files:
            self.assertEqual(plan("check", file).returncode, 0, file)
            self.assertIn("bubble fraction", plan("simulate", file).stdout)


class BadInput(unittest.TestCase):
    def refused(self, sentence, *arguments):
        ran = plan(*arguments)
        self.assertEqual(ran.returncode, 2, ran)
        self.assertEqual(ran.stdout, "")
        self.assertIn(sentence, ran.stderr)

    def flags(self, ranks=4, microbatches=8, name="1f1b", **more):
        words = ["simulate", "--name", name, "--ranks", ranks, "--microbatches", microbatches]
        for flag, value in more.items():
            words += ["--" + flag.replace("_", "-"), value]
        return words

    def test_numbers(self):
        self.refused("over the limit of 1048576", *self.flags(ranks=10**9))
        self.refused("--ranks: must be a whole number from 1", *self.flags(ranks=0))
        self.refused("--ranks: must be a whole number from 1", *self.flags(ranks=-1))
        self.refused("--ranks: must be a whole number from 1", *self.flags(ranks=10**18))
        self.refused("over the limit of 16777216", *self.flags(ranks=4096, microbatches=8192))
        self.refused("--forward: must be a number of microseconds", *self.flags(forward="nan"))
        self.refused("at most three digits", *self.flags(forward="0.0001"))
        self.refused("--transfer: must be a number of microseconds", *self.flags(transfer="-1"))

    def test_schedules(self):
        self.refused("the nearest is '1f1b'", *self.flags(name="1f1bb"))
        self.refused("group must lie between 1 and the 8 microbatches",
                     *self.flags(name="interleaved", group=9))
        self.refused("takes one chunk a rank", *self.flags(chunks=2))
        self.refused("'interleaved-plain' deadlocks with 9 microbatches on 4 ranks",
                     *self.flags(name="interleaved-plain", chunks=4, microbatches=9))

    def test_all_mistakes_at_once(self):
        ran = plan(*self.flags(ranks="x", microbatches="y", forward="z"))
        self.assertEqual(len(ran.stderr.splitlines()), 3)

    def test_files(self):
        self.refused("cannot be opened", "check", "/nonexistent.yaml")
        self.refused("is no regular file", "simulate", "/dev/zero")
        self.refused("not both", "simulate", STRATEGIES / "first-run.yaml", "--ranks", 4)
        with tempfile.TemporaryDirectory() as folder:
            bad = pathlib.Path(folder) / "bad.yaml"
            bad.write_text("bubblescope: 1\nparallel: {pipelin: 4}\nbatch: {micro: 0}\n")
            ran = plan("check", bad)
            self.assertEqual(ran.returncode, 2)
            self.assertIn(f"{bad}:2: parallel.pipelin: ", ran.stderr)
            self.assertIn("pipeline", ran.stderr)
            self.assertIn(f"{bad}:3: batch.micro: ", ran.stderr)

    def test_usage(self):
        self.refused("subcommand is required")
        self.refused("not in {table,json,chrome}", *self.flags(format="pdf"))
        self.refused("is missing", "simulate", "--ranks", 4)

    def test_a_full_disk_is_said(self):
        with open("/dev/full", "w") as full:
            ran = subprocess.run([PLAN, "schedules"], stdout=full, stderr=subprocess.PIPE, text=True,
                                 timeout=60)
        self.assertEqual(ran.returncode, 1)
        self.assertIn("No space left", ran.stderr)

    def test_output_replaces_the_file_in_one_step(self):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "out.json"
            self.assertEqual(plan(*self.flags(format="json"), "-o", out).returncode, 0)
            self.assertEqual(json.loads(out.read_text())["makespan_us"], 33)
            self.assertEqual(list(pathlib.Path(folder).iterdir()), [out])
            self.assertEqual(plan(*self.flags(), "-o", folder + "/none/out").returncode, 1)


unittest.main()
