#!/usr/bin/env python3
"""Runs mpi_collectives under a real mpirun: mpi_collectives_test.py MPI_COLLECTIVES

Exit code 77 (skipped, for ctest) where there is no mpirun.
"""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import mpi_ranks

PROGRAM = ""


class MpiCollectivesTest(unittest.TestCase):
    def run_ranks(self, ranks, what):
        return mpi_ranks.run_ranks(ranks, PROGRAM, what)

    def test_every_collective_in_groups_of_each_size(self):
        for ranks in (2, 4, 7, 8):  # and their halves, and groups of one
            with self.subTest(ranks=ranks):
                run = self.run_ranks(ranks, "check")
                # 1 where a rank has a problem. Open MPI may have words of its own, of a machine
                # that shows no /sys or of shared memory that mpirun has already removed.
                self.assertEqual(run.returncode, 0, run.stderr)

    def test_a_rank_that_never_comes_is_a_sentence(self):
        run = self.run_ranks(3, "absent")
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("tp (rank 0 of 3): the all-reduce of 1.2 MB was not over within 200 ms; "
                      "a rank of the group is stuck or gone", run.stderr)

    def test_lengths_that_differ_are_a_sentence(self):
        run = self.run_ranks(2, "mixed-up")
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("tp (rank 1 of 2): the shift of 20 bytes: 10 bytes came in the shift of tp "
                      "where 20 were expected", run.stderr)


def set_program(path):
    global PROGRAM
    PROGRAM = path


if __name__ == "__main__":
    mpi_ranks.main(set_program)
