#!/usr/bin/env python3
"""tidy_key.py SOURCE: a name for all that clang-tidy reads of that source of build/tidy: the text with what it includes,
comments too, the checks and the version. What was clean under a name is clean."""

import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import sys


def command_of(source):
    for entry in json.loads(pathlib.Path("build/tidy/compile_commands.json").read_text()):
        if entry["file"] == source:
            return entry
    sys.exit(f"no command compiles {source}")


def main():
    entry = command_of(sys.argv[1])
    words = shlex.split(entry["command"])
    # Up to the compiler itself stands what keeps its results.
    first = next(i for i, word in enumerate(words) if word.rpartition("/")[2] in ("c++", "g++", "clang++-14"))
    words = [word for i, word in enumerate(words[first + 1:], first + 1) if word not in ("-c", "-o") and words[i - 1] != "-o"]
    # Without the lines of files, and names of the folder: what was read in one serves in another.
    run = subprocess.run(["clang++-14", *words, "-E", "-C", "-P", "-w"], cwd=entry["directory"], stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL)
    if run.returncode:
        sys.exit(1)
    version = subprocess.run(["clang-tidy-14", "--version"], stdout=subprocess.PIPE, check=True).stdout
    name = hashlib.sha256()
    text = run.stdout.replace(os.fsencode(os.getcwd()), b"")
    for part in (text, pathlib.Path(".clang-tidy").read_bytes(), version):
        name.update(hashlib.sha256(part).digest())
    print(name.hexdigest())


if __name__ == "__main__":
    main()
