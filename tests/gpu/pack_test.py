#!/usr/bin/env python3
"""Packs the folder for a machine with a GPU, and runs all its stages there on GPUs that are made up: pack_test.py BUILD

What runs is what is carried: the environment is empty but for a PATH of the system's own folders, and the programs
are those of the folder. The numbers say nothing; that each is taken, written at once and told is what is tested.
Exit code 77 (skipped, for ctest) where there is no mpirun.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
BUILD = ""
DEADLINE = 500  # seconds in which everything is over, even beside as many busy programs


def run(*command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=DEADLINE, **more)


class PackTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory(prefix="gpu-pack-")
        cls.addClassCleanup(cls.directory.cleanup)
        cls.base = pathlib.Path(cls.directory.name)
        cls.folder = cls.base / "folder"
        packed = run(HERE / "pack.sh", "--build", BUILD, "--fake", cls.folder)
        assert packed.returncode == 0, packed.stderr
        cls.packed = packed.stdout

    def run_stages(self, name, *words, **environment):
        """The exit code and the objects of results.json by name; each has its line in the table."""
        out = self.base / name
        clean = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "NVCC": "/nowhere/nvcc", "TMPDIR": str(self.base), **environment}
        done = run(self.folder / "run.sh", "--tiny", "--out", out, *words, env=clean, cwd=self.base)
        results = [json.loads(line) for line in (out / "results.json").read_text().splitlines()]
        table = (out / "table.txt").read_text()
        for each in results:
            self.assertIn(each["result"], ("ok", "failed", "missing", "measured"), each)
            self.assertRegex(table, rf"(?m)(^| ){re.escape(each['name'])} ")
        failed = [each for each in results if each["result"] == "failed"]
        self.assertEqual(done.returncode, 1 if failed else 0, done.stdout + done.stderr)
        return failed, {each["name"]: each for each in results}, done

    def unpacked(self, name):
        """A copy of the folder to change, which this test's stages are run from."""
        copy = self.base / name
        shutil.copytree(self.folder, copy)
        shutil.rmtree(copy / "programs", ignore_errors=True)
        subprocess.run(["tar", "-C", copy, "-xzf", copy / "programs.tar.gz"], check=True)
        (copy / "programs/complete").touch()
        folder, self.folder = self.folder, copy
        self.addCleanup(setattr, self, "folder", folder)
        return copy

    def test_what_is_carried_is_small_and_whole(self):
        self.assertRegex(self.packed, r"holds 7 programs, [1-9]\d+ libraries and [1-9]\d+ plugins of Open MPI: [\d.]+ MiB of at most 60")
        again = run(HERE / "pack.sh", "--build", BUILD, "--fake", self.folder)
        self.assertEqual(again.returncode, 1)
        self.assertIn("is not empty", again.stderr)

    def test_1_the_machine_and_the_kernels(self):
        failed, results, done = self.run_stages("one", "--stage", "1")
        self.assertEqual(failed, [], done.stdout)
        self.assertIn("a GPU that is made up", results["GPU"]["text"])
        self.assertGreater(results["kernel test"]["value"], 1)
        self.assertEqual(results["kernel bench"]["result"], "ok")
        # The bench's own numbers stand among ours.
        self.assertEqual(results["copy within the device"]["section"], "ceilings")
        self.assertGreater(results["launch and wait"]["median_ms"], 0)
        self.assertEqual(results["kernel test built by nvcc here"]["result"], "missing")

    def test_2_several_ranks_on_one_gpu(self):
        failed, results, done = self.run_stages("two", "--stage", "2")
        self.assertEqual(failed, [], done.stdout)
        self.assertEqual(results["NCCL, every collective, 2 ranks, distinct host ids"]["result"], "ok")
        self.assertIn("Duplicate GPU", results["NCCL, 2 ranks, equal host ids"]["text"])
        for ranks, grid in ((1, "pp1 tp1 dp1"), (2, "pp2 tp1 dp1"), (2, "pp1 tp2 dp1"), (2, "pp1 tp1 dp2"), (4, "pp2 tp1 dp2")):
            losses = results[f"losses, {ranks} ranks ({grid}), fp32"]
            self.assertEqual(losses["result"], "ok")
            self.assertLessEqual(losses["value"], 1e-4)
        self.assertGreater(results["losses, 1 ranks (pp1 tp1 dp1), bf16"]["value"], 0)

    def test_3_speed_of_training(self):
        failed, results, done = self.run_stages("three", "--stage", "3")
        self.assertEqual(failed, [], done.stdout)
        self.assertGreater(results["GPT-2 124M, speed"]["value"], 0)
        self.assertEqual(results["GPT-2 124M, MFU"]["result"], "missing")  # no data sheet of a GPU that is made up
        self.assertEqual(results["telemetry's overhead"]["unit"], "%")
        self.assertEqual(results["--deep's overhead"]["unit"], "%")
        self.assertEqual(results["llm.c"]["result"], "missing")

    def test_4_faults_and_predictions(self):
        failed, results, done = self.run_stages("four", "--stage", "4")
        self.assertEqual(failed, [], done.stdout)
        self.assertRegex(results["a killed rank"]["text"], r"rank 1 on GPU 0 \(.+\) was killed by signal 9")
        self.assertLessEqual(results["a killed rank"]["value"], 15)
        self.assertEqual(results["a killed rank: the recording"]["result"], "ok")
        self.assertEqual(results["a held rank"]["result"], "ok")
        self.assertGreaterEqual(results["a held rank: the recording"]["value"], 2)
        self.assertIn("stuck or gone", results["a hung rank"]["text"])
        self.assertIn("GiB", results["out of memory"]["text"])
        for ranks in (1, 2):
            self.assertEqual(results[f"predicted against measured, {ranks} ranks"]["unit"], "%")
        self.assertEqual(results["taking turns, 4 ranks: the step"]["unit"], "%")
        self.assertEqual(results["taking turns, 4 ranks: the bubble"]["unit"], "points")
        self.assertEqual(results["taking turns, 4 ranks: losses"]["result"], "ok")

    def test_what_fails_is_a_line_and_the_exit_code(self):
        """Programs that are missing, that fail and that do not end; what comes after them is still done."""
        broken = self.unpacked("broken")
        test = broken / "programs/bin/gpu_kernels_test"
        test.unlink()
        test.write_text("#!/bin/sh\necho '[  FAILED  ] Rows.Copied (3 ms)'\nexit 1\n")
        test.chmod(0o755)
        (broken / "programs/bin/gpu_kernel_bench").unlink()
        failed, results, _ = self.run_stages("failing", "--stage", "1")
        self.assertEqual([each["name"] for each in failed], ["kernel test", "kernel test: Rows.Copied"])
        self.assertEqual(results["gpu_kernel_bench"]["result"], "missing")
        self.assertIn("stage 1", results)

    def test_an_older_c_library_is_said(self):
        newer = self.unpacked("newer")
        needed = (newer / "programs/c-library").read_text().strip()
        self.assertRegex(needed, r"^2\.[0-9]+$")
        (newer / "programs/c-library").write_text("3.0\n")
        failed, results, _ = self.run_stages("older", "--stage", "1")
        self.assertEqual([each["name"] for each in failed], ["C library"])
        self.assertIn("the programs need 3.0", failed[0]["text"])
        self.assertEqual(len(results), 1)

    def test_wrong_words_are_refused(self):
        for words in (["--stage", "5"], ["--stage"], ["--nothing"]):
            refused = run(self.folder / "run.sh", *words)
            self.assertEqual(refused.returncode, 2, words)
            self.assertIn("run.sh [--stage", refused.stderr)
        unpacked = run(HERE / "run.sh", "--out", self.base / "none")
        self.assertEqual(unpacked.returncode, 2)
        self.assertIn("run pack.sh", unpacked.stderr)


if __name__ == "__main__":
    if shutil.which("mpirun") is None:
        print("skipped: there is no mpirun")
        sys.exit(77)
    BUILD = os.path.realpath(sys.argv.pop(1))
    unittest.main(verbosity=2)
