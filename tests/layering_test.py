"""Fails when a folder includes, or a library links, what it may not. Run by ctest.

Three kinds of arrows are looked at: from a folder to the folders whose headers its files include,
from a folder to the libraries that are not ours, and from a target of CMake to those it links.
Before the tree itself, a breach of each kind is planted in a small tree of its own, and must be
named.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])

QT = r"Q[A-Z]\w*|Qt\w+/.*"
GPU = r"(cuda|cublas|cudnn|cufft|curand|cusparse|cutensor|cutlass|cupti|nccl|nvrtc|nvml|nvtx|nvToolsExt|mma).*|cooperative_groups.*|thrust/.*|cub/.*"
MPI = r"mpi\.h"
ZMQ = r"zmq.*"
PAGES = r"pango/.*|cairo.*|librsvg/.*|glib.*|gio/.*|ft2build\.h|fontconfig/.*"
OTHER_FILES = r"yaml-cpp/.*|toml.*|sqlite3\.h"
FILES = OTHER_FILES + r"|nlohmann/.*"
CLOCKS = r"thread|mutex|random|fstream|filesystem|iostream|time\.h|ctime|unistd\.h|sys/.*|atomic"

# Which of our own folders a folder may include. Longest match wins; a folder may include itself and,
# unless a row says what its subfolders are to each other, those in it.
MAY_USE = {
    "engine/plan": ["engine/plan"],
    "engine/strategy": ["engine/strategy", "engine/plan"],
    "engine/lesson": ["engine/lesson", "engine/strategy", "engine/plan"],
    "engine/paper": ["engine/paper", "engine/lesson", "engine/strategy", "engine/plan"],
    "engine/options": ["engine/options", "engine/strategy", "engine/plan"],
    "engine/measured": ["engine/measured", "engine/plan", "telemetry"],
    "engine/lesson_run": ["engine/lesson_run", "engine/lesson", "engine/measured", "engine/strategy", "engine/plan",
                          "telemetry"],
    "engine/runtime": ["engine/runtime", "engine/options", "engine/strategy", "engine/plan", "telemetry"],
    "engine/launch": ["engine/launch", "engine/measured", "engine/options", "engine/strategy", "engine/plan",
                      "telemetry"],
    "engine/cli": ["engine/cli", "engine/lesson", "engine/lesson_run", "engine/paper", "engine/measured", "engine/options", "engine/strategy", "engine/plan",
                   "telemetry"],
    "telemetry": ["telemetry"],
    "gui": ["gui"],
}

# What the rooms of the window see of the rest: no more than values and files.
GUI_READS = {"timeline": ["engine/plan"], "text": ["engine/plan"], "background": [], "theme": [], "inputs": [], "frame": []}

# Inside of a part that has folders of its own: which of them each may include, beside itself. "" are
# the files that stand in no folder of it. Programs, main.cpp, put parts together and may include all.
INSIDE = {
    # What a schedule is and when it runs, then what is asked of it.
    "engine/plan": {
        "": [],
        "schedules": ["", "insight", "validate", "zb_auto"],
        "validate": [""],
        "insight": [""],
        "edit": ["", "validate"],
        "zb_auto": [""],
        "cost": [""],
    },
    # The value and its file stand alone; what is worked out of them, or made of other files, does not.
    "engine/strategy": {
        "": ["torch_csv"],
        "torch_csv": [],
        "convert": ["", "convert/known_keys"],
        "convert/known_keys": [],
        "estimate": [""],
        "search": ["", "estimate"],
    },
    # Its own files know no device, no network and no training; a device brings kernels, memory and
    # lanes, training is the same on every device, and only mpi knows the network.
    "engine/runtime": {
        "": [],
        "emulated": [""],
        "loopback": [""],
        "training": [""],
        # Times of ranks that take turns on one device, whichever it is.
        "turns": ["", "training"],
        "training/checkpoint": ["", "training"],
        "training/duties": ["", "training", "training/checkpoint"],
        "cpu": ["", "training"],
        "cpu/vector": ["cpu", "training"],
        # Kernels are plain CUDA: they know views of memory, and nothing of the rest.
        "cuda/kernels": [],
        "cuda": ["", "training", "cuda/kernels"],
        "module_loader": ["", "training"],
        "cuda/module": ["", "training", "cuda", "module_loader"],
        "mpi": ["", "emulated", "training", "training/duties", "turns", "cpu", "cuda"],
    },
    # As gui/README.md draws the rooms of the window: those that a room names stand above it.
    "gui": {
        "background": [],
        "theme": [],
        "text": [],
        "inputs": ["text"],
        "frame": ["text", "theme"],
        "document": ["background", "text"],
        "timeline": ["text", "theme", "background"],
        "lessonlinks": ["text"],
        "costs": ["document", "inputs", "text", "theme"],
        "editor": ["costs", "document", "inputs", "lessonlinks", "text", "theme"],
        "estimate": ["document", "frame", "text", "background"],
        "byhand": ["background", "document", "editor", "text", "theme"],
        "layers": ["document", "editor", "estimate", "frame", "text", "theme"],
        "inspector": ["lessonlinks", "text", "theme", "timeline", "background"],
        "live": ["document", "editor", "frame", "inputs", "text", "theme", "timeline", "background"],
        "cockpit": ["background", "frame", "inputs", "live", "text", "theme"],
        "exchange": ["background", "inputs", "text", "theme"],
        "learn": ["text", "theme"],
        "lanes": ["frame", "text", "theme", "timeline"],
        "stepviews": ["charts", "frame", "text", "theme", "timeline"],
        "lessons": ["frame", "lanes", "lessonlinks", "stepviews", "text", "theme", "timeline"],
        "lecture": ["lessons", "stepviews", "text", "theme", "timeline"],
        "course": ["background", "inputs", "learn", "lessons", "text", "theme", "timeline"],
        "export": ["background", "inputs", "text", "theme", "timeline"],
        "lessonruns": ["background", "document", "live", "text", "theme", "timeline"],
        "challenge": ["background", "export", "inputs", "lanes", "lessons", "text", "theme"],
        "handout": ["background", "inputs", "text", "theme"],
        "ledger": ["document", "live", "text"],
        "charts": ["estimate", "text", "theme"],
        "cluster": ["document", "estimate", "frame", "text", "theme"],
        "start": ["background", "document", "exchange", "text", "theme", "timeline"],
        "runs": ["background", "document", "editor", "frame", "inputs", "live", "start", "text", "theme", "timeline"],
        "workspace": ["background", "challenge", "document", "exchange", "lessonruns", "lessons", "live"],
        "compare": ["costs", "document", "estimate", "export", "frame", "live", "text", "theme", "timeline", "workspace",
                    "background"],
        "search": ["charts", "document", "editor", "estimate", "frame", "text", "theme", "workspace", "background"],
        "window": ["background", "byhand", "challenge", "charts", "cluster", "cockpit", "compare", "course", "document", "editor",
                   "estimate", "exchange", "export", "frame", "handout", "inputs", "inspector", "layers", "learn", "lecture", "ledger",
                   "lessonruns", "lessons", "live",
                   "runs", "search", "start", "text", "theme", "timeline", "workspace"],
    },
}
for room in INSIDE["gui"]:
    MAY_USE[f"gui/{room}"] = ["gui"] + GUI_READS.get(
        room, ["engine/lesson", "engine/lesson_run", "engine/measured", "engine/strategy", "engine/plan", "telemetry"])

MAY_USE["gui/handout"].append("engine/paper")

# What a job of Slurm may be asked for is checked as one types it.
MAY_USE["gui/runs"].append("engine/launch/slurm")

# Folders whose files include each other's. None may be added; one that is gone goes from here, too.
CYCLES = []

# Which libraries a folder may not include.
FORBIDDEN = {
    "engine/plan": [QT, GPU, MPI, ZMQ, FILES, CLOCKS, r"CLI/.*"],
    "engine/strategy": [QT, GPU, MPI, ZMQ, r"CLI/.*"],
    "engine/paper": [QT, GPU, MPI, ZMQ, CLOCKS, r"CLI/.*"],
    "engine/options": [QT, GPU, MPI, ZMQ, FILES],
    "engine/measured": [QT, GPU, MPI, ZMQ, FILES, r"CLI/.*"],
    "engine/runtime": [QT, ZMQ],
    "engine/launch": [QT, GPU, MPI, ZMQ],
    "engine/cli": [QT, GPU, MPI, ZMQ],
    # The connection file of a run is JSON; nothing else that it reads is.
    "telemetry": [QT, GPU, MPI, OTHER_FILES, r"CLI/.*"],
    "gui": [GPU, MPI, ZMQ, r"CLI/.*"],
}

# Exceptions by file: an interface's header stays free of what only its implementation knows.
ONLY_IN = {
    MPI: ["engine/runtime/mpi/", "engine/runtime/main.cpp"],
    GPU: ["engine/runtime/cuda/"],
    PAGES: ["engine/paper/"],
    # Only a device opens addresses of its memory.
    r"engine/runtime/(raw_memory|cpu/host_span)\.h": ["engine/runtime/cpu/", "engine/runtime/cuda/",
                                                     "engine/runtime/message.cpp"],
}

# The window is never the collector, and a rank is never a viewer.
NOT_THESE = {
    "gui": [r"telemetry/(collector|sender)\.h"],
    "engine/runtime": [r"telemetry/(collector|viewer|log_reader|event_log)\.h"],
}

# What a target may come to link, directly or through others: of our own targets, and of libraries.
# A target that is not here may be linked by nobody.
RUNTIME = {"runtime", "training", "checkpoint", "training_duties", "training_cpu", "training_cuda", "cuda_kernels",
           "module_loader", "runtime_mpi"}
LINKS = {
    "plan": (set(), r"(?!)"),
    "strategy": ({"plan"}, r"yaml-cpp|fmt::fmt|nlohmann_json::.*|Threads::Threads"),
    "lesson": ({"plan", "strategy"}, r"yaml-cpp|fmt::fmt|nlohmann_json::.*|Threads::Threads"),
    "paper": ({"plan", "strategy", "lesson"}, r"PkgConfig::.*|yaml-cpp|fmt::fmt|nlohmann_json::.*|Threads::Threads"),
    "options": ({"plan", "strategy"}, r"CLI11::CLI11|yaml-cpp|fmt::fmt|nlohmann_json::.*|Threads::Threads"),
    "telemetry": (set(), r"Threads::Threads|cppzmq|nlohmann_json::.*"),
    "measured": ({"plan", "telemetry"}, r"fmt::fmt|Threads::Threads|cppzmq|nlohmann_json::.*"),
    "runtime": ({"plan", "strategy", "options", "telemetry"}, r"(?!Qt6::|MPI::).*"),
    "training": ({"plan", "strategy", "options", "telemetry", "runtime"}, r"(?!Qt6::|MPI::).*"),
    "checkpoint": ({"plan", "strategy", "options", "telemetry", "runtime"}, r"(?!Qt6::|MPI::).*"),
    "training_duties": ({"plan", "strategy", "options", "telemetry", "runtime", "training", "checkpoint"},
                        r"(?!Qt6::|MPI::).*"),
    "training_cpu": (RUNTIME | {"plan", "strategy", "options", "telemetry"}, r"(?!Qt6::|MPI::).*"),
    "cuda_kernels": (set(), r"(?!)"),
    "training_cuda": (RUNTIME | {"plan", "strategy", "options", "telemetry"}, r"(?!Qt6::|MPI::).*"),
    "module_loader": ({"plan", "strategy", "options", "telemetry", "runtime", "training"}, r"(?!Qt6::|MPI::|CUDA::).*"),
    # What a rank on a GPU loads: the one library that needs NVIDIA's.
    "bubblescope_cuda": (RUNTIME | {"plan", "strategy", "options", "telemetry"}, r"(?!Qt6::|MPI::|DNNL::).*"),
    "runtime_mpi": (RUNTIME | {"plan", "strategy", "options", "telemetry"}, r"(?!Qt6::).*"),
    "slurm_words": (set(), r"fmt::fmt"),
    "launch": ({"slurm_words", "plan", "strategy", "options", "measured", "telemetry"}, r"(?!Qt6::|MPI::|DNNL::|CUDA::).*"),
    "lesson_run": ({"lesson", "measured", "strategy", "plan", "telemetry"},
                   r"fmt::fmt|Threads::Threads|cppzmq|nlohmann_json::.*|yaml-cpp"),
    "cli": ({"plan", "strategy", "lesson", "lesson_run", "options", "measured", "telemetry"}, r"(?!Qt6::|MPI::|DNNL::|CUDA::).*"),
    "gui_theme": (set(), r"Qt6::.*"),
    "gui_text": ({"plan"}, r"Qt6::.*"),
    "gui_background": (set(), r"Qt6::.*|Threads::Threads"),
    "gui_timeline": ({"plan", "gui_theme", "gui_text", "gui_background"}, r"Qt6::.*|Threads::Threads"),
    "gui_window": ({"slurm_words", "lesson", "lesson_run", "paper", "plan", "strategy", "measured", "telemetry", "gui_theme", "gui_text", "gui_background", "gui_timeline"},
                   r"(?!MPI::|DNNL::|CUDA::|CLI11::).*"),
    "bubblescope": ({"slurm_words", "lesson", "lesson_run", "paper", "plan", "strategy", "measured", "telemetry", "gui_theme", "gui_text", "gui_background", "gui_timeline",
                     "gui_window"}, r"(?!MPI::|DNNL::|CUDA::|CLI11::).*"),
    "bubblescope-plan": ({"plan", "strategy", "lesson", "lesson_run", "paper", "options", "measured", "telemetry", "cli"},
                         r"(?!Qt6::|MPI::|DNNL::|CUDA::).*"),
    "plan_without_paper": ({"plan", "strategy", "lesson", "lesson_run", "options", "measured", "telemetry", "cli"},
                           r"(?!Qt6::|MPI::|DNNL::|CUDA::|PkgConfig::).*"),
    "bubblescope-run": ({"slurm_words", "plan", "strategy", "options", "measured", "telemetry", "launch"},
                        r"(?!Qt6::|MPI::|DNNL::|CUDA::).*"),
    "bubblescope-engine": (RUNTIME | {"plan", "strategy", "options", "telemetry"}, r"(?!Qt6::).*"),
}

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
OURS = re.compile(r"(engine|telemetry|gui|tests)/")
TARGET = re.compile(r"\b(?:add_library|add_executable)\s*\(\s*([\w-]+)(?=[\s)])")
LINK = re.compile(r"\btarget_link_libraries\s*\(\s*([\w-]+)([^)]*)\)")
WORDS = {"PUBLIC", "PRIVATE", "INTERFACE"}


def rule_for(rules, path):
    keys = [key for key in rules if path.startswith(key + "/")]
    return rules[max(keys, key=len)] if keys else None


def folder_of(path):
    return path.rpartition("/")[0]


def inside(name, header):
    """Whether one folder of a part may include the other's headers."""
    for part, arrows in INSIDE.items():
        if not (name.startswith(part + "/") and header.startswith(part + "/")) or name.endswith("/main.cpp"):
            continue
        own, other = folder_of(name)[len(part) + 1:], folder_of(header)[len(part) + 1:]
        if own != other and other not in arrows.get(own, []):
            return False
    return True


def include_problems(name, text):
    for header in INCLUDE.findall(text):
        if OURS.match(header):
            allowed = rule_for(MAY_USE, name)
            if allowed is None or not any(header.startswith(a + "/") for a in allowed):
                yield f"{name} includes {header}"
            elif not inside(name, header):
                yield f"{name} includes {header}, which stands in a folder it may not use"
            for pattern in rule_for(NOT_THESE, name) or []:
                if re.fullmatch(pattern, header):
                    yield f"{name} includes {header}"
        elif any(re.fullmatch(p, header) for p in rule_for(FORBIDDEN, name) or []):
            yield f"{name} includes {header}"
        for pattern, places in ONLY_IN.items():
            if re.fullmatch(pattern, header) and not any(name.startswith(p) for p in places):
                yield f"{name} includes {header}"


def cycles_of(arrows):
    """The sets of nodes that reach each other, {node: successors} given; Tarjan's components."""
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(arrows.get(node, ())):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            component = set(stack[stack.index(node):])
            del stack[stack.index(node):]
            if len(component) > 1:
                found.append(component)

    for node in sorted(arrows):
        if node not in index:
            visit(node)
    return found


def cycle_problems(sources, known):
    arrows = {}
    for name, text in sources.items():
        if not name.endswith("/main.cpp"):
            arrows.setdefault(folder_of(name), set()).update(
                folder_of(header) for header in INCLUDE.findall(text)
                if OURS.match(header) and folder_of(header) != folder_of(name))
    cycles = cycles_of(arrows)
    for cycle in cycles:
        if not any(cycle <= one for one in known):
            yield "include each other: " + ", ".join(sorted(cycle))
    for one in known:
        if not any(cycle <= one for cycle in cycles):
            yield "include each other no more, so CYCLES need not say so: " + ", ".join(sorted(one))


def link_problems(lists):
    """`lists`: the text of every CMakeLists.txt."""
    text = "\n".join(re.sub(r"#[^\n]*", "", one) for one in lists)
    ours = set(TARGET.findall(text))
    links = {target: set() for target in ours}
    for target, rest in LINK.findall(text):
        links.setdefault(target, set()).update(word for word in rest.split() if word not in WORDS)
    for target in sorted(links):
        if target not in LINKS:
            yield f"{target} links others, and LINKS says nothing of it"
            continue
        allowed, libraries = LINKS[target]
        # What it is linked with, and through which of its own it came.
        reached, pending = {}, [(word, target) for word in links[target]]
        while pending:
            word, through = pending.pop()
            if word not in reached:
                reached[word] = through
                pending += [(further, word) for further in links.get(word, ())]
        for word, through in sorted(reached.items()):
            good = word in allowed if word in ours or word in LINKS else re.fullmatch(libraries, word)
            if not good:
                yield f"{target} links {word}" + (f" through {through}" if through != target else "")


def planted():
    """What is not named of breaches that are planted one at a time."""
    includes = [("engine/plan/op.cpp", "<thread>"), ("engine/plan/op.cpp", '"engine/strategy/yaml.h"'),
                ("engine/strategy/yaml.cpp", "<CLI/CLI.hpp>"), ("engine/measured/pace.cpp", '"engine/strategy/yaml.h"'),
                ("engine/cli/main.cpp", '"engine/launch/places.h"'), ("engine/launch/main.cpp", '"engine/runtime/clock.h"'),
                ("telemetry/ring.h", '"engine/plan/op.h"'), ("telemetry/ring.h", "<QString>"),
                ("gui/live/run.cpp", '"engine/launch/places.h"'), ("gui/live/run.cpp", '"telemetry/sender.h"'),
                ("gui/theme/theme.cpp", '"gui/document/document.h"'), ("gui/document/document.cpp", '"gui/live/run_view.h"'),
                ("gui/window/page.cpp", "<pango/pangocairo.h>"), ("engine/lesson/page.cpp", "<cairo-pdf.h>"),
                ("engine/cli/page.cpp", "<librsvg/rsvg.h>"), ("engine/lesson/page.cpp", '"engine/paper/pages.h"'),
                ("gui/timeline/axis.cpp", '"engine/strategy/strategy.h"'),
                ("engine/runtime/mpi/job.cpp", '"telemetry/viewer.h"'), ("engine/runtime/executor.cpp", "<mpi.h>"),
                ("engine/runtime/executor.cpp", '"engine/runtime/training/layer.h"'),
                ("engine/runtime/executor.cpp", '"engine/runtime/mpi/job.h"'),
                ("engine/runtime/emulated/device.cpp", '"engine/runtime/training/layer.h"'),
                ("engine/runtime/training/layer.cpp", '"engine/runtime/cpu/gemm.h"'),
                ("engine/runtime/cpu/gemm.cpp", '"engine/runtime/mpi/job.h"'),
                ("engine/runtime/cpu/gemm.cpp", '"engine/runtime/emulated/device.h"'),
                ("engine/runtime/loopback/pair.cpp", '"engine/runtime/mpi/job.h"'),
                *(("engine/runtime/training/layer.cpp", f"<{header}>") for header in
                  ("cuda_runtime.h", "cublas_v2.h", "cudnn.h", "cupti.h", "nccl.h", "nvtx3/nvToolsExt.h", "nvml.h"))]
    for name, header in includes:
        if not any(header.strip('<>"') in each for each in include_problems(name, f"#include {header}\n")):
            yield f"an include of {header} planted in {name} is not named"
    for name, header in (("engine/runtime/main.cpp", '"engine/runtime/mpi/job.h"'), ("engine/runtime/main.cpp", "<mpi.h>"),
                         ("engine/runtime/cuda/gemm.cu", "<cublas_v2.h>"), ("gui/live/run.cpp", '"telemetry/viewer.h"'),
                         ("engine/paper/page.cpp", "<cairo-pdf.h>"), ("engine/paper/page.cpp", '"engine/lesson/handout.h"')):
        if list(include_problems(name, f"#include {header}\n")):
            yield f"{name} may include {header}, and is refused it"

    three = {"gui/a/x.h": '#include "gui/b/x.h"', "gui/b/x.h": '#include "gui/c/x.h"', "gui/c/x.h": "",
             "gui/c/y.cpp": '#include "gui/a/x.h"'}
    if list(cycle_problems(three, [])) != ["include each other: gui/a, gui/b, gui/c"]:
        yield "a cycle of three folders is not named"
    if list(cycle_problems({**three, "gui/c/y.cpp": ""}, [])):
        yield "folders without a cycle are said to have one"
    if list(cycle_problems(three, [{"gui/a", "gui/b", "gui/c"}])):
        yield "a cycle that is known is named"
    if not list(cycle_problems({**three, "gui/c/y.cpp": ""}, [{"gui/a", "gui/b", "gui/c"}])):
        yield "a cycle that is gone may stay listed"

    tree = ["add_library(plan)\nadd_library(telemetry)\nadd_library(runtime)\nadd_library(measured)\nadd_library(gui_window)\n"
            "target_link_libraries(measured PUBLIC plan telemetry PRIVATE fmt::fmt)\n"
            "target_link_libraries(gui_window PUBLIC measured Qt6::Widgets)\n"]
    if list(link_problems(tree)):
        yield f"a good tree is refused: {list(link_problems(tree))}"
    for line, said in (("target_link_libraries(plan PRIVATE fmt::fmt)", "plan links fmt::fmt"),
                       ("target_link_libraries(gui_window\n    PRIVATE runtime) # a comment", "gui_window links runtime"),
                       ("target_link_libraries(measured PUBLIC runtime)", "gui_window links runtime through measured"),
                       ("target_link_libraries(telemetry PUBLIC Qt6::Core)", "measured links Qt6::Core through telemetry"),
                       ("add_library(odd)", "odd links others, and LINKS says nothing of it")):
        if said not in list(link_problems([*tree, line])):
            yield f"'{line}' is planted, and '{said}' is not said"


def read(patterns):
    return {str(p.relative_to(ROOT)): p.read_text() for top in ("engine", "telemetry", "gui")
            for p in sorted((ROOT / top).rglob("*")) if any(p.match(pattern) for pattern in patterns)}


errors = list(planted())
sources = read(["*.h", "*.cpp", "*.cu"])
for source, content in sources.items():
    errors += include_problems(source, content)
errors += cycle_problems(sources, CYCLES)
cmake = read(["CMakeLists.txt"])
errors += link_problems(cmake.values())
if len(sources) < 20 or len(cmake) < 8:
    errors.append(f"only {len(sources)} source files and {len(cmake)} lists found under {ROOT}")
top_level = {p.name for p in ROOT.iterdir() if not p.name.startswith(".")}
for name in sorted(top_level - {"CMakeLists.txt", "CMakePresets.json", "README.md", "LICENSE", "gui",
                                "engine", "telemetry", "resources", "tests", "build", "shared",
                                "compile_commands.json"}):
    errors.append(f"the top level holds {name}")

print("\n".join(errors) or f"layering holds over {len(sources)} files and {len(cmake)} lists of CMake")
sys.exit(bool(errors))
