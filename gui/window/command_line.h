// What the program was asked for, on its command line.

#pragma once

#include "gui/export/figure.h"
#include "gui/window/theme_choice.h"

#include <QSize>
#include <QStringList>

#include <optional>
#include <variant>

namespace gui {

// Words are as they were typed: whether a file or a run of that name exists is not looked at here.
struct CommandLine {
    QStringList files;    // a tab for each; none: one with the built-in strategy
    QString lesson;       // of the course, perhaps with a step behind a colon, or a file
    bool present = false; // to an audience: that lesson
    QString attach;       // a run: its name, its beginning, or "last"
    QString replay;       // a run, a directory, or an event log
    QString screenshot;   // where to save it
    QString figure;       // likewise; its ending is one of SVG, PDF, PNG
    QString report;       // likewise
    FigureLook look{};    // of the figure
    int untilStep = -1;   // of the run shown; -1: until it ends

    // It is about a file, and not about a window.
    bool isForFile() const
    {
        return !screenshot.isEmpty() || !figure.isEmpty() || !report.isEmpty();
    }

    QSize size; // of the window; invalid: the usual one
    std::optional<ThemeChoice> theme;
    bool fresh = false; // what was open before stays shut
    QString language;   // "zh_CN", "en", or empty for the system's
};

// What is to be written in place of opening a window, and the exit code to end with.
struct CommandLineText {
    QString text;
    int exitCode = 0; // 0 for help and version, 2 for a mistake
};

// `arguments` as main() has them, the program's name first. Needs no application. A mistake is
// answered with a sentence, and never ends the program.
std::variant<CommandLine, CommandLineText> parseCommandLine(const QStringList& arguments);

} // namespace gui
