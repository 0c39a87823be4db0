#!/usr/bin/env python3
"""hostile_words.py BIN ROOT [full] [fields|options]: 200 words made to be taken for commands, options, files or names.

Each goes into fields of a strategy file (those of engine/strategy/fields.h under ROOT) and into every option
and word that the programs' help names. No canary may appear, no file but the one that an option names, and
what mpirun is started with is what it always is. `full` tries each word in each place; else each word in some
and each place with some. `fields`, `options`: only those.
"""

import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

BIN, ROOT = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
FULL = "full" in sys.argv[3:]
failures = []

STRATEGY = """bubblescope: 1
model: {layers: 4, hidden: 64, heads: 4, vocab: 256, sequence: 32}
parallel: {pipeline: 2}
batch: {micro: 1, global: 4}
schedule: {name: 1f1b}
cluster: {device: h100}
"""
# A visitor of fields.h has one of these for each field.
FIELD = re.compile(r"v\.(integer|boolean|choice|text|integers|decimal|optionalInteger)\(\s*\"(\w+)\"")
SECTIONS = {"Model": "model", "Parallel": "parallel", "Batch": "batch", "ScheduleChoice": "schedule",
            "Recompute": "recompute", "Overlap": "overlap", "Kernels": "kernels", "Precision": "precision",
            "Training": "training", "Cluster": "cluster", "DeviceSpec": "cluster.device"}


def words(canary, agent, listed):
    """At least 200. `agent`: a script that makes the canary; `listed`: a file of options that name it."""
    touch = f"touch {canary}"
    shell = [f"; {touch}", f"$({touch})", f"`{touch}`", f"| {touch}", f"|| {touch}", f"&& {touch}", f"& {touch}",
             f"\n{touch}\n", f"\r\n{touch}", f"x\n{touch}", f"'; {touch}; '", f'"; {touch}; "', f"$(`{touch}`)",
             f"${{IFS}};{touch}", f"<({touch})", f">{canary}", f">>{canary}", f"x > {canary}", f"{{{touch},}}",
             f"!{touch}", f"%({touch})", f"\\; {touch}", f"'$({touch})'", f"\"$({touch})\"", f"a=$({touch})",
             f"eval {touch}", f"exec {agent}", agent, f"sh {agent}", f"/bin/sh -c '{touch}'", f"$'\\n{touch}'",
             f"__import__('os').system('{touch}')", f"{{{{ {touch} }}}}", f"=cmd|' /C {touch}'!A0", f"#!{agent}"]
    options = ["--mca plm_rsh_agent " + agent, "--mca", "-x", "-x LD_PRELOAD=" + agent, "--help", "-h", "--version", "--",
               "---", "-", "-np 1", "-np", "--app " + listed, "--tune " + listed, "--am " + listed, "--prefix /",
               "--launch-agent " + agent, "--debugger " + agent, "--from-file=" + listed, "--config=" + listed, "--config",
               "--record", "--json=-", "--detach", "-o", "-o" + listed + ".out", "-rf /", "--output=" + listed + ".out", "@" + listed,
               "@file", "--mca=plm_rsh_agent=" + agent, "-wdir /", "--hostfile " + listed, "--rankfile " + listed,
               "--stdin all", "--xterm 0", "--report-uri " + canary, "--output-filename " + canary,
               "OMPI_MCA_plm_rsh_agent=" + agent, "LD_PRELOAD=" + agent, "PMIX_MCA_psec=" + agent, ":", " : ", ": " + agent]
    names = ["../../x", "../../../../../../tmp/x", "/", "//", ".", "..", "...", "~", "~root", "~/x", "$HOME", "${HOME}/x",
             "*", "?", "[a-z]*", "{a,b}", "**/*", "/dev/stdin", "/proc/self/environ", "/dev/zero", "/dev/tty", "file:///etc/passwd",
             "http://127.0.0.1:1/", "tcp://0.0.0.0:1", "tcp://*:1", "ipc://", "ipc:///", "ipc://@x", "inproc://x", "udp://x",
             "C:\\x", "\\\\host\\x", "con", "nul", "a/../../b", ".hidden", "a\tb", " ", "  x  ", "x\\", "'", "\"", "''", "\"\"",
             "`", "\\", "$", "%", "%s%s%s%n", "%n" * 50, "{}", "{0}", "{:>1000000000}", "\\x00", "null", "true", "~null",
             "0", "-1", "1e400", "nan", "inf", "0x10", "9" * 400, "-9223372036854775809", "1;2", "1,2", "[1, 2]", "{a: b}",
             "&a", "*a", "!!python/object:os.system", "!tag x", "<<: *a", "# x", "---\nbubblescope: 1", "? x", "| x", "> x"]
    letters = ["a\0b", "\0", "\x1b[31mred", "\x1b]0;title\x07", "\x9b2J", "\u202egnp.exe", "\u2066x\u2069", "\u200b", "\ufeffx",
               "\u2028x", "\ufdd0", "\U0010ffff", "e\u0301" * 100, "\u00e4", "\u4e2d\u6587", "\U0001f600", "\uff0e\uff0e/\uff0e\uff0e/x",
               "x" * 255, "x" * 256, "x" * 4096, "x" * (64 << 10), "-" * (64 << 10), "/" * 4096, "../" * 5000, "\x7f", "\x08" * 10,
               "<img src=file:///x>", "<script>x</script>", "'; DROP TABLE runs; --", "a" * 1023, "a" * 1025]
    some = shell + options + names + letters
    dashed = ["--" + word for word in shell] + ["-" + word for word in letters[:8]]
    return some + dashed


def quoted(word):
    """A YAML scalar that means it; what YAML cannot name is left as it is."""
    return '"' + "".join(c if c.isascii() and c.isprintable() and c not in '"\\'
                         else f"\\U{ord(c):08x}" for c in word) + '"'


def fields():
    """Paths of those that take words, and of the others."""
    text = (ROOT / "engine/strategy/fields.h").read_text()
    others = []
    found = ["name", "cluster.device", "cluster.device.name", "schedule", "env.LD_PRELOAD", "mca.plm_rsh_agent",
             "costs.forward", "costs.fitted_to"]
    for struct, body in re.findall(r"std::type_identity<(\w+)>\)\n\{(.*?)\n\}", text, re.S):
        for kind, key in FIELD.findall(body):
            (found if kind in ("text", "choice") else others).append(f"{SECTIONS[struct]}.{key}")
    assert len(found) > 25 and len(others) > 80, "fields.h reads otherwise than this test does"
    return found, others


def strategy_with(path, word):
    """STRATEGY with that field; YAML of the rest as it is."""
    tree = {"bubblescope": "1", "model": {"layers": "4", "hidden": "64", "heads": "4", "vocab": "256", "sequence": "32"},
            "parallel": {"pipeline": "2"}, "batch": {"micro": "1", "global": "4"}, "schedule": {"name": "1f1b"},
            "cluster": {"device": "h100"}}
    *sections, key = path.split(".")
    at = tree
    for section in sections:
        if not isinstance(at.get(section), dict):
            at[section] = {}
        at = at[section]
    at[key] = quoted(word)
    if path == "schedule.file":
        tree["schedule"]["name"] = "custom"

    def flow(node):
        return node if isinstance(node, str) else "{" + ", ".join(f"{k}: {flow(v)}" for k, v in node.items()) + "}"

    return "".join(f"{key}: {flow(value)}\n" for key, value in tree.items())


class Place:
    """A folder of its own with stand-ins for mpirun, a canary and what would make it appear."""

    def __init__(self, base):
        self.base = base
        self.bin, self.cwd = base / "bin", base / "a/b/c"
        self.canary, self.agent, self.listed = base / "canary", base / "agent", base / "listed"
        self.argv, self.environment = base / "argv", base / "environment"
        for folder in (self.bin, self.cwd):
            folder.mkdir(parents=True)
        os.chmod(base, 0o700)
        for program in ("bubblescope-run", "bubblescope-plan"):
            (self.bin / program).symlink_to(BIN / program)
        self.script(self.agent, f": > {self.canary}\n")
        self.listed.write_text(f"--mca\nplm_rsh_agent\n{self.agent}\n")
        self.script(self.bin / "mpirun", f"printf '%s\\0' \"$0\" \"$@\" >> {self.argv}\n"
                                         f"tr '\\n' ' ' < /proc/self/environ >> {self.environment}\nexit 3\n")
        (self.cwd / "good.yaml").write_text(STRATEGY)
        (self.cwd / "ops.csv").write_text("0F0,0B0\n")
        (self.cwd / "runs.csv").write_text("uid,family,gpu,layers,hidden,TP,PP,GBS\nu,f,H100,4,64,1,2,8\n")
        self.before = self.files()

    @staticmethod
    def script(file, text):
        file.write_text("#!/bin/sh\n" + text)
        file.chmod(0o700)

    def files(self):
        found = set()
        for folder, folders, files in os.walk(os.fsencode(self.base)):
            if folder == os.fsencode(self.base):
                for own in (b"state", b"runtime", b"argv", b"environment"):
                    (folders if own in folders else files if own in files else [own]).remove(own)
            found |= {os.path.join(folder, name) for name in folders + files}
        return found

    def run(self, program, arguments, more=None):
        shutil.rmtree(self.base / "state", ignore_errors=True)
        self.argv.unlink(missing_ok=True)
        self.environment.unlink(missing_ok=True)
        (self.base / "runtime").mkdir(mode=0o700, exist_ok=True)
        environment = {"PATH": f"{self.bin}:/usr/bin:/bin", "HOME": str(self.base), "LC_ALL": "C.UTF-8",
                       "XDG_STATE_HOME": str(self.base / "state"), "XDG_RUNTIME_DIR": str(self.base / "runtime")}
        return subprocess.run([BIN / program, *arguments], cwd=self.cwd, capture_output=True, timeout=90,
                              stdin=subprocess.DEVNULL, env=environment | (more or {}))

    def mpirun_got(self):
        """What mpirun was started with, the names of this one run made general; None where it was not."""
        if not self.argv.exists():
            return None
        got = os.fsdecode(self.argv.read_bytes())
        run = re.search(rf"{self.base}/runtime/bubblescope-{os.getuid()}/([\w.-]+)/connection.json\0", got)[1]
        got = got.replace(run, "RUN")
        got = re.sub(r"\0--supervisor\0[^\0]*\0", "\0SUPERVISOR\0", got)
        got = re.sub(r"\0--time-scale\0[0-9.e+-]+(?=\0)", "", got) # follows from what is predicted
        return got.rstrip("\0").split("\0")


def wrong_of(place, done, allowed=()):
    """Of any program: what it should not have done. `allowed`: paths that it was told to write."""
    wrong = []
    if place.canary.exists():
        wrong.append("the canary is there")
        place.canary.unlink()
    if done.returncode not in (0, 1, 2):
        wrong.append(f"ended with {done.returncode}")
    if done.returncode != 0 and not done.stderr.strip():
        wrong.append(f"says nothing (exit {done.returncode})")
    if re.search(rb"[\x00-\x08\x0b-\x1f\x7f]|\xe2\x80\xae|\xc2\x9b", done.stderr.replace(b"\r\n", b"\n")):
        wrong.append(f"says what acts on a terminal: {done.stderr[:200]}")
    for file in sorted(place.files() - place.before, key=len, reverse=True):
        if not any(file == one or file.startswith(one + b"/") or one.startswith(file + b"/") for one in allowed):
            wrong.append(f"made {file}")
        if os.path.isdir(file) and not os.path.islink(file):
            shutil.rmtree(file, ignore_errors=True)
        elif os.path.lexists(file):
            os.unlink(file)
    return wrong


def report(place, word, wrong):
    for sentence in wrong:
        failures.append(f"{place}: {word[:80]!r}: {sentence}")
        print(failures[-1], flush=True)


def chosen(places, corpus, whole=FULL):
    """Pairs of a place and a word: all, or each word in at least one place and each place with at least two."""
    if whole:
        return list(itertools.product(places, corpus))
    count = max(len(corpus), 2 * len(places))
    return [(places[i % len(places)], corpus[(i * 7 + i // len(corpus)) % len(corpus)]) for i in range(count)]


def of_files(place, corpus):
    expected = None
    place.run("bubblescope-run", ["good.yaml", "--steps", "3"])
    expected = place.mpirun_got()
    assert expected and "SUPERVISOR" in expected and expected[0] == str(place.bin / "mpirun"), expected
    started = 0
    # Each word in a name, which goes everywhere; not all of them each time.
    texts, others = fields()
    pairs = chosen(texts, corpus) + chosen(others, corpus, False) + [("name", word) for word in corpus[::8]]
    for path, word in pairs:
        (place.cwd / "hostile.yaml").write_text(strategy_with(path, word))
        done = place.run("bubblescope-run", ["hostile.yaml", "--steps", "3"])
        got = place.mpirun_got()
        wrong = wrong_of(place, done, [os.fsencode(place.cwd / "hostile.yaml")])
        if got is None and done.returncode not in (1, 2):
            wrong.append(f"mpirun was not started, and the exit code is {done.returncode}")
        if got is not None and got != expected:
            wrong.append(f"mpirun got {got}")
        started += got is not None
        report(f"field {path}", word, wrong)
    print(f"{len(pairs)} strategies, {started} of them run", flush=True)


def helped(program, *arguments):
    return subprocess.run([BIN / program, *arguments], capture_output=True, text=True).stdout


# What makes the command whole, so that the hostile word is all that is odd about it.
WHOLE = {"estimate": ["good.yaml"], "accuracy": ["runs.csv"], "search": ["good.yaml", "--devices", "2"],
         "sweep": ["good.yaml", "--field", "batch.global=8"], "advise": ["good.yaml"], "check": ["good.yaml"],
         "schedules": [], "layers": ["--ranks", "2", "--layers", "4"], "calibrate": ["run", "good.yaml"], "trace": ["dump"],
         "convert": ["good.yaml", "--from", "bubblescope", "--to", "bubblescope"], "validate": ["ops.csv"]}
SHAPED = ["--name", "1f1b", "--ranks", "2", "--microbatches", "4"]


def without(arguments, option):
    if option not in arguments:
        return arguments
    at = arguments.index(option)
    return arguments[:at] + arguments[at + 2:]


def options_of_plan():
    for sub in subcommands("bubblescope-plan"):
        text = helped("bubblescope-plan", sub, "--help")
        whole = WHOLE.get(sub, ["--ranks", "2", "--microbatches", "4"] if sub == "compare" else SHAPED)
        for option, what in OPTION.findall(text):
            yield ("bubblescope-plan", [sub, *without(whole, option)], option, what)
        for what in POSITIONAL.findall(text):
            yield ("bubblescope-plan", [sub, *[word for word in whole if not word.endswith((".yaml", ".csv"))]], None, what)
    yield ("bubblescope-plan", [], None, "SUBCOMMAND")


OPTION = re.compile(r"^  (?:-\w,)?(-o|--[\w-]+) ([A-Z]+).*$", re.M)
POSITIONAL = re.compile(r"^  \w+ ([A-Z]+)(?: \.\.\.)?(?: REQUIRED)? {2,}", re.M)


def subcommands(program):
    listed = helped(program, "--help").split("Subcommands:")[1].split("\n\n")[0]
    return re.findall(r"^  (\w+) {2,}", listed, re.M)


def options_of_run():
    text = helped("bubblescope-run", "--help")
    for found in OPTION.finditer(text):
        option, what = found.groups()
        trains = ["--device", "cpu"] if option != "--device" and "--device cpu" in found[0] else []
        yield ("bubblescope-run", ["good.yaml", *trains], option, what)
    yield ("bubblescope-run", ["good.yaml"], "--listen", "ipc")
    yield ("bubblescope-run", [], None, "FILE")
    for command in subcommands("bubblescope-run"):
        text = helped("bubblescope-run", command, "--help")
        for option, what in OPTION.findall(text):
            yield ("bubblescope-run", [command, "last"], option, what)
        for i, what in enumerate(POSITIONAL.findall(text)):
            yield ("bubblescope-run", [command, *["last", "0", "2"][:i]], None, what)


def of_options(place, corpus):
    places = [*options_of_plan(), *options_of_run()]
    assert len(places) > 120, f"only {len(places)} options found in the help"
    place.run("bubblescope-run", ["good.yaml"])
    expected = place.mpirun_got()
    count = started = 0
    for (program, arguments, option, what), word in chosen(places, [word for word in corpus if "\0" not in word]):
        value = f"ipc://{place.cwd}/{word}" if what == "ipc" else word
        if len(os.fsencode(value)) > 100_000:
            continue
        forms = ([*arguments, value], [*arguments, "--", value]) if option is None else (
            [*arguments, option, value], [*arguments, f"{option}={value}"])
        for form in (forms[count % 2],) if FULL else forms:
            done = place.run(program, form)
            got = place.mpirun_got()
            told = os.fsencode(os.path.normpath(os.path.join(place.cwd, value)))
            # Of the folders on its way, too.
            allowed = [os.fsencode(place.listed) + b".out"] if option is None and "--" not in form else []
            if what in ("OUT", "DIR", "FOLDER") or option == "-o":
                parts = value.split("/")
                allowed += [told] + [os.fsencode(os.path.normpath(os.path.join(place.cwd, *parts[:i])))
                                     for i in range(1, len(parts)) if not value.startswith("/")]
            elif what == "ipc":
                allowed.append(os.fsencode(os.path.normpath(value.removeprefix("ipc://"))))
            wrong = wrong_of(place, done, allowed)
            if got is not None:
                started += 1
                fits = list(expected)
                if option == "--record":
                    fits[fits.index("SUPERVISOR") - 3] = os.path.join(os.fsdecode(told), "strategy.yaml")
                if got != fits:
                    wrong.append(f"mpirun got {got} and not {fits}")
            report(" ".join([program, *arguments, option or what]), word, wrong)
            count += 1
    print(f"{count} command lines over {len(places)} options and words, {started} of them run", flush=True)


def of_environments(place):
    """What is in the surroundings or in files stays behind."""
    hostile = {"OMPI_MCA_plm_rsh_agent": str(place.agent), "PMIX_MCA_x": "y", "OMPI_COMM_WORLD_RANK": "0",
               "PRTE_MCA_x": "y", "LD_AUDIT": "", "BASH_ENV": str(place.agent), "ENV": str(place.agent),
               "PYTHONSTARTUP": str(place.agent), "LD_PRELOAD": ""}
    done = place.run("bubblescope-run", ["good.yaml"], hostile)
    wrong = wrong_of(place, done)
    environment = place.environment.read_bytes().split(b"\0")
    wrong += [f"mpirun got {entry}" for entry in environment
              if re.match(rb"(OMPI|PMIX|PRTE|LD_(?!LIBRARY_PATH=)|BASH_ENV|ENV=|PYTHON)", entry)]
    report("the environment", "OMPI_MCA_plm_rsh_agent", wrong)

    (place.cwd / "train.sh").write_text(
        f"export OMPI_MCA_plm_rsh_agent={place.agent} LD_PRELOAD={place.agent}\nX=$({place.agent})\n`{place.agent}`\n"
        f"mpirun --mca plm_rsh_agent {place.agent} -np 2 python pretrain_gpt.py --num-layers 4 --hidden-size 64 "
        "--num-attention-heads 4 --seq-length 32 --max-position-embeddings 32 --micro-batch-size 1 --global-batch-size 4 "
        "--pipeline-model-parallel-size 2 --transformer-impl local --vocab-size 256\n")
    done = place.run("bubblescope-plan", ["convert", "train.sh", "--from", "megatron-args", "--to", "bubblescope", "-o", "out.yaml"])
    text = (place.cwd / "out.yaml").read_text() if (place.cwd / "out.yaml").exists() else ""
    wrong = [] if "pipeline: 2" in text else [f"is not converted: {done.stderr[-300:]}"]
    if any(word in text for word in ("plm_rsh_agent", "LD_PRELOAD", str(place.agent))):
        wrong.append("the agent goes into the strategy")
    report("a script that sets plm_rsh_agent", "train.sh", wrong + wrong_of(
        place, done, [os.fsencode(place.cwd / name) for name in ("train.sh", "out.yaml")]))

    for line in (f"localhost --mca plm_rsh_agent {place.agent}", f"localhost; {place.agent}", f"$({place.agent})",
                 f"-x LD_PRELOAD={place.agent}", "localhost slots=1 max_slots=2", "@" + str(place.listed), "-other.example",
                 "localhost slots=`id`", "\x1b[31m", "a\0b"):
        (place.cwd / "hosts").write_text(line + "\n")
        done = place.run("bubblescope-run", ["good.yaml", "--hostfile", "hosts"])
        wrong = wrong_of(place, done, [os.fsencode(place.cwd / "hosts")])
        if done.returncode != 2 or place.mpirun_got() is not None:
            wrong.append(f"is not refused (exit {done.returncode})")
        report("a host file", line, wrong)


def of_real_runs(place, corpus):
    """Open MPI itself, with the word in a path that it is given."""
    if shutil.which("mpirun") is None:
        return print("no mpirun: nothing is run for real")
    (place.bin / "mpirun").unlink()
    place.before = place.files()
    tried = [word for word in corpus if re.search(r"touch|plm_rsh|LD_PRELOAD|^[:@*]", word) and "\0" not in word]
    for word in tried if FULL else tried[2::20]:
        folder = place.cwd / ("r" + word.replace("/", "_"))
        done = place.run("bubblescope-run", ["good.yaml", "--steps", "1", "--record", folder])
        wrong = wrong_of(place, done, [os.fsencode(folder)])
        if done.returncode != 0:
            wrong.append(f"does not run: {done.stderr[-300:]}")
        report("a real run", word, wrong)
    print(f"{len(tried if FULL else tried[2::20])} real runs", flush=True)


def main():
    with tempfile.TemporaryDirectory(prefix="bubblescope-words-") as folder:
        place = Place(Path(folder).resolve())
        corpus = words(str(place.canary), str(place.agent), str(place.listed))
        assert len(corpus) >= 200 and len(set(corpus)) == len(corpus), len(corpus)
        subprocess.run([place.agent], check=True)
        assert place.canary.exists(), "the canary does not sing"
        place.canary.unlink()
        if "options" not in sys.argv:
            of_files(place, corpus)
        if "fields" not in sys.argv:
            of_options(place, corpus)
        of_environments(place)
        of_real_runs(place, corpus)
    print(f"{len(corpus)} words, {len(failures)} wrong")
    sys.exit(1 if failures else 0)


main()
