"""Runs bubblescope-plan's accuracy, and estimates with what it has fitted. Run by ctest."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

PLAN = sys.argv.pop(1)

COLUMNS = ("uid,family,model,layers,hidden,heads,vocab,seq,gpu,n_gpus,gpus_per_node,dtype,TP,PP,CP,EP,DP,"
           "ZeRO,SP,recompute,MBS,GBS,num_microbatches,schedule,step_time_s")
ROW = "{uid},{family},GPT,24,2048,16,51200,1024,{gpu},8,8,bf16,1,4,1,1,2,0,0,none,1,64,32,1F1B,{seconds}"

STRATEGY = """bubblescope: 1
name: small
model: {layers: 24, hidden: 2048, heads: 16, vocab: 51200, sequence: 1024}
parallel: {pipeline: 4, data: 2}
batch: {micro: 1, global: 64}
schedule: {name: SCHEDULE}
cluster: {device: a100-80gb}
"""


def plan(*arguments):
    return subprocess.run([PLAN, *map(str, arguments)], capture_output=True, text=True, timeout=120)


class Accuracy(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.file = self.folder / "small.yaml"
        self.file.write_text(STRATEGY.replace("SCHEDULE", "1f1b"))

    def table(self, name, *rows):
        path = self.folder / name
        path.write_text("\n".join((COLUMNS, *rows)) + "\n")
        return path

    def row(self, uid, seconds, family="Mine", gpu="A100-80GB"):
        return ROW.format(uid=uid, family=family, gpu=gpu, seconds=seconds)

    def seconds(self, *more):
        return json.loads(plan("estimate", self.file, "--format", "json", *more).stdout)["step_seconds"]

    def test_tables_are_taken_together(self):
        one = self.table("one.csv", self.row("a", 2), self.row("b", 3))
        two = self.table("two.csv", self.row("c", 4, "Theirs"), self.row("d", 4, "Theirs", "Abacus"))
        ran = plan("accuracy", one, two, "--format", "json")
        self.assertEqual(ran.returncode, 0, ran)
        families = {f["family"]: f["times"] for f in json.loads(ran.stdout)["families"]}
        self.assertEqual(families, {"Mine": 2, "Theirs": 1})
        self.assertIn(f"{two}:3: d is left out: no device known here is called 'Abacus'", ran.stderr)

    def test_everything_wrong_is_said_and_nothing_is_done(self):
        good = self.table("good.csv", self.row("a", 2))
        bad = self.table("bad.csv", "1,2")
        empty = self.folder / "run"
        empty.mkdir()
        fit = self.folder / "fit"
        ran = plan("accuracy", bad, good, empty, self.folder / "none.csv", "--fit", fit)
        self.assertEqual((ran.returncode, ran.stdout), (2, ""))
        self.assertIn(f"{bad}: line 2: ", ran.stderr)
        self.assertIn(f"{empty}: holds no recording", ran.stderr)
        self.assertIn(f"{self.folder / 'none.csv'}: cannot be opened", ran.stderr)
        self.assertFalse(fit.exists())

    def test_a_fitted_profile_is_used_without_building(self):
        slower = 2 * self.seconds()
        runs = self.table("runs.csv", self.row("a", slower, '"She said ""slow"" \\ slow"'),
                          self.row("b", slower * 1.001))
        fit = self.folder / "new" / "fit"
        ran = plan("accuracy", runs, "--fit", fit)
        self.assertEqual(ran.returncode, 0, ran)
        profile = fit / "a100.yaml"
        self.assertIn(f"{profile}: 2 runs, mean ", ran.stderr)

        self.assertGreater(self.seconds("--profile", profile), 1.3 * self.seconds())
        told = plan("estimate", self.file, "--profile", profile).stdout
        self.assertIn("profile 'a100', fitted to 2 measured runs (", told)
        other = profile.rename(fit / "h100.yaml")
        self.assertIn("whose own profile is called 'a100'",
                      plan("estimate", self.file, "--profile", other).stderr)
        other.rename(profile)
        simulated = plan("simulate", self.file, "--profile", profile, "--format", "json").stdout
        self.assertAlmostEqual(json.loads(simulated)["makespan_us"] / 1e6,
                               self.seconds("--profile", profile))
        sweep = ("sweep", self.file, "--field", "batch.micro=1", "--format", "json")
        self.assertEqual(json.loads(plan(*sweep, "--profile", profile).stdout)[0]["step_seconds"],
                         self.seconds("--profile", profile))
        before = plan("accuracy", runs, "--format", "json")
        after = plan("accuracy", runs, "--format", "json", "--profile", profile)
        self.assertIn("2 of 2 runs are of profile 'a100'", after.stderr)
        errors = [json.loads(ran.stdout)["families"][0]["mean_time_error"] for ran in (before, after)]
        self.assertLess(errors[1], errors[0] / 2)

    def test_what_is_no_profile_is_refused(self):
        profile = self.folder / "mine.yaml"
        for text, said in (("bubblescope_profile: 1\nsource: x\nruns: many\n", f"{profile}:3: runs: "),
                           ("bubblescope: 1\n", f"{profile}:1: "), ("x" * 100_000, f"{profile}: ")):
            profile.write_text(text)
            for command in (("estimate", self.file), ("search", self.file), ("advise", self.file),
                            ("sweep", self.file, "--field", "batch.micro=1"), ("simulate", self.file),
                            ("accuracy", self.table("runs.csv", self.row("a", 2)))):
                ran = plan(*command, "--profile", profile)
                self.assertEqual((ran.returncode, ran.stdout), (2, ""), command)
                self.assertIn(said, ran.stderr)
        ran = plan("simulate", "--name", "1f1b", "--ranks", 2, "--microbatches", 2, "--profile", profile)
        self.assertEqual(ran.returncode, 2)
        self.assertIn("--profile", ran.stderr)

    def test_the_searched_order_is_one_for_the_models_costs(self):
        self.file.write_text(STRATEGY.replace("SCHEDULE", "zb-auto").replace("51200", "400000"))
        simulated = json.loads(plan("simulate", self.file, "--format", "json").stdout)
        self.assertAlmostEqual(simulated["makespan_us"] / 1e6, self.seconds())
        for other in ("1f1b", "zb-h1"):
            searched = self.seconds()
            self.file.write_text(self.file.read_text().replace("zb-auto", other))
            self.assertLessEqual(searched, self.seconds(), other)
            self.file.write_text(self.file.read_text().replace(other, "zb-auto"))


unittest.main()
