#!/usr/bin/env python3
"""jobs.py BIN SAY_JOB: bubblescope-run submit on a real Slurm, and what is told of jobs that wait, for ever or not,
run, are preempted, requeued, cancelled, out of time, or lose a node."""

import json
import os
import pathlib
import sys

from cluster import Cluster, skip_unless_possible, until

BIN, SAY_JOB = map(pathlib.Path, sys.argv[1:])
STRATEGY = """bubblescope: 1
name: "Odd $(touch /tmp/x) 'name'"
parallel: {pipeline: 2}
batch: {micro: 1, global: 4}
schedule: {name: 1f1b}
costs: {forward: 1000, input_grad: 1000, weight_grad: 1000, transfer: 0}
"""


class Jobs:
    def __init__(self, cluster):
        self.cluster = cluster
        cluster.take(SAY_JOB)
        self.file = cluster.home / "it's one.yaml"
        self.file.write_text(STRATEGY)
        (cluster.shared / "wait.sh").write_text("#!/bin/sh\nexec sleep 1000\n")

    def submit(self, *words, code=0, **more):
        done = self.cluster.head(self.cluster.shared / "bin/bubblescope-run", "submit", self.file, *words, check=False, **more)
        assert done.returncode == code, (words, done)
        return done

    def sbatch(self, *words):
        """A job that does nothing for long: its number."""
        return self.cluster.head("sbatch", "--parsable", "-o", "/dev/null", *words, self.cluster.shared / "wait.sh").stdout.strip()

    def told(self, job, **environment):
        done = self.cluster.head(self.cluster.shared / "bin" / SAY_JOB.name, job, **environment)
        state, words = done.stdout.splitlines()
        return state, words

    def until_told(self, job, state, seconds=60):
        until(lambda: self.told(job)[0] == state, seconds, f"job {job} is told to be {state}, not {self.told(job)}")
        return self.told(job)[1]


def folders(jobs):
    runs = jobs.cluster.home / "state/bubblescope/runs"
    return sorted(os.listdir(runs)) if runs.exists() else []


def refusals(jobs):
    """Each before there is a job, in one sentence, and nothing is left of it."""
    for words, said in (
            (["--partition", "nope"], "there is no partition nope; name one of these with --partition: main, urgent, small, closed"),
            (["--partition", "small", "--nodes", "2", "--account", "staff"], "partition small has 1 node, and the job asks for 2"),
            (["--partition", "small", "--nodes", "1"], "partition small is for some accounts only; name one of them with --account: staff"),
            (["--time", "2:00:00"], "partition main lets a job run for 1 h, and the job asks for 2 h; ask for --time 0-01:00:00 or less"),
            (["--partition", "closed"], "partition closed starts no jobs, as it is DOWN"),
            (["--nodes", "1", "--mem", "999G"], "sbatch: Memory specification can not be satisfied"),
            (["--nodes", "1", "--gpus-per-node", "9", "--device", "emulated"], "Requested node configuration is not available")):
        done = jobs.submit(*words, code=2)
        assert said in done.stderr and done.stdout == "", (words, done)
        assert not folders(jobs), words
    assert jobs.cluster.head("squeue", "-h").stdout == ""


def a_printed_script_is_what_sbatch_takes(jobs):
    printed = jobs.submit("--print", "--steps", "2", "--nodes", "1", "--time", "5").stdout
    assert not folders(jobs)
    script = jobs.cluster.home / "printed.sh"
    script.write_text(printed)
    job = jobs.cluster.head("sbatch", "--parsable", "-o", jobs.cluster.home / "printed.log", script).stdout.strip()
    assert "has completed" in jobs.until_told(job, "completed", 120), (jobs.cluster.home / "printed.log").read_text()


def a_run_in_a_job(jobs):
    done = jobs.submit("--steps", "3", "--nodes", "1", "--time", "5", SBATCH_ACCOUNT="somebody", SBATCH_WAIT="1",
                       SLURM_TIME_FORMAT="relative", SQUEUE_PARTITION="urgent")
    told = json.loads(done.stdout)
    folder = pathlib.Path(told["directory"])
    assert "SBATCH_WAIT is set and has no effect here" in done.stderr, done
    assert f"is job {told['job']} of Slurm" in done.stderr, done
    assert folder.name == told["run"] and folder.stat().st_mode & 0o777 == 0o700
    record = json.loads((folder / "job.json").read_text())
    assert record["job"] == told["job"] and record["strategy"] == str(jobs.file), record
    assert (folder / "job.json").stat().st_mode & 0o777 == 0o600
    assert "#SBATCH --account=somebody\n" in (folder / "job.sh").read_text()
    jobs.until_told(told["job"], "completed", 120)
    run = json.loads((folder / "run.json").read_text())
    assert run["state"] == "completed" and run["ranks"] == 2, run
    assert len(json.loads((folder / "report.json").read_text())["steps"]) == 3
    # It was sent where the answer says.
    assert "recorded in" in pathlib.Path(told["output"]).read_text()
    # The folder is that job's, and no other's.
    again = jobs.submit("--record", folder, code=2)
    assert "is the folder of another job" in again.stderr, again


def the_signal_reaches_the_run(jobs):
    """The script's command is the very process that Slurm signals."""
    printed = jobs.submit("--print", "--nodes", "1", "--signal-before", "30", "--time", "1").stdout
    assert "#SBATCH --signal=B:USR1@30\n" in printed
    lines = printed.splitlines()
    assert lines[-1].startswith("exec '"), lines
    note = jobs.cluster.home / "signalled"
    stand_in = jobs.cluster.home / "stand-in"
    # Blocked until it waits: what comes first must not end it.
    stand_in.write_text("#!/usr/bin/env python3\nimport signal\n"
                        "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])\n"
                        f"open('{note}', 'w').write(signal.Signals(signal.sigwait([signal.SIGUSR1])).name)\n")
    stand_in.chmod(0o755)
    script = jobs.cluster.home / "signal.sh"
    script.write_text("\n".join(lines[:-1]) + f"\nexec '{stand_in}'\n")
    job = jobs.cluster.head("sbatch", "--parsable", "-o", "/dev/null", script).stdout.strip()

    def check():
        jobs.until_told(job, "completed", 120)
        assert note.read_text() == "SIGUSR1", note.read_text()
    return check


def those_that_wait(jobs):
    full = jobs.sbatch("-N2", "--exclusive", "-t", "9")
    assert jobs.until_told(full, "running") == "runs on n[1-2]"
    left = []
    for words, said in ((["-N1", "-t", "5"], "queued: it waits for nodes to become free"),
                        (["-N1", "-t", "5"], "queued: jobs of a higher priority are before it"),
                        (["-N1", "--begin=now+3600"], "queued: it may not begin yet; Slurm expects it to begin at 20"),
                        (["-N1", "-H"], "queued: you hold it; scontrol release"),
                        (["-N9"], "will never start as it is: partition main has 2 nodes, and the job asks for 9; ask for fewer"),
                        (["-N1", "-t", "300"], "will never start as it is: partition main lets a job run for 1 h, and the job asks for 5 h"),
                        # Of its two schedulers each has a reason of its own.
                        (["-N1", "-p", "small", "-t", "1"], ("will never start as it is: Job's account not known",
                                                             "queued: nodes that it needs are down, drained or reserved")),
                        (["-N1", "-p", "closed"], "queued: an administrator has stopped its partition; ask them")):
        job = jobs.sbatch(*words)
        until(lambda: jobs.told(job)[1].startswith(said), 90, f"{words} is told as '{said}', not '{jobs.told(job)[1]}'")
        left.append(job)
    # What bubblescope-run submit itself says of a job that waits.
    waiting = jobs.submit("--nodes", "2", "--time", "5")
    line = json.loads(waiting.stdout)
    assert f"job {line['job']} is queued: " in waiting.stderr and line["state"] == "queued", waiting
    for job in [*left, full, json.loads(waiting.stdout)["job"]]:
        jobs.cluster.head("scancel", job)
    assert jobs.until_told(full, "cancelled") == "was cancelled"
    assert jobs.told("4000000") == ("unknown", "is no longer known to Slurm")


def preempted(jobs):
    job = jobs.sbatch("-N2", "--exclusive", "-t", "9", "--requeue")
    jobs.until_told(job, "running")
    urgent = jobs.sbatch("-N2", "--exclusive", "-p", "urgent", "-t", "5")
    words = jobs.until_told(job, "requeued")
    assert words.startswith("requeued: Slurm holds a job back for two minutes before it begins it again"), words
    jobs.until_told(urgent, "running")
    jobs.cluster.head("scancel", urgent)
    jobs.cluster.head("scancel", job)
    # One that may not be begun again ends.
    job = jobs.sbatch("-N2", "--exclusive", "-t", "9", "--no-requeue")
    jobs.until_told(job, "running", 90)
    urgent = jobs.sbatch("-N2", "--exclusive", "-p", "urgent", "-t", "5")
    assert jobs.until_told(job, "preempted") == "was ended for a job of a higher priority"
    jobs.cluster.head("scancel", urgent)
    jobs.until_told(urgent, "cancelled")


def out_of_time(jobs):
    """Slurm's shortest limit is a minute."""
    job = jobs.sbatch("-N1", "-t", "1")

    def check():
        words = jobs.until_told(job, "out of time", 150)
        assert words == "reached its time limit of 1 min; ask for more with --time", words
    return check


def a_node_is_lost(jobs):
    kept = jobs.sbatch("-N2", "--exclusive", "-t", "9", "--no-requeue")
    jobs.until_told(kept, "running", 90)
    jobs.cluster.kill_slurmd("n2")
    assert jobs.until_told(kept, "node failed", 90) == "one of its nodes n[1-2] failed"
    # It is told while the node is away, too.
    job = jobs.sbatch("-N2", "-t", "5")
    until(lambda: "are down" in jobs.told(job)[1], 30, f"a node is told to be down, not {jobs.told(job)}")
    jobs.cluster.head("scancel", job)
    # Slurm that does not answer is no job that is gone.
    jobs.cluster.run("head", "pkill", "-KILL", "slurmctld")
    silent = jobs.cluster.head(jobs.cluster.shared / "bin" / SAY_JOB.name, kept, check=False)
    assert silent.returncode == 1 and silent.stdout == "", silent
    before = folders(jobs)
    done = jobs.submit("--nodes", "1", code=1)
    assert "Unable to contact slurm controller" in done.stderr and folders(jobs) == before, done


def main():
    skip_unless_possible()
    with Cluster(nodes=2, programs=BIN) as cluster:
        jobs = Jobs(cluster)
        refusals(jobs)
        a_printed_script_is_what_sbatch_takes(jobs)
        a_run_in_a_job(jobs)
        later = [out_of_time(jobs), the_signal_reaches_the_run(jobs)] # they take more than a minute
        for check in later:
            check()
        those_that_wait(jobs)
        preempted(jobs)
        a_node_is_lost(jobs)


main()
