#!/usr/bin/env python3
"""comes_and_goes.py BIN: a cluster comes up, runs programs on several nodes, and leaves nothing behind, also where the
test that has started it is killed."""

import os
import signal
import subprocess
import sys

from cluster import Cluster, Hosts, left_behind, skip_unless_possible, until

BIN = sys.argv[1]


def two_beside_each_other():
    with Cluster(nodes=2, programs=BIN) as one, Cluster(nodes=2) as other:
        names = one.head("srun", "-N2", "-n4", "--ntasks-per-node=2", "hostname").stdout.split()
        assert sorted(names) == ["n1", "n1", "n2", "n2"], names
        assert one.head("sinfo", "-h", "-p", "main", "-o", "%D %T").stdout == "2 idle\n"
        # MPI's own library over the network: the engine is started as rank 0 to 3 of one job.
        done = one.head("srun", "--mpi=pmix", "-N2", "-n2", "--ntasks-per-node=1", one.shared / "bin/bubblescope-engine",
                        "--version")
        assert done.stdout.count("bubblescope-engine") == 2, done.stdout
        # What one host has of its own no other sees.
        one.run("n1", "touch", "/tmp/mine", "/run/mine", "/dev/shm/mine")
        for path in ("/tmp/mine", "/run/mine", "/dev/shm/mine"):
            assert one.run("n2", "test", "-e", path, check=False).returncode == 1, path
            assert not os.path.exists(path), path
        assert other.head("hostname").stdout == "head\n"
        assert one.tag != other.tag
    for gone in (one, other):
        assert not left_behind(gone.tag, gone.shared), left_behind(gone.tag, gone.shared)


def hosts_reach_each_other_by_ssh():
    with Hosts("h1", "h2") as hosts:
        agent = subprocess.run([hosts.command("h1")[0], "sshd"], env=hosts.environment, check=True,
                               capture_output=True, text=True).stdout.split()
        done = hosts.run("h1", *agent, "h2", "hostname")
        assert done.stdout == "h2\n", done
    assert not left_behind(hosts.tag, hosts.shared)


def a_link_goes_and_comes():
    with Hosts("h1", "h2") as hosts:
        def reaches():
            return hosts.run("h1", "python3", "-c", "import socket; socket.create_connection(('h2', 9), 1)",
                             check=False).stderr
        assert "refused" in reaches(), reaches() # somebody answers
        subprocess.run([hosts.command("h1")[0], "cut", "h2"], env=hosts.environment, check=True)
        assert "refused" not in reaches(), reaches()
        subprocess.run([hosts.command("h1")[0], "join", "h2"], env=hosts.environment, check=True)
        until(lambda: "refused" in reaches(), 30, "h2 is reached again")


def slow_links(switch):
    with Hosts("h1", "h2", link="1000 20000", switch=switch) as hosts:
        connect = ("import socket, time; begin = time.monotonic()\ntry: socket.create_connection(('h2', 9), 9)\n"
                   "except ConnectionRefusedError: print(time.monotonic() - begin)")
        hosts.run("h1", "python3", "-c", connect) # and has asked who h2 is
        took = float(hosts.run("h1", "python3", "-c", connect).stdout)
        assert took >= 0.04, took # there and back
    assert not left_behind(hosts.tag, hosts.shared)


def own_clocks():
    with Hosts("h1", "h2", clocks=1000) as hosts:
        clock = "import time; print(time.monotonic())"
        first, second = (float(hosts.run(host, "python3", "-c", clock).stdout) for host in ("h1", "h2"))
        assert 990 < second - first < 1100, (first, second)
        boots = {hosts.run(host, "cat", "/proc/sys/kernel/random/boot_id").stdout for host in ("h1", "h2")}
        assert len(boots) == 2, boots


def a_killed_test_leaves_nothing():
    script = "import sys; sys.path.insert(0, sys.argv[1]); from cluster import Cluster; import select\n" \
             "with Cluster(nodes=1) as c: print(c.tag, c.shared, flush=True); select.select([], [], [])"
    test = subprocess.Popen([sys.executable, "-c", script, os.path.dirname(os.path.abspath(__file__))],
                            stdout=subprocess.PIPE, text=True)
    tag, shared = test.stdout.readline().split()
    assert left_behind(tag, shared) # while it is up
    test.send_signal(signal.SIGKILL)
    test.wait()
    # All but the folder, which was the test's.
    until(lambda: [found for found in left_behind(tag, shared) if not found.startswith("folder")] == [], 60,
          "the cluster of a test that was killed is gone")
    subprocess.run(["rm", "-rf", shared], check=True)


def main():
    skip_unless_possible()
    two_beside_each_other()
    hosts_reach_each_other_by_ssh()
    a_link_goes_and_comes()
    if os.path.exists("/dev/net/tun"):
        slow_links(sys.argv[2])
    else:
        print("slow links are not tested: there is no /dev/net/tun")
    own_clocks()
    a_killed_test_leaves_nothing()


main()
