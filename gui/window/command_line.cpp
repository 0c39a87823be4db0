#include "gui/window/command_line.h"

#include <QCommandLineParser>
#include <QRegularExpression>

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
                                 QStringLiteral("Strategy files; one window each."),
                                 QStringLiteral("[FILE...]"));
    parser.addOptions(
        {{QStringLiteral("attach"),
          QStringLiteral("Show a run, by its name, or the last one (last)."),
          QStringLiteral("RUN")},
         {QStringLiteral("replay"),
          QStringLiteral("Show a recording, by the name of its run or its directory."),
          QStringLiteral("RUN|DIR")},
         {QStringLiteral("screenshot"),
          QStringLiteral("Save a picture of the window once everything is drawn, then exit."),
          QStringLiteral("PNG")},
         {QStringLiteral("until-step"),
          QStringLiteral(
              "With --screenshot: take it once step N is complete (default: when the run ends)."),
          QStringLiteral("N")},
         {QStringLiteral("size"), QStringLiteral("Size of the window (default: 1280x800)."),
          QStringLiteral("WxH")},
         {QStringLiteral("theme"), QStringLiteral("Colors of the window."),
          QStringLiteral("light|dark|system")},
         {QStringLiteral("lang"), QStringLiteral("Language of the window."),
          QStringLiteral("zh_CN|en")}});
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

    CommandLine line;
    line.files = parser.positionalArguments();
    line.attach = parser.value(QStringLiteral("attach"));
    line.replay = parser.value(QStringLiteral("replay"));
    line.screenshot = parser.value(QStringLiteral("screenshot"));
    line.language = parser.value(QStringLiteral("lang"));
    if (!line.attach.isEmpty() && !line.replay.isEmpty())
        return mistake(QStringLiteral("--attach and --replay both choose what to show; give one"));
    if (parser.isSet(QStringLiteral("theme"))) {
        line.theme = parseThemeChoice(parser.value(QStringLiteral("theme")));
        if (!line.theme)
            return mistake(QStringLiteral("--theme is %1; it can be light, dark or system")
                               .arg(parser.value(QStringLiteral("theme"))));
    }
    if (parser.isSet(QStringLiteral("size"))) {
        const auto size = parseSize(parser.value(QStringLiteral("size")));
        if (!size)
            return mistake(QStringLiteral("--size is %1; write it as 1280x800, each %2 to %3")
                               .arg(parser.value(QStringLiteral("size")))
                               .arg(kSmallest)
                               .arg(kLargest));
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
        && line.language != QLatin1String("zh_CN"))
        return mistake(QStringLiteral("--lang is %1; it can be zh_CN or en").arg(line.language));
    return line;
}

} // namespace gui
