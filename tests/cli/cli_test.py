"""Runs bubblescope-plan as a person would and reads what it says. Run by ctest."""

import json
import pathlib
import shutil
import struct
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


class Compare(unittest.TestCase):
    FLAGS = ("compare", "--ranks", 4, "--microbatches", 8)

    def test_every_format_holds_the_same_numbers(self):
        rows = json.loads(plan(*self.FLAGS, "--format", "json").stdout)["schedules"]
        by_name = {row["schedule"]: row for row in rows}
        self.assertEqual(by_name["1f1b"]["makespan_us"], 33)
        self.assertEqual(by_name["1f1b"]["peak_in_flight"], [4, 3, 2, 1])
        self.assertEqual(by_name["gpipe"]["max_in_flight"], 8)
        csv = plan(*self.FLAGS, "--names", "gpipe,1f1b", "--format", "csv").stdout.splitlines()
        self.assertEqual(len(csv), 3)
        self.assertTrue(csv[1].startswith("gpipe,1,33,0.2727272727272727,0.375,"), csv)
        markdown = plan(*self.FLAGS, "--names", "gpipe", "--format", "markdown").stdout.splitlines()
        self.assertEqual(len({line.count("|") for line in markdown}), 1)
        self.assertIn("1f1b", plan(*self.FLAGS).stdout)

    def test_costs_of_each_rank_serve_two_directions(self):
        with tempfile.TemporaryDirectory() as folder:
            strategy = pathlib.Path(folder) / "s.yaml"
            strategy.write_text("bubblescope: 1\nparallel: {pipeline: 2}\nbatch: {global: 4}\n"
                                "schedule: dualpipe\n"
                                "costs: {forward: [1, 2], input_grad: 1, weight_grad: 1}\n")
            read = json.loads(plan("compare", strategy, "--names", "dualpipe", "--format",
                                   "json").stdout)
            own = json.loads(plan("simulate", strategy, "--format", "json").stdout)
            self.assertEqual(read["schedules"][0]["makespan_us"], own["makespan_us"])

    def test_a_file_is_compared_as_it_is_simulated_and_estimated(self):
        for path in sorted(STRATEGIES.glob("*.yaml")):
            own = json.loads(plan("simulate", path, "--format", "json").stdout)
            read = json.loads(plan("compare", path, "--names", own["schedule"], "--format",
                                   "json").stdout)
            row = read["schedules"][0]
            self.assertEqual((row["makespan_us"], row["bubble_fraction"]),
                             (own["makespan_us"], own["bubble_fraction"]), path)
            self.assertEqual(read["costs_from"], own["costs_from"])
            estimated = plan("estimate", path, "--format", "json")
            if estimated.returncode == 0:
                numbers = json.loads(estimated.stdout)
                self.assertAlmostEqual(numbers["step_seconds"] * 1e6, row["makespan_us"], places=2)
                self.assertEqual(numbers["bubble_fraction"], row["bubble_fraction"])
                self.assertEqual(numbers["costs_from"], own["costs_from"])

    def test_costs_are_of_a_stage_or_of_a_ranks_share(self):
        flags = ("--ranks", 4, "--microbatches", 8, "--chunks", 2, "--forward", 4)
        def simulated(*more):
            return json.loads(plan("simulate", "--name", "interleaved", *flags, *more, "--format",
                                   "json").stdout)
        def row(*more):
            read = json.loads(plan("compare", "--names", "interleaved", *flags, *more, "--format",
                                   "json").stdout)
            return read["costs_of"], read["schedules"][0]["makespan_us"]
        # (m v + p - 1) times forward and backward of a stage: 4 + 2 or 2 + 1.
        self.assertEqual(simulated()["makespan_us"], 19 * 6)
        self.assertEqual(simulated()["costs_of"], "stage")
        self.assertEqual(simulated("--costs-of", "rank")["makespan_us"], 19 * 3)
        self.assertEqual(simulated("--costs-of", "rank")["costs_of"], "rank")
        self.assertEqual(row(), ("rank", 19 * 3))
        self.assertEqual(row("--costs-of", "stage"), ("stage", 19 * 6))
        self.assertIn("of one stage", plan("simulate", "--name", "interleaved", *flags).stdout)
        self.assertIn("of a rank's whole share",
                      plan("compare", "--names", "interleaved", *flags).stdout)
        lines = plan("compare", "--names", "1f1b", *flags, "--format", "csv").stdout.splitlines()
        self.assertEqual(dict(zip(lines[0].split(","), lines[1].split(",")))["costs_of"], "rank")
        self.assertEqual(plan("simulate", "--name", "1f1b", *flags, "--costs-of", "chunk").returncode,
                         2)

    def test_a_files_costs_are_of_its_own_stages(self):
        with tempfile.TemporaryDirectory() as folder:
            strategy = pathlib.Path(folder) / "s.yaml"
            strategy.write_text("bubblescope: 1\nparallel: {pipeline: 4, chunks: 2}\n"
                                "batch: {global: 8}\nschedule: interleaved\n"
                                "costs: {forward: 2, input_grad: 2, weight_grad: 2}\n")
            def rows(*more):
                read = json.loads(plan("compare", strategy, "--names", "interleaved,1f1b", *more,
                                       "--format", "json").stdout)
                return [one["makespan_us"] for one in read["schedules"]]
            self.assertEqual(rows(), [19 * 6, 11 * 12])
            self.assertEqual(rows("--costs-of", "stage"), [19 * 6, 11 * 6])
            self.assertEqual(rows("--costs-of", "rank"), [19 * 3, 11 * 6])
            own = json.loads(plan("simulate", strategy, "--costs-of", "rank", "--format",
                                  "json").stdout)
            self.assertEqual(own["makespan_us"], 19 * 3)
            # The same sentence never stands below different numbers.
            said = lambda *more: plan("compare", strategy, "--names", "interleaved,1f1b",
                                      *more).stdout.splitlines()[-1]
            self.assertEqual(len({said(), said("--costs-of", "rank"), said("--costs-of", "stage")}), 3)
            self.assertIn("of one stage of the file's own schedule", said())
            read = json.loads(plan("compare", strategy, "--format", "json").stdout)
            self.assertEqual((read["costs_of"], read["rank_shares_kept"]), ("stage", True))
            lines = plan("compare", strategy, "--format", "csv").stdout.splitlines()
            row = dict(zip(lines[0].split(","), lines[1].split(",")))
            self.assertEqual((row["costs_of"], row["rank_shares_kept"]), ("stage", "true"))

    def test_interleaved_has_two_chunks_as_its_siblings(self):
        for name in ("interleaved", "interleaved-plain", "interleaved-symmetric", "looped-bfs"):
            read = json.loads(plan("schedule", "--name", name, "--ranks", 4, "--microbatches", 8,
                                   "--format", "json").stdout)
            self.assertEqual(read["chunks"], 2, name)

    def test_chunks_are_two_where_any_number_goes_unless_said(self):
        rows = lambda *more: {(row["schedule"], row["chunks"]): row for row in json.loads(
            plan(*self.FLAGS, *more, "--format", "json").stdout)["schedules"] if "chunks" in row}
        self.assertIn(("interleaved", 2), rows())
        self.assertIn(("zb-auto", 1), rows())
        self.assertIn(("interleaved", 3), rows("--chunks", 3))
        self.assertEqual(set(rows("--names", "interleaved:4,1f1b")), {("interleaved", 4), ("1f1b", 1)})
        refused = plan(*self.FLAGS, "--names", "1f1b:2", "--format", "csv").stdout.splitlines()
        self.assertEqual(refused[0].count(","), refused[1].split('"')[0].count(","))
        self.assertIn("takes one chunk", refused[1].split('"')[1])

    def test_mistakes(self):
        for sentence, words in (("nearest is '1f1b'", (*self.FLAGS, "--names", "gpipe,1f1bb")),
                                ("--ranks and --microbatches", ("compare", "--ranks", 4))):
            ran = plan(*words)
            self.assertEqual(ran.returncode, 2)
            self.assertIn(sentence, ran.stderr)


class Explain(unittest.TestCase):
    def test_every_bubble_has_a_chain_to_the_start(self):
        flags = ("--name", "1f1b", "--ranks", 4, "--microbatches", 8)
        bubbles = [rank["bubbles"] for rank in
                   json.loads(plan("simulate", *flags, "--format", "json").stdout)["ranks"]]
        read = json.loads(plan("explain", *flags, "--format", "json").stdout)
        for simulated, explained in zip(bubbles, read["ranks"]):
            self.assertEqual([b["start_us"] for b in simulated],
                             [b["start_us"] for b in explained["bubbles"]])
            for bubble in explained["bubbles"]:
                self.assertEqual(bubble["root"]["kind"], "step_start")
                self.assertEqual(bubble["root"]["op"], "0F0")
        text = plan("explain", *flags).stdout
        chains, critical, places = text.split("\n\n")
        self.assertEqual(len(chains.splitlines()), sum(map(len, bubbles)))
        self.assertIn("critical path", critical)
        path = read["critical_path"]
        makespan = json.loads(plan("simulate", *flags, "--format", "json").stdout)["makespan_us"]
        self.assertAlmostEqual(
            path["computing_us"] + path["transferring_us"] + path["tail_us"], makespan)
        for rank, row in zip(bubbles, read["bubble_places"]):
            self.assertAlmostEqual(sum(row["simulated_us"].values()),
                                   sum(b["end_us"] - b["start_us"] for b in rank))
            self.assertEqual(sum(row["published_us"].values()), sum(row["shifted_us"].values()))

    def test_places_are_shifted_without_a_formula_too(self):
        flags = ("--name", "zb-h1", "--ranks", 4, "--microbatches", 8, "--forward", "1,2,1,1")
        rows = json.loads(plan("explain", *flags, "--format", "json").stdout)["bubble_places"]
        for row in rows:
            self.assertNotIn("published_us", row)
            self.assertAlmostEqual(sum(row["simulated_us"].values()),
                                   sum(row["shifted_us"].values()))
        self.assertTrue(any(row["simulated_us"] != row["shifted_us"] for row in rows))


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
                             (("--layout", "Et|tt|L"), "do not divide by 2 ranks"),
                             (("--layers", 4, "--per-stage", "2,2"), "give one of"),
                             (("--per-rank", "4,4", "--count-loss"), "leave them out"),
                             (("--layout", "Et|tL", "--chunks", 3), "leave the flag out"),
                             (("--layers", 1), "layer")):
            ran = plan("layers", "--ranks", 2, *flags)
            self.assertEqual(ran.returncode, 2)
            self.assertIn(words, ran.stderr)


class Reruns(unittest.TestCase):
    def test_reruns_lie_in_idle_time(self):
        flags = ("--name", "1f1b", "--ranks", 4, "--microbatches", 4)
        read = json.loads(plan("reruns", *flags, "--format", "json").stdout)
        self.assertEqual(read["rerun"], sum(rank["rerun"] for rank in read["ranks"]))
        self.assertGreater(read["rerun"], 0)
        self.assertLessEqual(read["rerun"], read["at_most"])
        self.assertIn("no op moves", plan("reruns", *flags).stdout)


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


class Calibrate(unittest.TestCase):
    def test_what_a_recording_lacks_is_named(self):
        kept = pathlib.Path(__file__).parent.parent / "measured" / "recordings" / "training"
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder) / "run"
            shutil.copytree(kept, copy)
            log = copy / "events.bslog"
            data = log.read_bytes()
            chunks, at = [], 40
            while at < len(data):
                end = at + 32 + struct.unpack("<I", data[at + 4:at + 8])[0]
                chunks.append(data[at:end])
                at = end
            middle = len(chunks) // 2
            for sentence, code, left in (("", 0, chunks),
                                         ("lacks frame", 1, chunks[:middle] + chunks[middle + 1:]),
                                         ("more than once", 1, chunks + chunks[middle:middle + 1])):
                log.write_bytes(data[:40] + b"".join(left))
                ran = plan("calibrate", copy, copy / "strategy.yaml")
                self.assertEqual(ran.returncode, code, ran.stderr)
                self.assertIn(sentence, ran.stderr)
                self.assertEqual("is damaged" in ran.stderr, bool(sentence), ran.stderr)
                self.assertIn("costs:", ran.stdout)

    def refused(self, sentence, *arguments):
        ran = plan("calibrate", *arguments)
        self.assertEqual(ran.returncode, 2, ran)
        self.assertEqual(ran.stdout, "")
        self.assertIn(sentence, ran.stderr)

    def test_says_what_is_no_recording(self):
        strategy = STRATEGIES / "first-run.yaml"
        with tempfile.TemporaryDirectory() as folder:
            self.refused("holds no recording (events.bslog)", folder, strategy)
            self.refused("is neither the folder of a recorded run nor an event log", "a-run", strategy)
            text = pathlib.Path(folder) / "events.bslog"
            text.write_text("no event log")
            self.refused(str(text), folder, strategy)
            self.refused("--skip-steps", folder, strategy, "--skip-steps", "-1")
            self.refused("cannot be opened", folder, folder + "/none.yaml")
        self.refused("file is required", "a-run")


class Trace(unittest.TestCase):
    """Dumps made of a simulated timeline come back as that timeline."""

    FLAGS = ("--name", "1f1b", "--ranks", 3, "--microbatches", 5, "--forward", "3000,4000,3500",
             "--input-grad", 4000, "--weight-grad", 4000, "--transfer", "150,200", "--optimizer", 500)

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name) / "my-run"
        self.path.mkdir()
        self.predicted = self.dump(self.FLAGS, {"world_size": 3, "pp_size": 3, "num_mbs": 5})

    def dump(self, flags, config):
        self.write("config.json", config)
        predicted = json.loads(plan("simulate", *flags, "--format", "json").stdout)
        ends = [rank["tail"]["end_us"] / 1e3 for rank in predicted["ranks"]]
        events = json.loads(plan("simulate", *flags, "--format", "chrome").stdout)["traceEvents"]
        for rank in range(config["pp_size"]):
            ops = sorted((e["ts"] / 1e3, (e["ts"] + e["dur"]) / 1e3, e["name"][0]) for e in events
                         if e["ph"] == "X" and e["tid"] == 2 * rank and e["name"][0] in "FB")
            self.assertEqual(len(ops), 2 * config["num_mbs"] * config.get("vp_size", 1))
            lists = {f"{word}_{end}": [op[i] for op in ops if op[2] == letter]
                     for word, letter in (("fwd", "F"), ("bwd", "B"))
                     for i, end in enumerate(("start", "end"))}
            step = {"total": ends[rank], "memory": 10.5 + rank, **lists}
            self.write(f"pp_rank_{rank}.json", {"7": step, "8": step})
        return predicted

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, value):
        (self.path / name).write_text(json.dumps(value))

    def refused(self, sentence, *arguments):
        ran = plan(*arguments)
        self.assertEqual(ran.returncode, 2, ran)
        self.assertEqual(ran.stdout, "")
        self.assertIn(sentence, ran.stderr)

    def test_prints_what_simulate_prints(self):
        ran = plan("trace", self.path, "--format", "json")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        measured = json.loads(ran.stdout)
        for key in ("schedule", "makespan_us", "bubble_fraction", "bubble_overhead", "ranks"):
            self.assertEqual(measured[key], self.predicted[key], key)
        self.assertEqual([each["error"] for each in measured["iterations"]], [0, 0])
        self.assertEqual([each["by_others_error"] for each in measured["iterations"]], [0, 0])
        self.assertIn("assumed: all ranks count from the same moment", ran.stderr)
        table = plan("trace", self.path, "--iteration", 8).stdout
        for words in ("my-run, iteration 8: 1f1b, 3 ranks, 5 microbatches", "measured",
                      "ledger over all ranks", "10.50, 11.50, 12.50"):
            self.assertIn(words, table)

    def test_chunks_make_it_interleaved(self):
        flags = ("--name", "interleaved", "--ranks", 2, "--microbatches", 4, "--chunks", 2,
                 "--forward", 3000, "--input-grad", 4000, "--weight-grad", 4000, "--optimizer", 500)
        predicted = self.dump(flags, {"pp_size": 2, "num_mbs": 4, "vp_size": 2})
        (self.path / "pp_rank_2.json").unlink()
        measured = json.loads(plan("trace", self.path, "--format", "json").stdout)
        for key in ("schedule", "makespan_us", "ranks"):
            self.assertEqual(measured[key], predicted[key], key)
        self.assertIn("chunks: 2", plan("calibrate", self.path).stdout)

    def test_draws_measured_beside_predicted(self):
        events = json.loads(plan("trace", self.path, "--format", "chrome").stdout)["traceEvents"]
        self.assertEqual({e["args"]["name"] for e in events if e["name"] == "process_name"},
                         {"measured", "predicted"})
        self.assertIn("<svg", plan("trace", self.path, "--format", "svg").stdout)

    def test_gives_a_strategy_that_opens(self):
        out = self.path / "measured.yaml"
        self.assertEqual(plan("calibrate", ".", "-o", out, cwd=self.path).returncode, 0)
        self.assertIn('name: "my-run, as measured"', out.read_text())
        again = json.loads(plan("simulate", out, "--format", "json").stdout)
        self.assertEqual(again["makespan_us"], self.predicted["makespan_us"])
        self.assertEqual(plan("calibrate", self.path, out).stdout, out.read_text())
        self.refused("give the strategy that was run", "calibrate", self.path,
                     STRATEGIES / "first-run.yaml")

    def test_says_what_is_wrong_with_the_dumps(self):
        self.refused("--iteration: 9 was not dumped; 7 to 8 were", "trace", self.path,
                     "--iteration", 9)
        self.refused("--iteration", "trace", self.path, "--iteration", "x")
        self.refused("config.json: cannot be opened", "trace", self.folder.name)
        step = json.loads((self.path / "pp_rank_1.json").read_text())
        step["8"]["fwd_end"].pop()
        self.write("pp_rank_1.json", step)
        for command in (("trace", self.path), ("calibrate", self.path)):
            self.refused("pp_rank_1.json:1: 8.fwd_end: has 4 entries", *command)
        (self.path / "pp_rank_1.json").unlink()
        self.refused("pp_rank_1.json: cannot be opened", "trace", self.path)
class Convert(unittest.TestCase):
    SCRIPT = """torchrun --nproc_per_node 8 --nnodes 2 pretrain_gpt.py --num-layers 8 --hidden-size 512 \\
    --num-attention-heads 8 --seq-length 512 --max-position-embeddings 512 --vocab-size 1000 \\
    --tensor-model-parallel-size 2 --pipeline-model-parallel-size 2 --micro-batch-size 1 \\
    --global-batch-size 16 --attention-dropout 0 --hidden-dropout 0 --log-interval 7 --bf16
"""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = pathlib.Path(self.folder.name) / "run.sh"
        self.file.write_text(self.SCRIPT)

    def convert(self, to, *more, source="megatron-args"):
        return plan("convert", "--from", source, self.file, "--to", to, *more)

    def test_says_on_stderr_what_does_not_go_along(self):
        ran = self.convert("bubblescope")
        self.assertEqual(ran.returncode, 0, ran)
        self.assertIn("pipeline: 2\n", ran.stdout)
        self.assertIn(f"{self.file}:2: --vocab-size: approximated: is 1000, padded to 1024", ran.stderr)
        self.assertIn(f"{self.file}:4: --log-interval: ignored: ", ran.stderr)

    def test_keeps_keys_only_through_the_same_format(self):
        self.assertIn("--log-interval 7\n", self.convert("megatron-args").stdout)
        other = self.convert("nemo-yaml")
        self.assertEqual(other.returncode, 0)
        self.assertNotIn("log", other.stdout)

    def test_our_own_strategies_go_both_ways(self):
        out = pathlib.Path(self.folder.name) / "strategy.yaml"
        self.assertEqual(self.convert("bubblescope", "-o", out).returncode, 0)
        self.assertEqual(plan("check", out).returncode, 0)
        back = plan("convert", "--from", "bubblescope", out, "--to", "megatron-args")
        self.assertIn("--tensor-model-parallel-size 2\n", back.stdout)

    def test_says_what_a_format_has_no_word_for(self):
        ran = plan("convert", "--from", "bubblescope", STRATEGIES / "first-run.yaml", "--to", "megatron-args")
        self.assertEqual(ran.returncode, 0)
        self.assertIn("megatron-args: model: not expressible: ", ran.stderr)

    def test_problems_are_bad_input(self):
        self.file.write_text(self.SCRIPT.replace("--num-layers 8", "--num-layers 010"))
        ran = self.convert("bubblescope")
        self.assertEqual((ran.returncode, ran.stdout), (2, ""))
        self.assertIn(f"{self.file}:1: --num-layers: must be a whole number", ran.stderr)
        for flags, said in ((("--from", "megatron", "--to", "nemo-yaml"), "--from: megatron is no format"),
                            (("--to", "nemo-yaml"), "--from is missing: the format of the file, one of "),
                            (("--from", "nemo-yaml", "--to", "x"), "--to: x is no format")):
            wrong = plan("convert", *flags, self.file)
            self.assertEqual(wrong.returncode, 2)
            self.assertIn(said, wrong.stderr)

    def test_lists_the_formats(self):
        ran = plan("convert", "--list")
        self.assertEqual(ran.returncode, 0)
        for name in ("megatron-args", "nemo-yaml", "mindspeed-rl", "bubblescope"):
            self.assertIn(name, ran.stdout)


unittest.main()
