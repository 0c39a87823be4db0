"""Ranks under a real mpirun, for tests that are programs of their own."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

DEADLINE = 300  # seconds in which everything is over, even beside as many busy programs


def mpirun(ranks, files, shared):
    """The command that a program's words follow. MPI's files and its shared memory go to these folders."""
    command = ["mpirun", "--oversubscribe",
               "--mca", "btl_vader_backing_directory", shared,
               "--mca", "orte_tmpdir_base", files]
    if os.getuid() == 0:
        command.append("--allow-run-as-root")
    return [*command, "-n", str(ranks)]


def shared_memory():
    """A folder in memory, as MPI likes it, for as long as it is entered. By another name than those of runs: what
    dead runs have left there is removed by any that starts meanwhile."""
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    return tempfile.TemporaryDirectory(prefix="mpi-test-bubblescope-", dir=memory)


def run_ranks(ranks, *words):
    """Of a program and its arguments; comes back when all of them have ended."""
    with contextlib.ExitStack() as folders:
        files = folders.enter_context(tempfile.TemporaryDirectory())
        shared = folders.enter_context(shared_memory())
        return subprocess.run([*mpirun(ranks, files, shared), *words], timeout=DEADLINE,
                              capture_output=True, text=True)


def main(set_program):
    """Runs the tests of the calling script on the program that is named first; 77, which skips them for ctest,
    where there is no mpirun."""
    if shutil.which("mpirun") is None:
        print("skipped: there is no mpirun")
        sys.exit(77)
    set_program(os.path.realpath(sys.argv.pop(1)))
    unittest.main(verbosity=2)
