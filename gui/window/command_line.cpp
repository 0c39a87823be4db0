#include "gui/window/command_line.h"

#include "gui/window/help_entries.h"

#include <QCommandLineParser>
#include <QRegularExpression>

#include <algorithm>
#include <iterator>
#include <utility>

namespace gui {
namespace {

constexpr int kSmallest = 320;
constexpr int kLargest = 16384;

std::optional<QSize> parseSize(const QString& text)
{
    static const QRegularExpression pattern(QStringLiteral("^([0-9]{1,5})x([0-9]{1,5})$"));
    const auto match = pattern.match(text);
    const QSize size(match.captured(1).toInt(), match.captured(2).toInt());
    const auto fits = [](int length) { return length >= kSmallest && length <= kLargest; };
    return match.hasMatch() && fits(size.width()) && fits(size.height()) ? std::optional(size)
                                                                         : std::nullopt;
}

CommandLineText mistake(const QString& sentence) { return {sentence, 2}; }

// Help is written before a language is chosen, so it is English.
void describe(QCommandLineParser& parser)
{
    parser.setApplicationDescription(QStringLiteral(
        "Designs, simulates, launches and watches pipeline-parallel training in one window."));
    parser.addPositionalArgument(QStringLiteral("FILE"),
                                 QStringLiteral("Strategy files; a tab for each."),
                                 QStringLiteral("[FILE...]"));
    parser.addOptions(
        {{QStringLiteral("attach"),
          QStringLiteral("Show a run, by its name, or the last one (last); of another machine, "
                         "which ssh reaches, as USER@HOST:RUN."),
          QStringLiteral("RUN")},
         {QStringLiteral("replay"),
          QStringLiteral("Show a recording, by the name of its run or its directory."),
          QStringLiteral("RUN|DIR")},
         {QStringLiteral("lesson"),
          QStringLiteral("Learn a lesson: of the course by its name, perhaps with a step behind a "
                         "colon, or from a file."),
          QStringLiteral("NAME[:STEP]|FILE")},
         {QStringLiteral("present"),
          QStringLiteral("Show the lesson to an audience, on the whole screen.")},
         {QStringLiteral("screenshot"),
          QStringLiteral("Save a picture of the window once everything is drawn, then exit."),
          QStringLiteral("PNG")},
         {QStringLiteral("figure"),
          QStringLiteral("Draw the timeline for a paper as SVG, PDF or PNG, then exit."),
          QStringLiteral("FILE")},
         {QStringLiteral("paper"),
          QStringLiteral("Size of the figure: 3.3 or 6.9 in wide, or a slide (default: page)."),
          QStringLiteral("column|page|slide")},
         {QStringLiteral("greyscale"),
          QStringLiteral("Draw the figure so that it can be read in black and white.")},
         {QStringLiteral("with"),
          QStringLiteral("What the figure shows besides ops, with commas between."),
          QStringLiteral("ghosts|critical-path|inner|memory")},
         {QStringLiteral("report"),
          QStringLiteral("Write one HTML file with all that is known of it, then exit."),
          QStringLiteral("HTML")},
         {QStringLiteral("until-step"),
          QStringLiteral("With --screenshot, --figure or --report: once step N is complete "
                         "(default: when the run ends)."),
          QStringLiteral("N")},
         {QStringLiteral("size"), QStringLiteral("Size of the window (default: 1280x800)."),
          QStringLiteral("WxH")},
         {QStringLiteral("fresh"),
          QStringLiteral("Do not open again what was open when the last window was closed.")},
         {QStringLiteral("theme"), QStringLiteral("Colours of the window."),
          QStringLiteral("light|dark|contrast|system")},
         {QStringLiteral("lang"), QStringLiteral("Language of the window."),
          QStringLiteral("zh_CN|en")}});
    // For the manual page.
    QCommandLineOption keys(QStringLiteral("keys"));
    keys.setFlags(QCommandLineOption::HiddenFromHelp);
    parser.addOption(keys);
}

// A line for each command and key: its group, its name, its keys and what it does, tabs between.
QString keysText()
{
    QString text;
    for (const HelpEntry& entry : helpEntries())
        text += QStringList{entry.group, entry.name, entry.keys, entry.does}.join(QLatin1Char('\t'))
            + QLatin1Char('\n');
    return text;
}

// The sentence says what is wrong, as for the next one.
std::optional<QString> readExtras(const QString& words, FigureExtras& extras)
{
    const std::pair<const char*, bool*> known[] = {{"ghosts", &extras.ghosts},
                                                   {"critical-path", &extras.criticalPath},
                                                   {"inner", &extras.inner},
                                                   {"memory", &extras.memory}};
    for (const QString& word : words.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        const auto found = std::find_if(std::begin(known), std::end(known), [&](const auto& each) {
            return word == QLatin1String(each.first);
        });
        if (found == std::end(known))
            return QStringLiteral(
                       "--with names %1; it can name ghosts, critical-path, inner and memory")
                .arg(word);
        *found->second = true;
    }
    return {};
}

std::optional<QString> readFigure(const QCommandLineParser& parser, CommandLine& line)
{
    line.figure = parser.value(QStringLiteral("figure"));
    line.look.title = true;
    line.look.greyscale = parser.isSet(QStringLiteral("greyscale"));
    if (!line.figure.isEmpty() && !figureFormatOf(line.figure))
        return QStringLiteral("--figure is %1; its name must end with .svg, .pdf or .png")
            .arg(line.figure);
    if (const auto error = readExtras(parser.value(QStringLiteral("with")), line.look.extras))
        return error;
    if (!parser.isSet(QStringLiteral("paper")))
        return {};
    const QStringList papers{QStringLiteral("column"), QStringLiteral("page"),
                             QStringLiteral("slide")}; // in the order of Paper
    const qsizetype paper = papers.indexOf(parser.value(QStringLiteral("paper")));
    if (paper < 0)
        return QStringLiteral("--paper is %1; it can be column, page or slide")
            .arg(parser.value(QStringLiteral("paper")));
    line.look.paper = static_cast<Paper>(paper);
    return {};
}

} // namespace

std::variant<CommandLine, CommandLineText> parseCommandLine(const QStringList& arguments)
{
    QCommandLineParser parser;
    describe(parser);
    // Not the parser's own: they come with one for Qt's options, of which we read none.
    const QCommandLineOption help({QStringLiteral("h"), QStringLiteral("help")},
                                  QStringLiteral("Print this help and exit."));
    const QCommandLineOption version({QStringLiteral("v"), QStringLiteral("version")},
                                     QStringLiteral("Print the version and exit."));
    parser.addOptions({help, version});
    if (!parser.parse(arguments))
        return mistake(parser.errorText());
    if (parser.isSet(help)) // there is no application yet that knows the program's name
        return CommandLineText{parser.helpText().replace(QStringLiteral("<executable_name>"),
                                                         QStringLiteral("bubblescope")),
                               0};
    if (parser.isSet(version))
        return CommandLineText{QStringLiteral("bubblescope " BUBBLESCOPE_VERSION "\n"), 0};

    if (parser.isSet(QStringLiteral("keys")))
        return CommandLineText{keysText(), 0};

    CommandLine line;
    line.files = parser.positionalArguments();
    line.lesson = parser.value(QStringLiteral("lesson"));
    line.present = parser.isSet(QStringLiteral("present"));
    line.attach = parser.value(QStringLiteral("attach"));
    line.replay = parser.value(QStringLiteral("replay"));
    line.screenshot = parser.value(QStringLiteral("screenshot"));
    line.report = parser.value(QStringLiteral("report"));
    if (const auto error = readFigure(parser, line))
        return mistake(*error);
    line.fresh = parser.isSet(QStringLiteral("fresh"));
    line.language = parser.value(QStringLiteral("lang"));
    if (line.isForFile() && !line.lesson.isEmpty())
        return mistake(
            QStringLiteral("--lesson opens a window; `bubblescope-plan lesson` writes its "
                           "pages and pictures"));
    if (line.present && line.lesson.isEmpty())
        return mistake(QStringLiteral("--present shows a lesson; say which by --lesson"));
    if (!line.attach.isEmpty() && !line.replay.isEmpty())
        return mistake(QStringLiteral("--attach and --replay both choose what to show; give one"));
    if (parser.isSet(QStringLiteral("theme"))) {
        line.theme = parseThemeChoice(parser.value(QStringLiteral("theme")));
        if (!line.theme)
            return mistake(
                QStringLiteral("--theme is %1; it can be light, dark, contrast or system")
                    .arg(parser.value(QStringLiteral("theme"))));
    }
    if (parser.isSet(QStringLiteral("size"))) {
        const auto size = parseSize(parser.value(QStringLiteral("size")));
        if (!size)
            return mistake(QStringLiteral("--size is %1; write it as 1280x800, each %2 to %3")
                               .arg(parser.value(QStringLiteral("size")),
                                    QString::number(kSmallest), QString::number(kLargest)));
        line.size = *size;
    }
    if (parser.isSet(QStringLiteral("until-step"))) {
        bool isNumber = false;
        line.untilStep = parser.value(QStringLiteral("until-step")).toInt(&isNumber);
        if (!isNumber || line.untilStep < 0)
            return mistake(QStringLiteral("--until-step is %1; give the number of a step, from 0")
                               .arg(parser.value(QStringLiteral("until-step"))));
    }
    if (!line.language.isEmpty() && line.language != QLatin1String("en")
        && line.language != QLatin1String("zh_CN") && line.language != QLatin1String("pseudo"))
        return mistake(QStringLiteral("--lang is %1; it can be zh_CN or en").arg(line.language));
    return line;
}

} // namespace gui
