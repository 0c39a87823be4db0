"""Fails when a folder includes what it may not. Run by ctest."""

import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])

QT = r"Q[A-Z]\w*|Qt\w+/.*"
GPU = r"cuda.*|cublas.*|nccl.*"
MPI = r"mpi\.h"
ZMQ = r"zmq.*"
FILES = r"yaml-cpp/.*|nlohmann/.*|toml.*|sqlite3\.h"
CLOCKS = r"thread|mutex|random|fstream|filesystem|iostream|time\.h|ctime|unistd\.h|sys/.*|atomic"

# Which of our own folders a folder may include. Longest match wins.
MAY_USE = {
    "engine/plan": ["engine/plan"],
    "engine/strategy": ["engine/strategy", "engine/plan"],
    "engine/measured": ["engine/measured", "engine/plan", "telemetry"],
    "engine/runtime": ["engine/runtime", "engine/strategy", "engine/plan", "telemetry"],
    "engine/launch": ["engine/launch", "engine/measured", "engine/strategy", "engine/plan",
                      "telemetry"],
    "engine/cli": ["engine/cli", "engine/measured", "engine/strategy", "engine/plan", "telemetry"],
    "telemetry": ["telemetry"],
    "gui": ["gui/window"],
}

# The rooms of the window, as gui/README.md draws them: each may include itself and those named,
# all of which stand above it.
GUI_ROOMS = {
    "work": [],
    "theme": [],
    "text": [],
    "inputs": [],
    "document": ["work"],
    "timeline": ["theme", "work"],
    "costs": ["document", "inputs", "theme"],
    "editor": ["costs", "document", "inputs", "theme"],
    "estimate": ["document", "inputs", "text", "theme", "work"],
    "live": ["document", "editor", "text", "theme", "timeline", "work"],
    "ledger": ["document", "live", "text"],
    "charts": ["estimate", "theme"],
    "compare": ["costs", "document", "editor", "text", "timeline", "work"],
    "search": ["charts", "document", "editor", "estimate", "inputs", "text", "work"],
    "window": ["charts", "compare", "document", "editor", "estimate", "ledger", "live", "search",
               "theme", "timeline"],
}
# None of them sees more of the engine than values and files.
GUI_READS = {"timeline": ["engine/plan"], "text": ["engine/plan"], "work": [], "theme": [],
             "inputs": []}
for room, others in GUI_ROOMS.items():
    MAY_USE[f"gui/{room}"] = [f"gui/{name}" for name in [room, *others]] + GUI_READS.get(
        room, ["engine/measured", "engine/strategy", "engine/plan", "telemetry"])

# Which libraries a folder may not include.
FORBIDDEN = {
    "engine/plan": [QT, GPU, MPI, ZMQ, FILES, CLOCKS],
    "engine/strategy": [QT, GPU, MPI, ZMQ],
    "engine/measured": [QT, GPU, MPI, ZMQ, FILES],
    "engine/runtime": [QT, ZMQ],
    "engine/launch": [QT, GPU, MPI, ZMQ],
    "engine/cli": [QT, GPU, MPI, ZMQ],
    "telemetry": [QT, GPU, MPI, FILES],
    "gui": [GPU, MPI, ZMQ],
}

# Exceptions by file: an interface's header stays free of what only its implementation knows.
ONLY_IN = {
    MPI: ["engine/runtime/mpi/", "engine/runtime/main.cpp"],
    GPU: ["engine/runtime/cuda/"],
}

# The window is never the collector, and a rank is never a viewer.
NOT_THESE = {
    "gui": [r"telemetry/(collector|sender)\.h"],
    "engine/runtime": [r"telemetry/(collector|viewer|log_reader|event_log)\.h"],
}

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
OURS = re.compile(r"(engine|telemetry|gui|tests)/")


def rule_for(rules, path):
    keys = [key for key in rules if path.startswith(key + "/")]
    return rules[max(keys, key=len)] if keys else None


def problems(path):
    name = str(path.relative_to(ROOT))
    for header in INCLUDE.findall(path.read_text()):
        if OURS.match(header):
            allowed = rule_for(MAY_USE, name)
            if allowed is None or not any(header.startswith(a + "/") for a in allowed):
                yield f"{name} includes {header}"
            for pattern in rule_for(NOT_THESE, name) or []:
                if re.fullmatch(pattern, header):
                    yield f"{name} includes {header}"
        elif any(re.fullmatch(p, header) for p in rule_for(FORBIDDEN, name) or []):
            yield f"{name} includes {header}"
        for pattern, places in ONLY_IN.items():
            if re.fullmatch(pattern, header) and not any(name.startswith(p) for p in places):
                yield f"{name} includes {header}"


def sources(folder):
    return (p for p in sorted((ROOT / folder).rglob("*")) if p.suffix in {".h", ".cpp", ".cu"})


def rooms_out_of_order(rooms):
    seen = []
    for room, others in rooms.items():
        yield from (f"gui/{room} uses gui/{other}, which does not stand above it"
                    for other in others if other not in seen)
        seen.append(room)


errors = [e for top in ("engine", "telemetry", "gui") for p in sources(top) for e in problems(p)]
errors += rooms_out_of_order(GUI_ROOMS)
looked_at = sum(1 for top in ("engine", "telemetry", "gui") for _ in sources(top))
if looked_at < 20:
    errors.append(f"only {looked_at} source files found under {ROOT}")
top_level = {p.name for p in ROOT.iterdir() if not p.name.startswith(".")}
for name in sorted(top_level - {"CMakeLists.txt", "CMakePresets.json", "README.md", "LICENSE", "gui",
                                "engine", "telemetry", "resources", "tests", "build", "shared",
                                "compile_commands.json"}):
    errors.append(f"the top level holds {name}")

print("\n".join(errors) or f"layering holds over {looked_at} files")
sys.exit(bool(errors))
