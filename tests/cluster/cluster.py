"""A Slurm cluster of several nodes on this machine, for a test: see cluster.sh and netns.sh beside this file.

    with Cluster(nodes=2, programs=BIN) as cluster:
        cluster.head("srun", "-N2", "hostname")

Whatever ends the test, its hosts end with it: cluster.sh holds them for as long as its input is open, and that is a
pipe of which only this process has the other end. Several clusters may be up at once.
"""

import os
import pathlib
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
# What squeue says of a job, in one line that is easy to take apart.
JOB = "--Format=State:24,RestartCnt:12,Reason:128"
SKIPPED = 77


def until(condition, seconds, what):
    """The first true value of `condition()`."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds} s: {what}")
        select.select([], [], [], 0.1)
    return found


def skip_unless_possible(script="cluster.sh"):
    """Ends the program as skipped, with one line that says why, where this machine lacks what a cluster takes."""
    checked = subprocess.run([HERE / script, "check"], stdout=subprocess.PIPE, text=True)
    if checked.returncode:
        print(checked.stdout, end="")
        sys.exit(checked.returncode)


class Hosts:
    """Hosts without Slurm: `names`, each with a network, a process table and folders of its own, but for `shared`."""

    script, what = "netns.sh", "hosts"

    def __init__(self, *names, **settings):
        self.words, self.settings = names, settings

    def __enter__(self):
        self.shared = pathlib.Path(tempfile.mkdtemp(prefix="bubblescope-cluster-"))
        self.shared.chmod(0o755)
        # Of its end, so that the names of two clusters differ; interfaces' names have little room.
        self.tag = "bs" + re.sub(r"\W", "", self.shared.name[-8:])
        self.environment = os.environ | {"BS_TAG": self.tag, "BS_SHARED": str(self.shared)} \
            | {f"BS_{name.upper()}": str(value) for name, value in self.settings.items()}
        self.log = open(self.shared / "cluster.log", "w+")
        self.holder = subprocess.Popen([HERE / self.script, "hold", *map(str, self.words)], env=self.environment,
                                       stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, text=True,
                                       start_new_session=True)
        if self.holder.stdout.readline() != "ready\n":
            said = self.said()
            self.close()
            raise AssertionError(f"the {self.what} did not start: {said}")
        return self

    def __exit__(self, kind, *_):
        if kind is not None:
            print(self.logs(), file=sys.stderr)
        self.close()

    def close(self):
        self.holder.stdin.close() # which is what it waits for
        code = self.holder.wait(timeout=120)
        said = self.said()
        self.log.close()
        shutil.rmtree(self.shared)
        assert code in (0, 1), f"{self.script} ended with {code}: {said}"

    def said(self):
        self.log.seek(0)
        return self.log.read()

    def logs(self):
        """What its programs have written, for a test that fails."""
        return "\n".join(f"== {log}\n" + "\n".join(log.read_text(errors="replace").splitlines()[-40:])
                         for log in sorted(self.shared.glob(".slurm/log/*.log")))

    def command(self, host, *words):
        return [str(HERE / self.script), "exec", host, *map(str, words)]

    def run(self, host, *words, check=True, timeout=120, **environment):
        """A program on that host, to its end."""
        done = subprocess.run(self.command(host, *words), env=self.environment | environment, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=timeout, cwd=self.shared)
        assert not check or done.returncode == 0, f"{words} on {host}: {done.returncode}: {done.stdout}{done.stderr}"
        return done

    def start(self, host, *words, **more):
        """The same, going on: the process."""
        return subprocess.Popen(self.command(host, *words), env=self.environment, stdin=subprocess.DEVNULL,
                                cwd=self.shared, **more)

    def link(self, verb, host):
        """Takes the link of a host away ("cut") or brings it back ("join")."""
        subprocess.run([HERE / self.script, verb, host], env=self.environment, check=True)

    def take(self, *files):
        """Copies what all hosts are to see into the shared folder."""
        (self.shared / "bin").mkdir(exist_ok=True)
        for file in files:
            shutil.copy2(file, self.shared / "bin")


class Cluster(Hosts):
    """`nodes` n1, n2, … and a head, of which only the head is no node. Settings: cpus of a node, link, clocks, as
    cluster.sh and netns.sh have them."""

    script, what = "cluster.sh", "cluster"

    def __init__(self, nodes=2, programs=None, **settings):
        super().__init__(nodes, **settings)
        self.programs = programs

    def __enter__(self):
        super().__enter__()
        if self.programs:
            self.take(*(pathlib.Path(self.programs) / name for name in ("bubblescope-run", "bubblescope-engine")))
        # A home for everybody, as clusters have one.
        self.home = self.shared / "home"
        self.home.mkdir()
        self.environment |= {"HOME": str(self.home), "XDG_STATE_HOME": str(self.home / "state")}
        self.environment.pop("XDG_RUNTIME_DIR", None)
        return self

    def head(self, *words, **more):
        return self.run("head", *words, **more)

    def job(self, number):
        """State, restarts and reason of a job, as squeue has them."""
        line = self.head("squeue", "-h", "-t", "all", "-j", number, JOB).stdout
        return line[:24].strip(), int(line[24:36] or 0), line[36:].strip()

    def until_job(self, number, state, seconds=60):
        """Waits until a job is in that state."""
        until(lambda: self.job(number)[0] == state, seconds, f"job {number} is {state}, not {self.job(number)}")

    def kill_slurmd(self, node):
        """As if the node had been lost: its jobs' processes go, too."""
        self.run(node, "pkill", "-KILL", "slurm")

    def lose(self, node):
        """As if its power had gone: all of its processes at once, and nobody says goodbye."""
        os.kill(int((self.shared / ".hosts" / f"{node}.pid").read_text()), signal.SIGKILL)


def left_behind(tag, shared):
    """What there is of a set of hosts that has been taken down: processes, namespaces and mounts."""
    found = [f"namespace {name}" for name in os.listdir("/run/netns") if name.startswith(tag + "-")] \
        if os.path.isdir("/run/netns") else []
    found += [f"mount {line}" for line in pathlib.Path("/proc/self/mountinfo").read_text().splitlines()
              if f"{tag}-" in line or str(shared) in line]
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            words = pathlib.Path(f"/proc/{entry}/cmdline").read_bytes() + pathlib.Path(f"/proc/{entry}/environ").read_bytes()
        except OSError:
            continue
        if int(entry) != os.getpid() and str(shared).encode() in words:
            found.append(f"process {entry} {words[:80]}")
    return found + ([f"folder {shared}"] if pathlib.Path(shared).exists() else [])
