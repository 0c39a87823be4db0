#!/usr/bin/env python3
"""Stands in for ssh to this same machine: carries a command out here, or leads a socket to another.
Writes what it was given to $SSH_TOLD, a line each time. Ends where $SSH_TOLD.over is there."""

import os
import selectors
import socket
import subprocess
import sys

TOLD = os.environ["SSH_TOLD"]


def connected(target):
    if target.startswith("/"):
        there = socket.socket(socket.AF_UNIX)
        there.connect(target)
        return there
    host, port = target.rsplit(":", 1)
    return socket.create_connection((host.strip("[]"), int(port)))


def lead(local, target):
    door = socket.socket(socket.AF_UNIX)
    door.bind(local)
    door.listen()
    with open(TOLD + ".parent", "w") as parent:
        parent.write(str(os.getppid()))
    look = selectors.DefaultSelector()
    look.register(door, selectors.EVENT_READ)
    other = {}
    while not os.path.exists(TOLD + ".over"):
        for key, _ in look.select(0.05):
            if key.fileobj is door:
                here, there = door.accept()[0], connected(target)
                for end, far in ((here, there), (there, here)):
                    other[end] = far
                    look.register(end, selectors.EVENT_READ)
                continue
            if key.fileobj not in other:
                continue
            data = key.fileobj.recv(65536)
            if data:
                other[key.fileobj].sendall(data)
                continue
            for end in (other.pop(key.fileobj), key.fileobj):
                other.pop(end, None)
                look.unregister(end)
                end.close()


arguments = sys.argv[1:]
with open(TOLD, "a") as told:
    told.write("\t".join(arguments) + "\n")
if arguments[:3] == ["-S", "none", "-N"]:
    way = arguments[arguments.index("-L") + 1]
    lead(*way.split(":", 1))
    os.remove(TOLD + ".over")
    sys.exit(255)
if arguments[1] != "user@login":
    print("ssh: Could not resolve hostname " + arguments[1], file=sys.stderr)
    sys.exit(255)
# As sshd does it: a shell reads the words again.
sys.exit(subprocess.call(["/bin/sh", "-c", " ".join(arguments[2:])]))
