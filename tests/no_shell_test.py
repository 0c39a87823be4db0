"""Fails where the product's sources could have a shell read a text: no_shell_test.py ROOT. Run by ctest.

Programs are started by a list of arguments and their path alone, in the few places that are named here.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])

# A shell itself, what starts one, and what looks a program up or cuts one text into arguments.
CALLS = re.compile(r"(?<![\w:.>])(?:std::|::)?(system|popen|wordexp|execl|execle|execlp|execv|execvp|execvpe|"
                   r"posix_spawn|posix_spawnp)\s*\(|"
                   r"\b(startCommand|splitCommand|setNativeArguments|openUrl)\s*\(|"
                   r"QProcess::(startDetached|execute)\s*\(|"
                   r"\"(?:/usr)?/bin/(?:ba|da|z)?sh\"|\"(?:ba|da|z)?sh\"")
STARTS = re.compile(r"\bexecve\s*\(|\bfexecve\s*\(|\bexecveat\s*\(|\bQProcess\b")
MAY_START = ("engine/launch/child_process.cpp", "gui/live/")
# What loads code by a path.
LOADS = re.compile(r"(?<![\w:.>])(?:::)?(dlopen|dlmopen)\s*\(|\bQ(Library|PluginLoader)\b")
MAY_LOAD = ("engine/runtime/module_loader/", "engine/runtime/cuda/nvml", "engine/runtime/cuda/cupti_functions")
COMMENT = re.compile(r"//.*|/\*.*?\*/")


def problems(name, text):
    for number, line in enumerate(text.splitlines(), 1):
        code = COMMENT.sub("", line)
        if CALLS.search(code):
            yield f"{name}:{number} may run a shell: {code.strip()}"
        if STARTS.search(code) and not name.startswith(MAY_START):
            yield f"{name}:{number} starts a program: {code.strip()}"
        if LOADS.search(code) and not name.startswith(MAY_LOAD):
            yield f"{name}:{number} loads code: {code.strip()}"


# What is looked for is found.
for sample in ('std::system("ls");', 'FILE* f = popen(text, "r");', '::execvp(file, argv);', 'process.startCommand(line);',
               '{"/bin/sh", "-c", text}', 'QDesktopServices::openUrl(url);', 'void* library = dlopen(path, RTLD_NOW);', 'QProcess::startDetached("a b");'):
    assert list(problems("gui/x.cpp", sample)), sample
for sample in ("QLocale::system().language()", "filesystem(path)", "// no system() here", "m_catalogue.execl"):
    assert not list(problems("gui/x.cpp", sample)), sample

errors = []
looked_at = 0
for top in ("engine", "telemetry", "gui", "resources"):
    for path in sorted((ROOT / top).rglob("*")):
        if path.suffix in {".h", ".cpp", ".cu", ".in", ".py", ".sh"}:
            looked_at += 1
            errors += problems(str(path.relative_to(ROOT)), path.read_text(errors="replace"))
if looked_at < 300:
    errors.append(f"only {looked_at} source files found under {ROOT}")

print("\n".join(errors) or f"{looked_at} files run no shell")
sys.exit(bool(errors))
