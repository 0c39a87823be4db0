"""Importing a file starts no process, opens no socket, and opens no file but those it may.

Runs `bubblescope-plan convert` under strace on every fixture and on scripts that try. Run by ctest;
without strace it is skipped, which exit code 77 says.
"""

import pathlib
import re
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import tracing

PLAN = sys.argv[1]
FIXTURES = pathlib.Path(sys.argv[2]).resolve()

HOSTILE = """#!/bin/bash
A=$(touch {trap}) B=`touch {trap}`
eval "touch {trap}"
source {trap}
exec 3<>/dev/tcp/127.0.0.1/9
torchrun --nproc_per_node 1 --nnodes 1 pretrain_gpt.py --num-layers 2 --hidden-size 64 \\
    --num-attention-heads 2 --save $(touch {trap}) --load `touch {trap}` $(< {trap})
"""

# In a repository: what it may take in, and what it may not.
SOURCES = """#!/bin/bash
D=$(cd -- "$(dirname -- "${{BASH_SOURCE[0]}}")" && pwd)
source "$D/../models/inside.sh"
source "$D/../secret.txt"
source "$D/../models/link.sh"
source "$D/../../outside.sh"
source ../../outside.sh
source {outside}
source /etc/passwd
source /dev/stdin
torchrun --nproc_per_node 1 --nnodes 1 pretrain_gpt.py --num-layers 2 --hidden-size 64 \\
    --num-attention-heads 2
"""


def write_repository(folder):
    """A script that takes in others, and the one file beside it that may be read."""
    for name in ("runs", "models"):
        (folder / "top" / name).mkdir(parents=True)
    (folder / "top/setup.py").touch()
    inside, outside = folder / "top/models/inside.sh", folder / "outside.sh"
    for file in (inside, outside, folder / "top/secret.txt"):
        file.write_text("A=1\n")
    (folder / "top/models/link.sh").symlink_to(outside)
    script = folder / "top/runs/run.sh"
    script.write_text(SOURCES.format(outside=outside))
    return script, inside


def trace(format_name, file, log):
    """One conversion and its system calls, one a line."""
    return tracing.trace("process,network,file",
                         [PLAN, "convert", "--from", format_name, file, "--to", "bubblescope"], log,
                         text=True)


def offences(lines, allowed):
    found = []
    for number, line in enumerate(lines):
        call = line.split(None, 1)[-1]
        if re.match(r"(fork|vfork|clone|clone3|execveat|socket|connect|bind|sendto)\(", call):
            found.append(call)
        if call.startswith("execve(") and number > 0:
            found.append(call)
        opened = re.match(r'(?:openat|open|creat)\([^"]*"([^"]*)"', call)
        if not opened:
            continue
        path = opened.group(1)
        system = path.startswith(("/lib", "/usr/lib", "/etc/ld.so", "/proc/self", "/proc/filesystems", "/sys/",
                                  "/dev/urandom")) # what libraries read as they are loaded
        if "O_WRONLY" in call or "O_RDWR" in call or "O_CREAT" in call:
            found.append(call)
        elif not system and not allowed(pathlib.Path(path)):
            found.append(call)
    return found


def main():
    tracing.skip_without_strace()
    bad = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        trap, log = folder / "trap", folder / "log"
        hostile = folder / "hostile.sh"
        hostile.write_text(HOSTILE.format(trap=trap))
        script, inside = write_repository(folder)
        files = [("megatron-args", hostile), ("mindspeed-llm", hostile), ("megatron-args", script)]
        for kind in sorted(FIXTURES.iterdir()):
            files += [(kind.name, file) for file in sorted(kind.iterdir())
                      if file.is_file() and file.suffix != ".expected"]
        for format_name, file in files:
            ran, lines = trace(format_name, file, log)
            if ran.returncode not in (0, 2) or len(lines) < 5:
                bad.append(f"{file}: exit {ran.returncode}: {ran.stderr[-500:]}")
            beside = file.parent / "model"
            taken = file == script and inside
            allowed = lambda path: path in (file, taken) or path.parent == beside
            if taken and str(inside) not in "\n".join(lines):
                bad.append(f"{inside} was not read")
            bad += [f"{file}: {call}" for call in offences(lines, allowed)]
        if trap.exists():
            bad.append("a script was run")
        print(f"{len(files)} files")
    print("\n".join(bad))
    return 1 if bad or len(files) < 30 else 0


sys.exit(main())
