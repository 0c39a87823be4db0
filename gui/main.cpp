#include "gui/window/application.h"
#include "gui/window/language.h"

#include <QApplication>
#include <QIcon>

#include <cstdio>

namespace {

bool haveDisplay()
{
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY");
}

QStringList argumentsOf(int argc, char** argv)
{
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    return arguments;
}

} // namespace

int main(int argc, char** argv)
{
    const auto parsed = gui::parseCommandLine(argumentsOf(argc, argv));
    if (const auto* words = std::get_if<gui::CommandLineText>(&parsed)) {
        std::fprintf(words->exitCode == 0 ? stdout : stderr, "%s\n",
                     words->text.trimmed().toLocal8Bit().constData());
        return words->exitCode;
    }
    const auto& line = std::get<gui::CommandLine>(parsed);
    // Without a display Qt would abort with a message of its own.
    if (!haveDisplay() && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        if (!line.isForFile()) {
            std::fputs("there is no display to open a window on; use --screenshot, --figure, "
                       "--report, or bubblescope-plan\n",
                       stderr);
            return 1;
        }
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }

    QApplication::setOrganizationName(QStringLiteral("bubblescope"));
    QApplication::setApplicationName(QStringLiteral("bubblescope"));
    QApplication::setApplicationVersion(QStringLiteral(BUBBLESCOPE_VERSION));
    // Qt reads no options of ours, and we none of its own.
    int programOnly = 1;
    QApplication application(programOnly, argv);
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/bubblescope.svg")));
    if (!gui::useLanguage(application, line.language))
        std::fputs("the Chinese texts are missing from this build; going on in English\n", stderr);

    gui::Application program(application, line);
    if (const int code = program.open(); code != 0)
        return code;
    return QApplication::exec();
}
