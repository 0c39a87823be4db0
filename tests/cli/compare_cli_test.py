"""Runs bubblescope-plan's compare and explain, and reads what they say. Run by ctest."""

import json
import pathlib
import tempfile
import unittest

from plan_program import STRATEGIES, plan


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


unittest.main()
