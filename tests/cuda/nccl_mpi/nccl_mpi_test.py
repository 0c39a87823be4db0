#!/usr/bin/env python3
"""Runs nccl_over_mpi under a real mpirun: nccl_mpi_test.py NCCL_OVER_MPI

Ranks are processes, each with a GPU that is made up. Exit code 77 (skipped, for ctest) where there
is no mpirun.
"""

import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
import mpi_ranks

PROGRAM = ""


class NcclMpiTest(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)

    def run_ranks(self, ranks, *words):
        return mpi_ranks.run_ranks(ranks, PROGRAM, *words)

    def test_every_collective_in_groups_of_each_size(self):
        for ranks in (2, 4):
            with self.subTest(ranks=ranks):
                run = self.run_ranks(ranks, "check")
                self.assertEqual(run.returncode, 0, run.stderr)

    def test_ranks_that_do_not_say_that_they_share_a_gpu_are_refused(self):
        run = self.run_ranks(2, "one-gpu")
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("NCCL cannot go on in tp: invalid usage (run with NCCL_DEBUG=WARN for "
                      "details): Duplicate GPU detected : rank 1 on CUDA device 0", run.stderr)

    def test_a_killed_rank_ends_the_others(self):
        run = self.run_ranks(3, "killed")
        self.assertNotEqual(run.returncode, 0)
        self.assertNotIn("without a rank", run.stderr)
        self.assertIn("signal 9", run.stderr)

    def test_a_rank_that_never_comes_is_a_sentence_and_a_record(self):
        run = self.run_ranks(3, "absent", self.directory.name)
        self.assertNotEqual(run.returncode, 0)
        for rank in (0, 1):
            self.assertIn(f"rank {rank}: tp (rank {rank} of 3): the all-reduce of 400 bytes was not "
                          "over within 1.0 s; a rank of the group is stuck or gone", run.stderr)
            with open(f"{self.directory.name}/flight-rank-{rank}.json", encoding="utf-8") as file:
                record = json.load(file)
            last = record["communicators"][0]["operations"][-1]
            self.assertEqual((last["what"], last["state"]), ("all-reduce", "started"))


def set_program(path):
    global PROGRAM
    PROGRAM = path


if __name__ == "__main__":
    mpi_ranks.main(set_program)
