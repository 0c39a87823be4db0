"""Runs bubblescope-plan's calibrate and trace on what was measured, and reads what they say. Run by ctest."""

import json
import pathlib
import shutil
import struct
import tempfile
import unittest

from plan_program import STRATEGIES, plan


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
        self.predicted = self.dump(self.FLAGS, 
                                   {"world_size": 3, "pp_size": 3, "num_mbs": 5, "clocks": [0, 0, 0]})

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
        predicted = self.dump(flags, {"pp_size": 2, "num_mbs": 4, "vp_size": 2, "clocks": [1, 1]})
        (self.path / "pp_rank_2.json").unlink()
        measured = json.loads(plan("trace", self.path, "--format", "json").stdout)
        for key in ("schedule", "makespan_us", "ranks"):
            self.assertEqual(measured[key], predicted[key], key)
        self.assertIn("chunks: 2", plan("calibrate", self.path).stdout)

    def shift(self, rank, by):
        """As if the rank's clock were ahead by so many ms."""
        file = f"pp_rank_{rank}.json"
        steps = json.loads((self.path / file).read_text())
        for step in steps.values():
            for key, value in step.items():
                if isinstance(value, list):
                    step[key] = [time + by for time in value]
            step["total"] += by
        self.write(file, steps)

    def test_says_how_well_clocks_are_known(self):
        self.write("config.json", {"pp_size": 3, "num_mbs": 5})
        for rank, by in ((0, 3), (1, 3.7), (2, 2.2)):
            self.shift(rank, by)
        ran = plan("trace", self.path, "--format", "json")
        clocks = json.loads(ran.stdout)["clocks"]
        self.assertEqual([clock["rank"] for clock in clocks], [0, 1, 2])
        self.assertEqual(clocks[0]["half_width_us"], 0)
        for clock, by in zip(clocks, (0, -700, 800)):
            self.assertLessEqual(abs(clock["moved_us"] - by), clock["half_width_us"])
            self.assertLessEqual(clock["half_width_us"], 400)
        self.assertEqual(json.loads(ran.stdout)["contradiction_us"], 0)
        self.assertIn("to the middle of what the ops leave open, which can be wrong by", ran.stderr)
        self.assertIn("give or take, us", plan("trace", self.path).stdout)
        self.write("config.json", {"pp_size": 3, "num_mbs": 5, "clocks_run_on": 1})
        clocks = json.loads(plan("trace", self.path, "--format", "json").stdout)["clocks"]
        self.assertLessEqual(abs(clocks[1]["drift_ppm"]), clocks[1]["drift_half_width_ppm"])

    def test_an_order_of_its_own_is_custom(self):
        # Rank 0 runs its last forward between the first and the second backward.
        for rank, step in ((0, {"fwd_start": [0, 3, 6, 9, 40], "bwd_start": [22, 32, 50, 60, 70]}),
                           (1, {"fwd_start": [4, 9, 14, 33, 44], "bwd_start": [18, 27, 38, 54, 64]}),
                           (2, {"fwd_start": [8, 17, 26, 37, 50], "bwd_start": [12, 21, 30, 45, 55]})):
            step = {**step, "fwd_end": [t + 3 for t in step["fwd_start"]],
                    "bwd_end": [t + 4 for t in step["bwd_start"]], "total": 75}
            self.write(f"pp_rank_{rank}.json", {"7": step, "8": step})
        ran = plan("trace", self.path, "--format", "json")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn("assumed: the schedule is custom: no known one makes the order that ran", ran.stderr)
        self.assertEqual(json.loads(ran.stdout)["schedule"], "custom")
        out = self.path / "measured.yaml"
        self.assertEqual(plan("calibrate", self.path, "-o", out).returncode, 0)
        self.assertIn("order:", out.read_text())
        self.assertEqual(plan("calibrate", self.path, out).stdout, out.read_text())
        for form in ("table", "chrome", "svg"):
            self.assertEqual(plan("trace", self.path, "--format", form).returncode, 0, form)
        self.assertEqual(plan("explain", out).returncode, 0)

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


unittest.main()
