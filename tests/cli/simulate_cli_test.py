"""Runs bubblescope-plan's simulate and layers, and reads what they say. Run by ctest."""

import json
import pathlib
import subprocess
import tempfile
import unittest

from plan_program import PLAN, STRATEGIES, plan


class Search(unittest.TestCase):
    FLAGS = ("--name", "zb-auto", "--ranks", 4, "--microbatches", 8, "--forward", "1,2,1,1")

    def test_says_how_far_from_the_lower_bound_it_ended(self):
        read = json.loads(plan("simulate", *self.FLAGS, "--max-in-flight", 4, "--format",
                               "json").stdout)
        search = read["search"]
        self.assertLessEqual(search["lower_bound_us"], read["makespan_us"])
        self.assertAlmostEqual(search["gap"],
                               read["makespan_us"] / search["lower_bound_us"] - 1)
        self.assertFalse(search["stopped"])
        self.assertIn("lower bound of the makespan", plan("simulate", *self.FLAGS).stdout)
        for effort in (0, 10**9):
            self.assertEqual(plan("simulate", *self.FLAGS, "--effort", effort).returncode, 2)

    def test_an_effort_without_effect_is_said(self):
        ran = plan("simulate", "--name", "1f1b", "--ranks", 2, "--microbatches", 2, "--effort", 3)
        self.assertEqual(ran.returncode, 0)
        self.assertIn("--effort: has no effect on '1f1b'", ran.stderr)

    def test_an_option_without_effect_is_said(self):
        flags = ("--name", "1f1b", "--ranks", 2, "--microbatches", 2, "--max-in-flight", 1)
        ran = plan("simulate", *flags)
        self.assertEqual(ran.returncode, 0)
        self.assertIn("has no effect on '1f1b'", ran.stderr)


class Layers(unittest.TestCase):
    def test_the_slides_uneven_ranks(self):
        read = json.loads(plan("layers", "--ranks", 2, "--chunks", 2, "--per-rank", "5,3",
                               "--format", "json").stdout)
        self.assertEqual([stage["layers"] for stage in read["stages"]], [3, 2, 2, 1])
        self.assertEqual([stage["rank"] for stage in read["stages"]], [0, 1, 0, 1])
        again = json.loads(plan("layers", "--ranks", 2, "--layout", read["layout"],
                                "--format", "json").stdout)
        self.assertEqual(again["stages"], read["stages"])

    def test_megatrons_string_is_read_and_wrong_ones_are_placed(self):
        table = plan("layers", "--ranks", 4, "--layout", "E|(t|)*3,m|m||L").stdout
        self.assertIn("layout E|(t|)*3,(m|)*2|L", table)
        for flags, words in ((("--layout", "Et|x|L"), "column 4"),
                             (("--layout", "Et|tt|L"), "are not divisible by 2 ranks"),
                             (("--layers", 4, "--per-stage", "2,2"), "give one of"),
                             (("--per-rank", "4,4", "--count-loss"), "leave them out"),
                             (("--layout", "Et|tL", "--chunks", 3), "leave the flag out"),
                             (("--layers", 1), "layer")):
            ran = plan("layers", "--ranks", 2, *flags)
            self.assertEqual(ran.returncode, 2)
            self.assertIn(words, ran.stderr)


class Simulate(unittest.TestCase):
    def test_every_cost_has_a_flag(self):
        flags = ("simulate", "--name", "1f1b", "--ranks", 2, "--microbatches", 1)
        makespan = lambda *more: json.loads(
            plan(*flags, *more, "--format", "json").stdout)["makespan_us"]
        self.assertEqual(makespan(), 6)
        self.assertEqual(makespan("--forward", "2,3"), 9)
        self.assertEqual(makespan("--recompute", 1), 8)
        self.assertEqual(makespan("--rank-factor", "1=2"), 9)
        self.assertEqual(makespan("--rank-factor", "1=2", "--rank-factor", "0=3"), 15)
        self.assertEqual(makespan("--gradient-reduction", 4, "--optimizer", 5), 15)
        self.assertEqual(makespan("--transfer", 0.5), 7)
        read = json.loads(plan(*flags, "--optimizer", 5, "--format", "json").stdout)
        self.assertEqual(read["ranks"][1]["tail"]["begin_us"], 4)
        self.assertEqual(read["ranks"][0]["tail"]["end_us"], 11)

    def test_both_definitions_of_a_bubble(self):
        read = json.loads(plan("simulate", "--name", "gpipe", "--ranks", 4, "--microbatches", 8,
                               "--format", "json").stdout)
        self.assertEqual(read["span_us"], 33)
        self.assertAlmostEqual(read["span_bubble_fraction"], 3 / 11)
        self.assertIn("span bubble", plan("simulate", "--name", "gpipe", "--ranks", 4,
                                          "--microbatches", 8).stdout)

    def test_a_step_without_length_has_no_closed_form(self):
        flags = ("simulate", "--name", "1f1b", "--ranks", 4, "--microbatches", 8, "--forward", 0,
                 "--input-grad", 0, "--weight-grad", 0)
        self.assertIsNone(json.loads(plan(*flags, "--format", "json").stdout)["closed_form"])
        self.assertNotIn("closed form", plan(*flags).stdout)

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
        self.refused("has 3 numbers for 4 stages", *self.flags(forward="1,2,3"))
        self.refused("has 2 numbers for 3 hops", *self.flags(transfer="1,2"))
        self.refused("--rank-factor: must be RANK=FACTOR", *self.flags(rank_factor="2"))
        self.refused("--rank-factor: the rank must be", *self.flags(rank_factor="4=2"))
        self.refused("--rank-factor: the factor must be", *self.flags(rank_factor="3=0"))
        self.refused("--pair-overlap: must be a number from 0 to 1", *self.flags(pair_overlap="1.5"))
        self.refused("--transfer: must be a number of microseconds", *self.flags(transfer="-1"))

    def test_schedules(self):
        self.refused("the nearest is '1f1b'", *self.flags(name="1f1bb"))
        self.refused("named '1f1b\\x1b[31m'", *self.flags(name="1f1b\x1b[31m"))
        self.refused("group must lie between 1 and the 8 microbatches",
                     *self.flags(name="interleaved", group=9))
        self.refused("takes one chunk per rank", *self.flags(chunks=2))
        self.refused("'interleaved-plain' deadlocks with 9 microbatches on 4 ranks",
                     *self.flags(name="interleaved-plain", chunks=4, microbatches=9))

    def test_all_mistakes_at_once(self):
        ran = plan(*self.flags(ranks="x", microbatches="y", forward="z"))
        self.assertEqual(len(ran.stderr.splitlines()), 3)

    def test_files(self):
        self.refused("cannot be opened", "check", "/nonexistent.yaml")
        self.refused("is not a regular file", "simulate", "/dev/zero")
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
        self.refused("a command is missing")
        self.refused("--format: must be table, json, chrome or svg, not 'pdf'", *self.flags(format="pdf"))
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
