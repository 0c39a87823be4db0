"""Runs bubblescope-plan's search, sweep and advise and reads what they say. Run by ctest."""

import csv
import io
import json
import os
import pathlib
import pty
import select
import signal
import subprocess
import sys
import tempfile
import unittest

PLAN = sys.argv.pop(1)

SMALL = """bubblescope: 1
name: small
model: {layers: 8, hidden: 2048, heads: 16, vocab: 32000, sequence: 1024}
parallel: {pipeline: 4}
batch: {micro: 4, global: 32}
cluster: {devices: 8, device: {memory_gib: MEMORY, framework_gib: 0.25}}
"""


def plan(*arguments):
    return subprocess.run([PLAN, *map(str, arguments)], capture_output=True, text=True, timeout=120)


class OnASmallModel(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = pathlib.Path(self.folder.name) / "small.yaml"
        self.write(80)

    def write(self, memory):
        self.file.write_text(SMALL.replace("MEMORY", str(memory)))

    def read(self, *arguments):
        ran = plan(*arguments, "--format", "json")
        self.assertEqual(ran.returncode, 0, ran.stderr)
        return json.loads(ran.stdout)

    def refused(self, sentence, *arguments):
        ran = plan(*arguments)
        self.assertEqual(ran.returncode, 2, ran)
        self.assertEqual(ran.stdout, "")
        self.assertIn(sentence, ran.stderr)

    def test_without_a_model_nothing_is_said_of_the_cost_model(self):
        self.file.write_text("bubblescope: 1\nparallel: {pipeline: 2}\n"
                             "batch: {micro: 1, global: 4}\ncosts: {forward: 10, input_grad: 10, weight_grad: 10}\n")
        for command in ("search", "advise"):
            ran = plan(command, self.file)
            self.assertEqual(ran.returncode, 2, ran)
            self.assertIn("there is no model", ran.stderr)
            self.assertEqual(len(ran.stderr.splitlines()), 1, ran.stderr)

    def test_search_gives_results_that_estimate_the_same(self):
        found = self.read("search", self.file, "--top", 3, "--save", self.folder.name + "/best")
        results = found["results"]
        self.assertGreaterEqual(len(results), 3)
        self.assertGreater(found["looked"], 300)
        seconds = [result["step_seconds"] for result in results]
        self.assertEqual(seconds, sorted(seconds))
        files = sorted(pathlib.Path(self.folder.name, "best").iterdir())
        self.assertEqual(len(files), len(results))
        for file, result in zip(files, results):
            self.assertEqual(plan("check", file).returncode, 0)
            self.assertEqual(file.read_text(), result["strategy"])
            again = self.read("estimate", file)
            for key in again:
                self.assertEqual(again[key], result[key], key)
            self.assertTrue(result["fits"])
            self.assertEqual(result["devices"], 8)
        before = files[0].read_text()
        self.refused("is there already", "search", self.file, "--save", self.folder.name + "/best")
        self.assertEqual(files[0].read_text(), before)
        self.refused("at most 1000", "search", self.file, "--top", 1001)
        self.refused("at most 64", "search", self.file, "--threads", 65)

    def test_search_in_every_format_and_on_any_threads(self):
        rows = plan("search", self.file, "--format", "csv", "--threads", 1).stdout
        self.assertEqual(plan("search", self.file, "--format", "csv", "--threads", 4).stdout, rows)
        table = list(csv.DictReader(io.StringIO(rows)))
        found = self.read("search", self.file)["results"]
        self.assertEqual(len(table), len(found))
        for row, result in zip(table, found):
            self.assertEqual(int(row["tensor"]), result["parallel"]["tensor"])
            self.assertEqual(row["schedule"], result["schedule"]["name"])
            self.assertAlmostEqual(float(row["step_seconds"]), result["step_seconds"])
        self.assertIn("tokens/s", plan("search", self.file).stdout)

    def test_search_takes_devices_targets_and_what_stays(self):
        found = self.read("search", self.file, "--devices", "4,16", "--keep", "schedule", "--keep", "zero")
        self.assertEqual({result["devices"] for result in found["results"]}, {4, 16})
        for result in found["results"]:
            self.assertEqual(result["schedule"]["name"], "1f1b")
            self.assertEqual(result["parallel"]["zero"], 0)
        none = self.read("search", self.file, "--target-tokens-per-second", 1e3)
        self.assertTrue(none["results"])
        ran = plan("search", self.file, "--target-tokens-per-second", "99999999999")
        self.assertEqual(ran.returncode, 0)
        self.assertIn("nothing was found that fits and is fast enough", ran.stdout)

    def test_search_refuses_with_a_sentence(self):
        self.refused("--devices", "search", self.file, "--devices", "8,x")
        self.refused("--top", "search", self.file, "--top", 0)
        self.refused("--threads", "search", self.file, "--threads", "-1")
        self.refused("tokens per second", "search", self.file, "--target-tokens-per-second", "fast")
        self.refused("--keep takes", "search", self.file, "--keep", "everything")
        self.refused("at most 64 numbers", "search", self.file, "--devices", ",".join(["8"] * 65))
        self.refused("no cut of the model", "search", self.file, "--devices", 11)
        self.refused("cannot be opened", "search", self.folder.name + "/none.yaml")

    def read_until(self, terminal, words):
        said = ""
        while words not in said:
            ready, _, _ = select.select([terminal], [], [], 120)
            self.assertTrue(ready, said)
            said += os.read(terminal, 4096).decode()  # fails when the program is gone
        return said

    def test_control_c_ends_a_search_with_the_best_so_far(self):
        wide = [str(devices) for devices in range(8, 8 * 65, 8)]
        text = SMALL.replace("MEMORY", "80").replace("global: 32", "global: 50400")
        self.file.write_text(text.replace("layers: 8", "layers: 64"))
        terminal, end = pty.openpty()  # on a terminal, it says how far it is
        self.addCleanup(os.close, terminal)
        running = subprocess.Popen([PLAN, "search", str(self.file), "--devices", ",".join(wide),
                                    "--format", "json"],
                                   stdout=subprocess.PIPE, stderr=end, text=True)
        os.close(end)
        said = self.read_until(terminal, "configurations")  # of half a minute of work
        running.send_signal(signal.SIGINT)
        said += self.read_until(terminal, "the best so far")
        out, _ = running.communicate(timeout=120)
        self.assertEqual(running.returncode, 0, said)
        found = json.loads(out)
        self.assertTrue(found["stopped"])

    def test_sweep_has_a_row_for_every_pair(self):
        flags = ("sweep", self.file, "--field", "batch.microbatches=2,8", "--field", "parallel.tensor=1,2,3")
        rows = self.read(*flags)
        self.assertEqual(len(rows), 6)
        self.assertEqual(rows[3]["values"], {"batch.microbatches": "8", "parallel.tensor": "1"})
        self.assertGreater(rows[0]["bubble_fraction"], rows[3]["bubble_fraction"])
        self.assertIn("one pipeline takes", rows[2]["why_not"])
        table = list(csv.DictReader(io.StringIO(plan(*flags, "--format", "csv").stdout)))
        for row, read in zip(table, rows):
            self.assertEqual(row["parallel.tensor"], read["values"]["parallel.tensor"])
            self.assertEqual(row["why_not"], read.get("why_not", ""))
            if "step_seconds" in read:
                self.assertAlmostEqual(float(row["step_seconds"]), read["step_seconds"])
        self.assertIn("batch.microbatches", plan(*flags).stdout)
        self.refused("is not a field", "sweep", self.file, "--field", "tensor=1")
        self.refused("KEY=VALUE", "sweep", self.file, "--field", "batch.micro")

    def test_search_says_how_many_are_equal(self):
        found = self.read("search", self.file)
        equal = [result["equals_first"] for result in found["results"]]
        self.assertFalse(equal[0])
        self.assertGreaterEqual(found["equal_strategies"], 1 + sum(equal))
        self.assertGreater(found["equal_strategies"], 1)
        self.assertLessEqual(found["equal_strategies"], found["simulated"])
        self.assertFalse(all(equal[1:]))
        lines = plan("search", self.file).stdout.splitlines()
        head = next(i for i, line in enumerate(lines) if "80 % interval" in line)
        rows = lines[head + 1:head + 1 + len(equal)]
        self.assertEqual([" = " in row for row in rows], equal)
        said = (f"as far as predictions tell, {found['equal_strategies']} of the {found['simulated']} simulated "
                "may be the best")
        self.assertIn(said, lines)
        self.assertIn("=  predictions cannot tell it from the first: 80 % intervals that overlap", lines)
        for top in "3", "40":  # whatever the length of the list
            self.assertIn(said, plan("search", self.file, "--top", top).stdout.splitlines())
            self.assertEqual(self.read("search", self.file, "--top", top)["equal_strategies"],
                             found["equal_strategies"])

    def test_sweep_shows_intervals_and_what_they_do_not_tell_apart(self):
        flags = ("sweep", self.file, "--field", "batch.microbatches=1,8,31,32", "--field", "parallel.tensor=1,2,3")
        rows = self.read(*flags)
        lines = plan(*flags).stdout.splitlines()
        table = list(csv.DictReader(io.StringIO(plan(*flags, "--format", "csv").stdout)))
        known = [row for row in rows if "step_seconds" in row]
        best = max((row for row in known if row["fits"]), key=lambda row: row["tokens_per_second"])

        for row, line, cells in zip(rows, lines[1:], table):
            if "step_seconds" not in row:
                self.assertEqual((cells["interval_low_seconds"], cells["interval_high_seconds"]), ("", ""))
                self.assertIn("one pipeline takes", cells["why_not"])
                continue
            low, high = row["interval_seconds"]
            self.assertLess(low, row["step_seconds"])
            self.assertLess(row["step_seconds"], high)
            interval = f" {low:.4g} to {high:.4g}"
            self.assertIn(interval, line)
            self.assertEqual(line.index(interval) + len(interval), lines[0].index(" bubble") - 2, line)
            self.assertAlmostEqual(float(cells["interval_low_seconds"]), low)
            self.assertAlmostEqual(float(cells["interval_high_seconds"]), high)
            # All of them are on the same devices.
            apart = best["tokens_per_second"] / row["tokens_per_second"]
            equal = row is not best and row["fits"] and 1 / 1.05 <= apart <= 1.05
            self.assertEqual(row["equals_best"], equal, row)
            self.assertEqual("=" in line, equal, line)
        count = 1 + sum(row["equals_best"] for row in known)
        self.assertGreater(count, 1)
        self.assertLess(count, len(known))
        fitting = sum(row["fits"] for row in known)
        self.assertIn(f"as far as predictions tell, {count} of the {fitting} that fit may be the best", lines)
        self.assertIn("=  predictions cannot tell it from the best:", lines)
        tokens = {round(row["step_seconds"] * row["tokens_per_second"])
                  for row in known if row["equals_best"] or row is best}
        self.assertIn(f"   on as many like devices, {'times per token' if len(tokens) > 1 else 'steps'} within 5 % "
                      "(closer than that their order has not been checked)", lines)
        values = ", ".join(f"{key} {value}" for key, value in best["values"].items())
        self.assertIn(f"the most tokens/s of those that fit: {values}", lines)
        # Costs that are given have no interval, and are told apart as they are.
        self.file.write_text(self.file.read_text()
                             + "costs: {forward: 100, input_grad: 100, weight_grad: 100}\n")
        given = plan("sweep", self.file, "--field", "batch.micro=1,2").stdout
        self.assertIn("the most tokens/s of those that fit: batch.micro ", given)
        self.assertNotIn("=", given)
        for row in self.read("sweep", self.file, "--field", "batch.micro=1,2"):
            self.assertNotIn("interval_seconds", row)
            self.assertFalse(row["equals_best"])
        self.write(0.3)
        self.assertIn("none of them fits", plan("sweep", self.file, "--field", "batch.micro=1,2").stdout)

    def test_sweep_keeps_a_ranks_share_of_given_costs(self):
        with tempfile.TemporaryDirectory() as folder:
            strategy = pathlib.Path(folder) / "s.yaml"
            strategy.write_text(pathlib.Path(self.file).read_text()
                                + "costs: {forward: 100000, input_grad: 100000, "
                                  "weight_grad: 100000}\n")
            def seconds(*more):
                run = plan("sweep", strategy, "--field", "schedule.name=1f1b,interleaved", *more,
                           "--format", "json")
                self.assertEqual(run.returncode, 0, run.stderr)
                rows = json.loads(run.stdout)
                of = {(row["costs_of"], row["rank_shares_kept"]) for row in rows}
                return of, [row["step_seconds"] for row in rows]
            of, kept = seconds()
            self.assertEqual(of, {("stage", True)})
            self.assertLess(kept[1], kept[0])
            of, doubled = seconds("--costs-of", "stage")
            self.assertEqual(of, {("stage", False)})
            self.assertEqual(seconds("--costs-of", "rank")[0], {("rank", True)})
            self.assertGreater(doubled[1], doubled[0])
            for command in ("search", "advise"):
                self.assertIn("left aside", plan(command, strategy).stderr, command)

    def test_advise_names_the_fields_that_make_it_fit(self):
        self.assertIn("nothing must change", plan("advise", self.file).stdout)
        self.write(2.9)
        read = self.read("advise", self.file)
        self.assertTrue(read["must_change"])
        self.assertFalse(read["now"]["fits"])
        self.assertTrue(read["advice"])
        changed = pathlib.Path(self.folder.name) / "changed.yaml"
        for advice in read["advice"]:
            changed.write_text(advice["strategy"])
            again = self.read("estimate", changed)
            self.assertTrue(again["fits"])
            self.assertEqual(again["step_seconds"], advice["step_seconds"])
        self.assertIn(" -> ", plan("advise", self.file).stdout)
        now = read["now"]
        lines = plan("advise", self.file).stdout.splitlines()
        for advice, line in zip(read["advice"], lines[2:]):
            low, high = advice["interval_seconds"]
            self.assertIn(f"{advice['step_seconds']:.4g} s", line)
            self.assertIn(f" {low:.4g} to {high:.4g} ", line)
            self.assertEqual(line.startswith("="), advice["equals_now"], line)
            if any(change["key"] == "cluster.devices" for change in advice["changes"]):
                equal = low <= now["interval_seconds"][1] and now["interval_seconds"][0] <= high
            else:  # more than 5 % apart the order of like runs has been checked
                equal = 1 / 1.05 <= advice["step_seconds"] / now["step_seconds"] <= 1.05
            self.assertEqual(advice["equals_now"], equal, line)
        self.assertTrue(any(advice["equals_now"] for advice in read["advice"]))
        self.assertFalse(all(advice["equals_now"] for advice in read["advice"]))
        said = "\n".join(lines)
        self.assertIn("=  predictions cannot tell it from the present strategy:", said)
        like = any(advice["equals_now"] and all(change["key"] != "cluster.devices" for change in advice["changes"])
                   for advice in read["advice"])
        self.assertEqual("   on as many like devices, steps within 5 %" in said, like)
        interval = "behind a step stands its 80 % interval"
        self.assertIn(interval, said)
        self.write(80)
        good = plan("advise", self.file).stdout
        self.assertIn("nothing must change", good)
        self.assertIn(interval, good)
        self.refused("tokens per second", "advise", self.file, "--tokens-per-second", "-5")


unittest.main()
