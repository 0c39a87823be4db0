#!/usr/bin/env python3
"""hostile_files.py BIN RECORDING [full]: files made to hurt, through every reader of the programs.

Each is refused or read within 2 s of processor time and 256 MiB, is never ended by a signal, and
what is said on stderr of a refusal names the file. RECORDING: the folder of a recorded run. `full`
tries every file with every reader, the largest of 1 GB instead of 100 MB; else every reader has some
of them, and its own. Further arguments: of the readers whose name holds one of them. Prints the worst
of each reader.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

BIN, RECORDING = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
FULL = "full" in sys.argv[3:]
ONLY = [word for word in sys.argv[3:] if word != "full"]  # readers whose name has one of these
PLAN, RUN, ENGINE = BIN / "bubblescope-plan", BIN / "bubblescope-run", BIN / "bubblescope-engine"
SECONDS, KIB = 2.0, 256 << 10
MANY = 10_000_000
failures = []

GOOD = """bubblescope: 1
name: Two
model: {layers: 4, hidden: 64, heads: 4, vocab: 256, sequence: 32}
parallel: {pipeline: 2}
batch: {micro: 1, global: 4}
schedule: {name: 1f1b}
cluster: {device: h100}
training: {checkpoint_every: 1}
"""


def alias_bomb():
    text = "a0: &a0 [x, x]\n"
    for i in range(1, 60):
        text += f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}]\n"
    return text.encode()


def rows(size, row, begin=b"", end=b""):
    """A file of rows by `row(number)` until there are `size` bytes of them."""
    def write(file):
        file.write(begin)
        have = number = 0
        while have < size:
            text = row(number)
            file.write(text)
            have += len(text)
            number += 1
        file.write(end)
    return write


def pieces(piece, times, begin=b"", end=b""):
    """A file of many equal pieces, written without holding it in memory."""
    def write(file):
        file.write(begin)
        block = piece * max(1, min(times, (1 << 20) // len(piece)))
        each = len(block) // len(piece)
        for _ in range(times // each):
            file.write(block)
        file.write(piece * (times % each) + end)
    return write


def text(content):
    return lambda file: file.write(content if isinstance(content, bytes) else content.encode())


# What anybody would try, whatever the format; sizes around the limits of the readers too.
CORPUS = {
    "brackets": pieces(b"[", MANY),
    "brackets-1mb": pieces(b"[", 1 << 20 | 0),
    "brackets-60kb": pieces(b"[", 60_000),
    "braces-1mb": pieces(b'{"a":', 200_000),
    "braces-60kb": pieces(b'{"a":', 12_000),
    "dashes-8mb": pieces(b"- ", 4_000_000),
    "string-1gb": pieces(b"x", 1_000_000_000 if FULL else 100_000_000, b'{"a": "', b'"}'),
    "string-30mb": pieces(b"x", 30_000_000, b'{"a": "', b'"}'),
    "string-1mb": pieces(b"x", 1_000_000, b'{"a": "', b'"}'),
    "string-60kb": pieces(b"x", 60_000, b'{"a": "', b'"}'),
    "nodes": pieces(b"1,", MANY, b"[", b"1]"),
    "nodes-of-map": pieces(b"1,", MANY, b'{"a": [', b"1]}"),
    "nodes-15mb": pieces(b"1,", 7_500_000, b'{"a": [', b"1]}"),
    "nodes-8mb": pieces(b"1,", 4_000_000, b'{"a": [', b"1]}"),
    "nodes-1mb": pieces(b"1,", 520_000, b'{"a": [', b"1]}"),
    "maps-30mb": pieces(b"{},", 10_000_000, b'{"a": [', b"1]}"),
    "maps-1mb": pieces(b"{},", 340_000, b'{"a": [', b"1]}"),
    "keys": rows(30 << 20, lambda n: b'"k%d": 1,' % n, b"{", b'"a": 1}'),
    "brackets-120kb": pieces(b"[", 120_000),
    "dashes-120kb": pieces(b"- ", 60_000),
    "nodes-120kb": pieces(b"1,", 60_000, b'{"a": [', b"1]}"),
    "keys-120kb": rows(120_000, lambda n: b'"k%d": 1,' % n, b"{", b'"a": 1}'),
    "lines-120kb": pieces(b"a: 1\n", 24_000),
    "keys-1mb": rows(1_000_000, lambda n: b'"k%d": 1,' % n, b"{", b'"a": 1}'),
    "same-keys": pieces(b'"a": 1,', 140_000, b"{", b'"a": 1}'),
    "lines": pieces(b"a: 1\n", MANY),
    "lines-1mb": pieces(b"a: 1\n", 200_000),
    "empty-lines": pieces(b"\n", MANY),
    "commas": pieces(b",", MANY),
    "commas-15mb": pieces(b",", 15_000_000, b"uid,model\n"),
    "quotes": pieces(b'"', MANY),
    "alias-bomb": text(alias_bomb()),
    "cut-utf8": text(b"bubblescope: 1\nname: \xe2\x82"),
    "cut-utf8-json": text(b'{"name": "\xe2\x82'),
    "bom": text(b"\xef\xbb\xbf{\"a\": 1}"),
    "bom-utf16": text("bubblescope: 1\n".encode("utf-16")),
    "zeros": pieces(b"\0", 1_000_000),
    "random": lambda file: file.write(bytes((i * 7919 + (i >> 3) * 104729) & 0xFF for i in range(200_000))),
    "empty": text(b""),
    "only-bom": text(b"\xef\xbb\xbf"),
    "exponent": text('{"a": 1e400, "bubblescope": 1e400, "version": 1e400}'),
    "huge-integer": text('{"version": ' + "9" * 50_000 + "}"),
    "same-key-twice": text('{"version": 1, "version": 1}'),
    "half": text('{"version": 1'),
}


# Event logs that begin as one does; at most 100 MB, as recordings may be long and are read to the end.
LOG = (RECORDING / "events.bslog").read_bytes()
LOGS = {
    "log-then-zeros": pieces(b"\0", 100_000_000, LOG),
    "log-then-letters": pieces(b"x", 100_000_000, LOG),
    "log-of-chunk-marks": pieces(LOG[40:44], 25_000_000, LOG[:40]),
    "log-over-and-over": pieces(LOG, max(1, 20_000_000 // len(LOG))),
    "log-cut": text(LOG[:len(LOG) // 2]),
}


class Reader:
    """One way into a program: `command(place, name)` of a file that lies at `at` in a folder that
    `prepare(place)` has filled."""

    def __init__(self, name, command, at="in.yaml", prepare=None, also=None, more=None):
        self.name, self.command, self.at, self.also = name, command, at, also
        self.prepare = prepare or (lambda place: None)
        self.more = more or {}  # further files for this reader
        self.worst = [(0, ""), (0, ""), (0, "")]  # seconds of processor, of wall clock, KiB


def good(place, ranks=2):
    (place / "good.yaml").write_text(GOOD.replace("pipeline: 2", f"pipeline: {ranks}"))


def checkpointed(place):
    """A checkpoint in `old`; the first call makes it, the others copy it."""
    good(place, 1)
    kept = place.parent / "checkpoint"
    if not kept.exists():
        code, said, *_ = execute(place, [ENGINE, "good.yaml", "--no-telemetry", "--device", "cpu", "--steps", "1",
                                         "--checkpoints", "old"])
        if code != 0:
            sys.exit("no checkpoint to begin with: " + said)
        shutil.copytree(next((place / "old").glob("step-*")), kept)
        shutil.rmtree(place / "old")
    shutil.copytree(kept, place / "old", dirs_exist_ok=True)


def recorded(place):
    for name in RECORDING.iterdir():
        if name.is_file():
            shutil.copy(name, place / "state/bubblescope/runs/r" / name.name)


def plan_readers():
    strategy = {
        "own-nodes": pieces(b"1,", 390_000, b"bubblescope: 1\nparallel: {layers_per_stage: [", b"1]}\n"),
        "own-unknown": pieces(b"? x\n", 130_000, b"bubblescope: 1\n"),
        "own-keys": rows(1_200_000, lambda n: b"k%d: 1\n" % n, b"bubblescope: 1\n"),
        "own-ranks": text("bubblescope: 1\nparallel: {pipeline: 1000000000}\n"),
        "own-cells": text("bubblescope: 1\nparallel: {pipeline: 1048576}\nbatch: {global: 1073741824}\n"),
        "own-huge-int": text("bubblescope: 1\nbatch: {global: " + "9" * 60_000 + "}\n"),
        "own-exponent": text("bubblescope: 1\ncosts: {forward: 1e400}\n"),
        "own-long": pieces(b"x", 65_000, b"bubblescope: 1\nname: ", b"\n"),
    }
    for sub, more in [("check", []), ("estimate", []), ("search", ["--devices", "8"]),
                      ("sweep", ["--field", "batch.global=8"]), ("advise", []), ("schedule", []),
                      ("simulate", []), ("explain", []), ("compare", []), ("reruns", [])]:
        yield Reader(f"plan {sub}", lambda place, file, sub=sub, more=more: [PLAN, sub, file, *more],
                     more=strategy)
    yield Reader("plan estimate --profile", lambda place, file: [PLAN, "estimate", "good.yaml", "--profile", file],
                 prepare=good, at="in.json")
    ops = {
        "cells-20mb": pieces(b"0F0,", 5_000_000, b"", b"0F0\n"),
        "cells-60mb": pieces(b"0F0,", 15_000_000, b"", b"0F0\n"),
        "rows-60mb": pieces(b"0F0,0B0,0F1,0B1\n", 3_700_000),
        "blanks-60mb": pieces(b",", 60_000_000, b"0F0", b"0B0\n"),
        "all-different": rows(40 << 20, lambda n: b"0F%d," % n),
        "highest": text("0F4294967295,0B99999999999999999999\n"),
        "rows": pieces(b"0F0\n", 5_000_000),
    }
    yield Reader("plan schedule --csv", lambda place, file: [PLAN, "schedule", "--csv", file], at="in.csv", more=ops)
    yield Reader("plan validate", lambda place, file: [PLAN, "validate", file], at="in.csv", more=ops)
    yield Reader("plan check, of a custom schedule", lambda place, file: [PLAN, "check", "custom.yaml"], at="in.csv",
                 prepare=lambda place: (place / "custom.yaml").write_text(
                     GOOD.replace("name: 1f1b", "name: custom, file: in.csv")), more=ops)
    table = {
        "rows-15mb": pieces(b"x,y\n", 3_900_000, b"uid,model\n"),
        "rows-that-fit": pieces(b"x,y\n", 99_000, b"uid,model\n"),
        "columns": pieces(b"a,", 7_000_000, b"uid,", b"b\n"),
        "open-quote": pieces(b"x", 15_000_000, b'uid,model\n"', b""),
        "rows-of-runs": pieces(b"u,f,H100,4,64,1,2,8\n", 100_000, b"uid,family,gpu,layers,hidden,TP,PP,GBS\n"),
        "rows-left-out": pieces(b"u,f,?,4,64,1,2,8\n", 19_000, b"uid,family,gpu,layers,hidden,TP,PP,GBS\n"),
        "huge-numbers": text("uid,model,layers,step_time_s\nx,y,1e400," + "9" * 5000 + "\n"),
    }
    yield Reader("plan accuracy", lambda place, file: [PLAN, "accuracy", file], at="in.csv", more=table)
    for kind in re.findall(r"^(\S+) +from", subprocess.run([PLAN, "convert", "--list"], capture_output=True,
                                                             text=True).stdout, re.M):
        yield Reader(f"plan convert --from {kind}",
                     lambda place, file, kind=kind: [PLAN, "convert", file, "--from", kind, "--to", "bubblescope"],
                     more={"script-bomb": text("A=xxxxxxxx\n" + "".join(
                               f"{chr(66 + i)}=${chr(65 + i)}${chr(65 + i)}${chr(65 + i)}${chr(65 + i)}\n"
                               for i in range(20)) + "pretrain_gpt.py --num-layers $U\n"),
                           "toml-tables": pieces(b"[a]\n", 30_000),
                           "toml-deep": pieces(b"a.", 60_000, b"", b"b = 1\n"),
                           "interpolation": text("a: ${a}\nb: ${c}${c}${c}\nc: ${d}${d}${d}\nd: ${b}\n")})


def trace_readers():
    config = '{"pp_size": 2, "num_mbs": 2, "vp_size": 1, "dp_size": 1, "tp_size": 1, "cp_size": 1}'
    rank = {
        "many-iterations": rows(
            20 << 20, lambda n: b'"%d": {"total": 9, "fwd_start": [0, 1], "fwd_end": [1, 2], "bwd_start": [3, 5], '
                                b'"bwd_end": [5, 7.5]},' % n, b"{", b'"x": 1}'),
        "times-30mb": pieces(b"1,", 15_000_000, b'{"1": {"total": 9, "fwd_start": [', b"1]}}"),
        "digits-30mb": pieces(b"9", 30_000_000, b'{"1": {"total": ', b"}}"),
        "keys-of-iterations": rows(30 << 20, lambda n: b'"%d": {}, ' % n, b"{", b'"x": 1}'),
    }
    yield Reader("plan trace, config.json", lambda place, file: [PLAN, "trace", "dump"], at="dump/config.json",
                 prepare=lambda place: (place / "dump/pp_rank_0.json").write_text("{}"))
    yield Reader("plan trace, pp_rank_0.json", lambda place, file: [PLAN, "trace", "dump"], at="dump/pp_rank_0.json",
                 prepare=lambda place: (place / "dump/config.json").write_text(config), more=rank)
    yield Reader("plan calibrate, pp_rank_0.json", lambda place, file: [PLAN, "calibrate", "dump"],
                 at="dump/pp_rank_0.json",
                 prepare=lambda place: (place / "dump/config.json").write_text(config), more=rank)
    yield Reader("plan calibrate, an event log", lambda place, file: [PLAN, "calibrate", file, "good.yaml"],
                 at="events.bslog", prepare=good, more=LOGS)


def run_readers():
    folder = "state/bubblescope/runs/r"
    manifest = {"manifest-60mb": pieces(b"1,", 30_000_000, b'{"step": 1, "a": [', b"1]}"),
                "manifest-30mb": pieces(b"1,", 15_000_000, b'{"step": 1, "a": [', b"1]}"),
                "manifest-values": pieces(b"{},", 990_000, b'{"step": 1, "a": [', b"1]}"),
                "manifest-keys": rows(31 << 20, lambda n: b'"the key of a tensor %d": 1, ' % n, b'{"step": 1, ', b'"a": 1}')}

    def header(begin, piece, times, end=b"}"):
        size = len(begin) + len(piece) * times + len(end)
        return pieces(piece, times, size.to_bytes(8, "little") + begin, end)

    tensors = {"no-header": text(b"\xff" * 8 + b"{}"), "header-1mb": header(b'{"a": [', b"1,", 500_000, b"1]}"),
               "header-30mb": header(b'{"a": "', b"x", 30_000_000, b'"}'),
               "header-90mb": header(b'{"a": [', b"1,", 45_000_000, b"1]}"),
               "header-tensors": header(b"{", b'"t": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}, ', 500_000)}
    yield Reader("run", lambda place, file: [RUN, file])
    yield Reader("run --hostfile", lambda place, file: [RUN, "good.yaml", "--hostfile", file], at="hosts", prepare=good)
    yield Reader("run --resume", lambda place, file: [RUN, "good.yaml", "--device", "cpu", "--resume", "old"],
                 at="old/checkpoint.json", prepare=good,
                 more=manifest)
    yield Reader("engine --resume",
                 lambda place, file: [ENGINE, "good.yaml", "--no-telemetry", "--device", "cpu", "--steps", "1", "--resume", "old"],
                 at="old/checkpoint.json", prepare=lambda place: good(place, 1), more=manifest)
    for part in ("model", "optimizer"):
        yield Reader(f"engine --resume, {part}.safetensors",
                     lambda place, file: [ENGINE, "good.yaml", "--no-telemetry", "--device", "cpu", "--steps", "1", "--resume", "old"],
                     at=f"old/{part}.safetensors", prepare=checkpointed, more=tensors)
    for part in ("run.json", "events.bslog", "strategy.yaml", "report.json"):
        for command in (["list"], ["list", "--json"], ["replay", folder], ["export", folder, "--format", "csv"],
                        ["export", folder, "--format", "chrome"], ["recover", folder, "-o", "new"],
                        ["attach", "r"], ["stop", "r"], ["pause", "r"]):
            yield Reader(f"run {command[0]}{' --json' if '--json' in command else ''}"
                         f"{' ' + command[3] if len(command) > 3 and command[0] == 'export' else ''}, {part}",
                         lambda place, file, command=command: [RUN, *command], at=f"{folder}/{part}",
                         prepare=recorded, more=LOGS if part == "events.bslog" else {})
    yield Reader("plan calibrate, strategy.yaml", lambda place, file: [PLAN, "calibrate", folder],
                 at=f"{folder}/strategy.yaml", prepare=recorded)
    yield Reader("plan accuracy, run.json", lambda place, file: [PLAN, "accuracy", folder],
                 at=f"{folder}/run.json", prepare=recorded)
    yield Reader("run list, catalogue.sqlite", lambda place, file: [RUN, "list"],
                 at="state/bubblescope/catalogue.sqlite", prepare=recorded)


def environment(place):
    return {"PATH": os.environ["PATH"], "HOME": str(place), "XDG_STATE_HOME": str(place / "state"),
            "XDG_RUNTIME_DIR": str(place)}


def execute(place, command):
    """Exit status, stderr, seconds of processor and of wall clock, KiB at most resident."""
    with open(place / "out", "wb") as out, open(place / "err", "wb") as err:
        begun = time.monotonic()
        child = subprocess.Popen([str(word) for word in command], cwd=place, stdout=out, stderr=err,
                                 stdin=subprocess.DEVNULL, env=environment(place))
        timer = threading.Timer(60, child.kill)
        timer.start()
        _, status, used = os.wait4(child.pid, 0)
        took = time.monotonic() - begun
        child.returncode = os.waitstatus_to_exitcode(status)
        timer.cancel()
    with open(place / "err", "rb") as err:
        said = err.read(1 << 16).decode(errors="replace")
    return child.returncode, said, used.ru_utime + used.ru_stime, took, used.ru_maxrss


def attempt(reader, place, name, source):
    at = place / reader.at
    for folder in ("dump", "old", "state/bubblescope/runs/r"):
        (place / folder).mkdir(parents=True, exist_ok=True)
    os.chmod(place / "state/bubblescope/runs/r", 0o700)
    reader.prepare(place)
    at.unlink(missing_ok=True)
    os.link(source, at)
    own = int(Path("/proc/self/statm").read_text().split()[1]) * (os.sysconf("SC_PAGE_SIZE") >> 10)
    assert own < KIB // 4, "what this process holds would be counted as the program's"
    code, said, cpu, wall, memory = execute(place, reader.command(place, reader.at))
    for i, figure in enumerate((cpu, wall, memory)):
        reader.worst[i] = max(reader.worst[i], (figure, name))
    wrong = []
    if code < 0 or code not in (0, 1, 2):
        wrong.append(f"ended with {code}")
    if code != 0 and not said.strip():
        wrong.append(f"says nothing (exit {code})")
    if code != 0 and at.name not in said and "run r" not in said and at.parent.name not in said:
        wrong.append("does not say which file: " + said[:200])
    if max((len(line) for line in said.splitlines()), default=0) > 2000:
        wrong.append(f"says lines of up to {max(map(len, said.splitlines()))} characters")
    if cpu > SECONDS:
        wrong.append(f"takes {cpu:.2f} s of processor time")
    if memory > KIB:
        wrong.append(f"takes {memory >> 10} MiB")
    for sentence in wrong:
        failures.append(f"{reader.name}: {name}: {sentence}")
        print(failures[-1], flush=True)


def main():
    base = Path(tempfile.mkdtemp(prefix="bubblescope-hostile-"))
    try:
        os.chmod(base, 0o700)
        made, had = {}, []

        def source(key, write):
            if key not in made:
                made[key] = base / key.replace("/", "-")
                with open(made[key], "wb") as file:
                    write(file)
                os.chmod(made[key], 0o600)
            return made[key]

        count = 0
        for number, reader in enumerate([*plan_readers(), *trace_readers(), *run_readers()]):
            if ONLY and not any(word in reader.name for word in ONLY):
                continue
            common = list(CORPUS.items())
            own = list(reader.more.items())
            if id(reader.more) in had and not FULL:
                own = own[number % 4::4]
            had.append(id(reader.more))
            for name, write in (common if FULL else common[number % 8::8]) + own:
                place = base / "place"
                place.mkdir()
                attempt(reader, place, name, source(name, write))
                shutil.rmtree(place)
                count += 1
            print(f"{reader.name}: at most {reader.worst[0][0]:.2f} s of processor time ({reader.worst[0][1]}), "
                  f"{reader.worst[1][0]:.2f} s in all, {reader.worst[2][0] >> 10} MiB ({reader.worst[2][1]})",
                  flush=True)
        print(f"{count} readings, {len(failures)} wrong")
    finally:
        shutil.rmtree(base, ignore_errors=True)
    sys.exit(1 if failures or not count else 0)


main()
