"""Fails when something is done in a second place that has one mechanism. Run by ctest.

Each rule has a pattern of the code that does it, the folders it holds for, and the files that may.
Comments do not count. The rules are tried on a planted breach each, so none of them is blind.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


class Rule:
    def __init__(self, what, pattern, folders, only, planted, instead):
        self.what, self.pattern, self.planted, self.instead = what, re.compile(pattern, re.MULTILINE), planted, instead
        self.folders, self.only = folders, only

    def breaches(self, name, text):
        if not name.startswith(self.folders) or any(name.startswith(one) for one in self.only):
            return
        # A line keeps its number.
        code = COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text)
        for found in self.pattern.finditer(code):
            number = code.count("\n", 0, found.start()) + 1
            yield f"{name}:{number}: {self.what}; {self.instead}"


RULES = [
    # A window's text goes through tr(), and what a framework calls a place of its own is no device.
    Rule("names a device",
         r'(?<!tr\()(?<!NOOP\()(?<!::Timeline", )"(?:emulated|cpu|cuda)(?::\d+)?"',
         ("engine/cli", "engine/launch", "engine/measured", "engine/runtime", "telemetry", "gui"), (),
         'if (run.device == "cpu")', "ask its row in engine/strategy/run_device.h"),
    Rule("names a schedule",
         r'"(?:naive|gpipe|(?:eager-)?1f1b|interleaved(?:-[a-z]+)?|looped-bfs|zb-[a-z0-9]+|zbv|v-half|v-min'
         r'|dualpipev?|hanayo|chimera|gems)(?::\d+)?"',
         ("engine/cli", "engine/launch", "engine/measured", "engine/runtime", "telemetry", "gui"), (),
         'QStringLiteral("interleaved:2"),', "ask its entry in engine/plan/catalog.h"),
    # Not in telemetry, which stands alone, and counts frames together with their verbs.
    Rule("writes a plural", r'== 1 \? "[^"]*" : "[^"]*s"', ("engine",), ("engine/plan/counted.cpp",),
         'text += count == 1 ? " rank" : " ranks";', "use plan::counted()"),
    # A tooltip that is put together of several texts escapes each.
    Rule("escapes HTML", r"\btoHtmlEscaped\(", ("gui",),
         ("gui/text/plain_tip.cpp", "gui/timeline/canvas_input.cpp", "gui/cockpit/desktop_notice.cpp"),
         "item->setToolTip(text.toHtmlEscaped());", "use plainTip()"),
    # What Qt 6.4 does with a hidden row is told there.
    Rule("hides a row of a form", r"\bsetRowVisible\(", ("gui",), ("gui/inputs/form_row.cpp",),
         "form->setRowVisible(field, false);", "use showRow()"),
    Rule("reads the shape of a pipeline from a hello", r"\bhello(?:\.|->)(?:pipelineRanks|chunks|microbatches)\b",
         ("engine/cli", "engine/launch", "engine/measured", "gui"), ("engine/measured/run_info.cpp",),
         "const int ranks = hello->pipelineRanks;", "take it from measured::runInfoOf()"),
    Rule("closes a file descriptor", r"(?:^|[^\w.>:])(?:::)?close\([\w.>-]+(?:\(\))?\)", ("engine", "gui"),
         ("engine/strategy/file_descriptor.h",), "    ::close(fd);",
         "let a strategy::FileDescriptor own it"),
    Rule("writes a Chrome trace", r"traceEvents|\\\"ph\\\"|\"ph\"", ("engine", "gui", "telemetry"),
         ("engine/strategy/trace_writer.cpp",), r'text += "{\"ph\":\"X\"";',
         "use strategy::TraceWriter"),
    # The member of a JSON text inside of a C++ string.
    Rule("writes JSON by hand", r'\\"\w+\\": ?|"\w+": ?(?:\{\}|\[|\{\{|\\")', ("engine", "gui", "telemetry"),
         ("engine/strategy/trace_writer.cpp",), r'fmt::format("{{\"ranks\": {}}}", ranks);',
         "build it with the library, or write it with cli::JsonWriter where it is large"),
    Rule("reads a command line by hand", r'== "--\w|starts_with\("-', ("engine",),
         ("engine/options/", "engine/strategy/convert/"), 'if (argument == "--steps")',
         "add the option with engine/options/values.h"),
    # What was put in may have a "%2" of its own, which the next call takes for a place.
    Rule("fills a text that has a name in it already",
         r"\.arg\([\w.>-]*(?:[nN]ame|[tT]itle|[lL]abel|[fF]ile|[pP]rogram|[pP]ath|\.what|source|value)"
         r"(?:Of)?(?:\([\w.]*\))?\)\s*\.arg\(",
         ("gui",), (), "text.arg(track.title).arg(rank);", "give both to one arg(name, QString::number(n))"),
    # But lists that one types, and what another program has written.
    Rule("joins texts with the marks of English",
         r'QStringLiteral\("(?:%1: %2|%1 \(%2\))[^"]*"\)|\.join\((?:\w+\()?", "\)|\+ QStringLiteral\("(?:: |, )"\)',
         ("gui",),
         ("gui/text/joined.cpp", "gui/editor/layer_list.cpp", "gui/search/sweep_panel.cpp",
          "gui/search/search_panel.cpp", "gui/live/run_control.cpp", "gui/live/run_controller.cpp"),
         'tip = names.join(QStringLiteral(", "));', "use gui/text/joined.h"),
    Rule("makes a temporary directory", r"\bmkdtemp\(", ("engine", "gui", "telemetry", "tests"),
         ("tests/scratch_directory.h",), "mkdtemp(pattern.data());", "use tests::ScratchDirectory"),
]

errors = []
for rule in RULES:
    planted = f"// {rule.planted}\n{rule.planted}\n"
    place = rule.folders[0] + "/planted.cpp"
    if [each.split(": ")[0] for each in rule.breaches(place, planted)] != [f"{place}:2"]:
        errors.append(f"the rule '{rule.what}' does not see what was planted in {place}")
    for allowed in rule.only:
        if allowed.endswith((".h", ".cpp")) and not (ROOT / allowed).is_file():
            errors.append(f"the rule '{rule.what}' allows {allowed}, which is not there")

looked_at = 0
for top in ("engine", "telemetry", "gui", "tests"):
    for path in sorted((ROOT / top).rglob("*")):
        if path.suffix in {".h", ".cpp", ".cu"}:
            looked_at += 1
            name, text = str(path.relative_to(ROOT)), path.read_text()
            for rule in RULES:
                errors += rule.breaches(name, text)
if looked_at < 20:
    errors.append(f"only {looked_at} source files found under {ROOT}")

print("\n".join(errors) or f"{len(RULES)} mechanisms stand once in {looked_at} files")
sys.exit(bool(errors))
