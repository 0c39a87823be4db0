// A window that begins with what another one had open.

#pragma once

#include "gui/window/session_keeper.h"
#include "tests/gui/opened.h"

namespace gui::test {

// A window on what the keeper opens, as the program begins with it.
struct Reopened {
    Workspace workspace{QString()};
    SessionKeeper keeper;
    MainWindow window;

    explicit Reopened(QSettings& settings)
        : keeper(workspace, settings)
        , window(workspace, settings, {.keepLayout = false})
    {
        keeper.setWindow(&window);
        window.resize(1280, 800);
        window.show();
    }
};

// A strategy of that many ranks, in a file beside the program.
inline QString fileIn(const Opened& opened, const QString& name, int ranks)
{
    const QString path = opened.program.directory.filePath(name);
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(
            QStringLiteral("bubblescope: 1\nparallel:\n  pipeline: %1\n").arg(ranks).toUtf8());
    return path;
}

} // namespace gui::test
