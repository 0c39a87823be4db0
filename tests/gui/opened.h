// A window on the strategy one begins with, with nothing of the user's in it, and what one does
// there.

#pragma once

#include "gui/window/main_window.h"
#include "gui/window/strategy_sheet.h"
#include "gui/workspace/workspace.h"
#include "tests/gui/fake_program.h"

#include <QAction>
#include <QFile>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QTest>

namespace gui::test {

inline QString contentsOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

struct Opened {
    FakeProgram program{"echo '{}'"};
    QSettings settings{program.directory.filePath(QStringLiteral("s.ini")), QSettings::IniFormat};
    Workspace workspace{program.path};
    OpenStrategy& open = workspace.addStrategy();
    Document& document = open.document();
    RunController& controller = open.controller();
    MainWindow window{workspace, settings, {.keepLayout = false}};
    StrategySheet& sheet = window.sheetOf(open);

    Opened()
    {
        document.start(builtInStrategy());
        open.setUntouched();
        window.resize(1280, 800);
        window.show();
    }
    TimelineArea& area() { return sheet.timelineArea(); }
    QAction* action(const char* id) { return window.actions().action(id); }
    QString saved(const QString& text)
    {
        const QString path = program.directory.filePath(QStringLiteral("s.yaml"));
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write(text.toUtf8());
        return path;
    }
    // Its directory is the program's: a strategy.yaml there is that of the run.
    void showLiveRun(const QString& name = QStringLiteral("run-7"))
    {
        RunEntry entry;
        entry.run = name;
        entry.state = QStringLiteral("running");
        entry.directory = program.directory.path();
        entry.viewerEndpoint = QStringLiteral("ipc://") + program.directory.filePath("viewer");
        controller.attach(entry);
    }
    void answer(const QString& button)
    {
        auto* box = window.findChild<QMessageBox*>();
        QVERIFY2(box, "nothing was asked");
        for (QAbstractButton* each : box->buttons())
            if (each->text() == button) {
                each->click();
                delete box; // it would be gone with the next events
                return;
            }
        QFAIL(qPrintable(QStringLiteral("no button ") + button));
    }
};

} // namespace gui::test
