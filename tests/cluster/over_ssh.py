#!/usr/bin/env python3
"""over_ssh.py BIN: runs over hosts without Slurm, started by mpirun over ssh, and watched from a machine that takes no
part in them: the losses of one host, the right words where a host or a rank is gone, no key where others could read it."""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys

from cluster import Hosts, skip_unless_possible, until

BIN = pathlib.Path(sys.argv[1])
TRAINS = """bubblescope: 1
name: trains
model: {layers: 4, hidden: 32, heads: 2, vocab: 256, sequence: 32}
parallel: {pipeline: 2, data: 2}
batch: {micro: 1, global: 8}
schedule: {name: 1f1b}
cluster: {device: cpu}
training: {seed: 7}
"""
PROGRAMS = ("bubblescope-run", "bubblescope-engine", "bubblescope")


class Runs:
    def __init__(self, hosts):
        self.hosts = hosts
        self.home = hosts.shared / "home"
        self.folder = self.home / "state/bubblescope/runs"
        self.home.mkdir()
        hosts.environment |= {"HOME": str(self.home), "XDG_STATE_HOME": str(self.home / "state"),
                              "QT_QPA_PLATFORM": "offscreen"}
        hosts.environment.pop("XDG_RUNTIME_DIR", None)
        self.program = hosts.shared / "bin/bubblescope-run"
        self.file = self.home / "trains.yaml"
        self.file.write_text(TRAINS)
        self.said = self.home / "said" # what the newest run tells of itself
        self.hostfile = self.home / "hosts"
        self.hostfile.write_text("h1 slots=2\nh2 slots=2\n")

    def words(self, steps, *more):
        return [self.program, self.file, "--device", "cpu", "--steps", steps, *more]

    def record(self, run):
        return json.loads((self.folder / run / "run.json").read_text())

    def started(self, steps=1_000_000, *more):
        """A run over both hosts that goes on, once its ranks have recorded something."""
        before = set(os.listdir(self.folder)) if self.folder.exists() else set()
        with open(self.said, "w") as said:
            process = self.hosts.start("h1", *self.words(steps, "--hostfile", self.hostfile, *more),
                                       stdout=subprocess.DEVNULL, stderr=said)
        run = until(lambda: self.folder.exists() and (set(os.listdir(self.folder)) - before), 60, "a run").pop()
        until(lambda: any(path.stat().st_size > 20_000 for path in (self.folder / run).glob("events*")), 60,
              "its ranks record")
        return run, process

    def engines(self, host):
        return list(map(int, self.hosts.run(host, "pgrep", "-f", "bubblescope-engin[e]", check=False).stdout.split()))

    def none_left(self, hosts=("h1", "h2")):
        until(lambda: not any(self.engines(host) for host in hosts), 15, "no rank is left")

    def stop(self, run):
        done = self.hosts.run("h1", self.program, "stop", run)
        assert "has ended: stopped" in done.stderr, done
        self.none_left()


def trains_as_on_one_host(runs):
    losses = []
    for more in ([], ["--hostfile", runs.hostfile]):
        report = runs.home / "report.json"
        done = runs.hosts.run("h1", *runs.words(6, "--json", report, *more), check=False)
        assert done.returncode == 0, done
        told = json.loads(report.read_text())
        assert told["telemetry"]["sent"] == told["telemetry"]["logged"] > 0, told["telemetry"]
        losses.append([step["loss"] for step in told["steps"]])
    assert losses[0] == losses[1] and None not in losses[0], losses
    place = runs.record(told["run"])["place"]
    assert place["hosts"] == [{"name": "h1", "ranks": 2}, {"name": "h2", "ranks": 2}], place


def keys_are_nowhere_to_be_read(runs):
    run, process = runs.started()
    connection = json.loads((runs.folder / run / "connection.json").read_text())
    secrets = [value for name, value in connection.items() if name.endswith("_secret_key") or name == "control_key"]
    assert len(secrets) == 4
    look = "import glob,sys\nfor f in glob.glob('/proc/[0-9]*/cmdline')+glob.glob('/proc/[0-9]*/environ'):\n" \
           "  try: t=open(f,'rb').read()\n  except OSError: continue\n" \
           "  if any(s.encode() in t for s in sys.stdin_words if s): print(f)\n"
    script = runs.home / "look.py"
    script.write_text(look.replace("sys.stdin_words", "open(" + repr(str(runs.home / "secrets")) + ").read().split()"))
    (runs.home / "secrets").write_text("\n".join(secrets))
    for host in ("h1", "h2"):
        assert runs.engines(host)
        found = runs.hosts.run(host, "/usr/bin/python3", script).stdout
        assert not found, found
    (runs.home / "secrets").unlink()
    for log in (runs.folder / run).iterdir():
        if log.name != "connection.json" and log.is_file():
            text = log.read_bytes()
            assert not any(secret.encode() in text for secret in secrets), log
    assert (runs.folder / run / "connection.json").stat().st_mode & 0o777 == 0o600
    # Another user of the host sees neither the file nor a socket that answers.
    done = runs.hosts.run("h1", "setpriv", "--reuid=65534", "--clear-groups", "cat",
                          runs.folder / run / "connection.json", check=False)
    assert done.returncode != 0 and "Permission denied" in done.stderr, done
    runs.stop(run)
    assert not (runs.folder / run / "connection.json").exists()
    process.wait(timeout=30)


def a_rank_of_the_other_host_is_killed(runs):
    run, process = runs.started()
    runs.hosts.run("h2", "kill", "-KILL", runs.engines("h2")[0])
    process.wait(timeout=60)
    outcome = runs.record(run)["outcome"]
    assert outcome.startswith("failed: rank ") and " on h2 was killed by signal 9" in outcome, outcome
    runs.none_left()


def the_supervisor_is_killed(runs):
    run, process = runs.started()
    runs.hosts.run("h1", "kill", "-KILL", runs.record(run)["supervisor"]["pid"])
    runs.none_left()
    process.wait(timeout=30)


def it_is_watched_from_another_machine(runs):
    """h3 takes no part and shares no run: it has ssh to h1 alone."""
    run, process = runs.started(1500)
    # A tunnel stands by itself where the user's connections are shared.
    with open(runs.hosts.shared / ".hosts/root/.ssh/config", "a") as config:
        config.write("Host h1\n  ControlMaster auto\n  ControlPath /tmp/shared-%C\n  ControlPersist 60\n")
    # What ssh starts does not have the environment of this test.
    program = runs.home / "run"
    program.write_text(f"#!/bin/sh\nXDG_STATE_HOME={runs.home}/state exec {runs.program} \"$@\"\n")
    program.chmod(0o755)
    there = {"XDG_STATE_HOME": str(runs.home / "laptop"), "BUBBLESCOPE_REMOTE": str(program)}
    windows = []
    for viewer in range(2): # several may watch; each takes its picture when the run is over
        picture = runs.home / f"seen-{viewer}.png"
        command = ["env", *(f"{name}={value}" for name, value in there.items()), runs.program.with_name("bubblescope"),
                   "--fresh", "--attach", f"root@h1:{run}", "--screenshot", picture]
        windows.append((picture, runs.hosts.start("h3", *command)))
    process.wait(timeout=200)
    assert runs.record(run)["outcome"] == "completed", runs.record(run)["outcome"]
    for picture, window in windows:
        assert window.wait(timeout=100) == 0 and picture.stat().st_size > 20_000
    run, process = runs.started()
    listed = json.loads(runs.hosts.run("h3", runs.program, "list", "--json", "--host", "root@h1", **there).stdout)
    assert [entry["run"] for entry in listed if entry["state"] == "running"] == [run], listed
    done = runs.hosts.run("h3", runs.program, "pause", f"root@h1:{run}", **there)
    assert "paused before step" in done.stderr, done
    done = runs.hosts.run("h3", runs.program, "stop", "root@h1:last", **there)
    assert "has ended: stopped" in done.stderr, done
    assert not list(pathlib.Path(f"/proc/{(runs.hosts.shared / '.hosts/h3.pid').read_text().strip()}/root/tmp").glob(
        "bubblescope-0/tunnel-*"))
    runs.none_left()
    process.wait(timeout=30)


def a_host_that_is_cut_off_for_a_while_loses_nothing(runs):
    run, process = runs.started() # for as long as it takes to cut it off twice
    # One by one or together, as they are found so.
    silent = lambda: len(re.findall(r" on .*\bh2 ha(?:s|ve) been silent", runs.said.read_text()))
    # A step that is whole has the records of h2's ranks, which are heard again then.
    whole = lambda: len(re.findall(r"\] step \d+ +[\d.]+ ms", runs.said.read_text()))
    for _ in range(2):
        told = silent()
        runs.hosts.link("cut", "h2")
        until(lambda: silent() > told, 60, "it says that h2 is silent")
        before = whole()
        runs.hosts.link("join", "h2")
        until(lambda: whole() > before, 60, "it goes on")
    runs.stop(run)
    process.wait(timeout=60)
    report = json.loads((runs.folder / run / "report.json").read_text())
    steps, telemetry = [step["step"] for step in report["steps"]], report["telemetry"]
    assert steps == list(range(len(steps))), steps
    assert telemetry["dropped"] == 0 and telemetry["sent"] == telemetry["logged"], telemetry


def a_host_is_lost(runs):
    run, process = runs.started()
    os.kill(int((runs.hosts.shared / ".hosts/h2.pid").read_text()), signal.SIGKILL)
    process.wait(timeout=120)
    outcome = runs.record(run)["outcome"]
    assert outcome.startswith("failed: ") and "h2" in outcome, outcome
    runs.none_left(hosts=("h1",))


TESTS = (trains_as_on_one_host, keys_are_nowhere_to_be_read, a_rank_of_the_other_host_is_killed, the_supervisor_is_killed,
         it_is_watched_from_another_machine, a_host_that_is_cut_off_for_a_while_loses_nothing, a_host_is_lost)


def main():
    skip_unless_possible("netns.sh")
    if not pathlib.Path("/usr/sbin/sshd").exists():
        print("skipped: runs over ssh need sshd (apt-get install openssh-server)")
        sys.exit(77)
    with Hosts("h1", "h2", "h3", clocks=1000) as hosts:
        hosts.take(*(BIN / name for name in PROGRAMS))
        subprocess.run([hosts.command("h1")[0], "sshd"], env=hosts.environment, check=True, stdout=subprocess.DEVNULL)
        runs = Runs(hosts)
        for test in TESTS:
            if sys.argv[2:] and test.__name__ not in sys.argv[2:]:
                continue
            print(test.__name__, flush=True)
            test(runs)


if __name__ == "__main__":
    main()
