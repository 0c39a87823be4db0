#!/usr/bin/env python3
"""Runs bubblescope-engine under a real mpirun: mpi_test.py ENGINE

Exit code 77 (skipped, for ctest) where there is no mpirun.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import mpi_ranks

STRATEGY = """bubblescope: 1
name: mpi test
{model}parallel: {{pipeline: {ranks}, chunks: {chunks}}}
batch: {{micro: 1, global: {microbatches}}}
schedule: {{name: {schedule}}}
costs: {{forward: {op}, input_grad: {op}, weight_grad: {op}, transfer: {transfer}}}
"""
DEADLINE = 120  # seconds in which everything is over, even beside as many busy programs
ENGINE = ""


class MpiTest(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        # Killed ranks leave their segments of shared memory behind.
        self.shared = mpi_ranks.shared_memory()
        self.addCleanup(self.shared.cleanup)

    def strategy(self, ranks=4, chunks=1, microbatches=8, schedule="1f1b", op=1000, transfer=0,
                 model=""):
        path = os.path.join(self.directory.name, f"{schedule}.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(STRATEGY.format(**{k: v for k, v in locals().items() if k != "self"}))
        return path

    def connection(self, endpoint):
        # The pairs of ZeroMQ's own documentation: over ipc keys are not looked at, but must be keys.
        server = "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7"
        public = "Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID"
        secret = "D:)Q[IlAW!ahhC2ac:9*A}h:p?([4%wOTJ%JR%cs"
        keys = {f"{role}_{kind}_key": key for role in ("rank", "viewer", "controller")
                for kind, key in (("public", public), ("secret", secret))}
        path = os.path.join(self.directory.name, "connection.json")
        with open(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="utf-8") as file:
            json.dump({"bubblescope_connection": 1, "run": 31, "rank_endpoint": endpoint,
                       "viewer_endpoint": "", "control_endpoint": "", "server_public_key": server,
                       "control_key": "00" * 32, **keys}, file)
        return path

    def start(self, processes, *arguments, before=()):
        command = mpi_ranks.mpirun(processes, self.directory.name, self.shared.name)
        run = subprocess.Popen([*command, *before, ENGINE, *arguments],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.end, run)
        return run

    def end(self, run):
        for pid in self.engines():
            os.kill(pid, signal.SIGKILL)
        run.kill()
        run.communicate()

    def engines(self):
        """The engines of this test, by their strategy's directory."""
        found = []
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/cmdline", "rb") as file:
                    words = file.read().decode(errors="replace").split("\0")
            except OSError:
                continue
            if words[0] == ENGINE and any(w.startswith(self.directory.name) for w in words):
                found.append(int(name))
        return sorted(found)

    def wait_for(self, what, condition):
        deadline = time.monotonic() + DEADLINE
        while not condition():
            self.assertLess(time.monotonic(), deadline, what)
            time.sleep(0.05)

    def first_step_over(self, run):
        self.assertRegex(run.stdout.readline(), r"^step 0: ")

    def finish(self, run):
        output, errors = run.communicate(timeout=DEADLINE)
        self.wait_for("no engine is left", lambda: not self.engines())
        return run.returncode, output, errors

    def test_runs_each_schedule_to_its_end(self):
        # DualPipe: two directions over the same ranks, forwards fused with backwards.
        for schedule, chunks in (("1f1b", 1), ("gpipe", 1), ("interleaved", 2), ("dualpipe", 2),
                                 ("dualpipev", 2)):
            with self.subTest(schedule):
                path = self.strategy(schedule=schedule, chunks=chunks, transfer=100)
                run = self.start(4, path, "--no-telemetry", "--steps", "3", "--report")
                code, output, errors = self.finish(run)
                self.assertEqual(code, 0, errors)
                steps = re.findall(r"^step \d+: ([\d.]+) ms measured, ([\d.]+) ms", output, re.M)
                self.assertEqual(len(steps), 3, output)
                for measured, predicted in steps:  # a rank never wakes before it is due
                    self.assertGreaterEqual(float(measured), float(predicted))

    def test_clocks_of_one_machine_are_found_to_agree(self):
        run = self.start(4, self.strategy(), "--no-telemetry", "--measure-clocks")
        code, output, errors = self.finish(run)
        self.assertEqual(code, 0, errors)
        clocks = re.findall(r"is ([+-]\d+) ns away, within (\d+) ns", output)
        self.assertEqual(len(clocks), 4, output)
        for offset, bound in clocks:
            self.assertLessEqual(abs(int(offset)), int(bound))

    def test_wrong_number_of_processes_is_bad_input_said_once(self):
        code, _, errors = self.finish(self.start(3, self.strategy(), "--no-telemetry"))
        self.assertEqual(code, 2)
        self.assertEqual(errors.count("has 4 ranks, but 3 processes were started"), 1, errors)

    def test_a_stuck_rank_is_named_with_the_op_that_is_missing(self):
        path = self.strategy(op=5000)
        run = self.start(4, path, "--no-telemetry", "--steps", "100000", "--timeout", "5",
                         "--report")
        self.first_step_over(run)
        os.kill(self.engines()[2], signal.SIGSTOP)
        code, _, errors = self.finish(run)
        self.assertEqual(code, 1)
        self.assertRegex(errors, r"rank \d: step \d+: .*(stuck or gone)")

    def test_a_killed_rank_ends_the_run(self):
        run = self.start(4, self.strategy(), "--no-telemetry", "--steps", "100000", "--report")
        self.first_step_over(run)
        self.assertTrue(os.listdir(self.shared.name), "the segments are not where they are removed")
        os.kill(self.engines()[1], signal.SIGKILL)
        self.assertNotEqual(self.finish(run)[0], 0)

    def test_sigterm_ends_the_run(self):
        path = self.strategy(op=50_000)
        run = self.start(4, path, "--no-telemetry", "--steps", "100000", "--report")
        self.first_step_over(run)
        os.kill(self.engines()[0], signal.SIGTERM)
        code, _, errors = self.finish(run)
        self.assertNotEqual(code, 0)
        self.assertIn("stopped by SIGTERM", errors)

    def test_a_lack_of_memory_is_a_sentence(self):
        model = "model: {layers: 2, hidden: 16384, sequence: 16384}\n"  # messages of 512 MiB
        path = self.strategy(ranks=2, model=model)
        limit = ["sh", "-c", 'ulimit -v 1100000; exec "$0" "$@"']
        run = self.start(2, path, "--no-telemetry", before=limit)
        code, _, errors = self.finish(run)
        self.assertEqual(code, 1)
        self.assertRegex(errors, r"rank \d: this machine has no memory left for the run; use fewer")

    def test_orphans_end_themselves(self):
        run = self.start(4, self.strategy(), "--no-telemetry", "--steps", "100000", "--report")
        self.first_step_over(run)
        run.kill()
        self.finish(run)

    def test_without_a_collector_the_run_ends(self):
        connection = self.connection(f"ipc://{self.directory.name}/nobody")
        run = self.start(4, self.strategy(), "--connection", connection, "--steps", "100000")
        code, _, errors = self.finish(run)
        self.assertEqual(code, 1)
        self.assertIn("the collector of this run is not heard any more", errors)


def set_program(path):
    global ENGINE
    ENGINE = path


if __name__ == "__main__":
    mpi_ranks.main(set_program)
