// A window with runs to find: recordings of the tests, as runs of this machine.

#pragma once

#include "gui/runs/run_browser.h"
#include "tests/gui/opened.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QListView>
#include <QTemporaryDir>

namespace gui::test {

inline const QString kRecordings = QStringLiteral(BUBBLESCOPE_TREE "/tests/measured/recordings");

inline void copyFolder(const QString& from, const QString& to)
{
    QVERIFY(QDir().mkpath(to));
    for (const QString& name : QDir(from).entryList(QDir::Files))
        QVERIFY(QFile::copy(from + QLatin1Char('/') + name, to + QLatin1Char('/') + name));
}

// What is put away goes to a trash of the test's own.
inline void useOwnTrash()
{
    static QTemporaryDir home;
    qputenv("XDG_DATA_HOME", home.path().toUtf8());
}

// A window whose bubblescope-run lists the recordings of the tests as runs of this machine.
struct Listed {
    Opened opened;
    QTemporaryDir runs;
    QJsonArray list;
    RunBrowser* browser = nullptr;
    QListView* view = nullptr;

    explicit Listed(const QStringList& names
                    = {QStringLiteral("killed"), QStringLiteral("swapped"),
                       QStringLiteral("training"), QStringLiteral("emulated")})
    {
        QFile script(opened.program.path);
        if (script.open(QIODevice::WriteOnly | QIODevice::Truncate))
            script.write("#!/bin/sh\necho \"$@\" >> \"$(dirname \"$0\")/told\"\ncat \"$(dirname "
                         "\"$0\")/runs.json\"\n");
        script.close();
        for (const QString& name : names)
            add(name);
        write();
    }
    QString folder(const QString& name) const { return runs.filePath(name); }
    void add(const QString& name)
    {
        copyFolder(kRecordings + QLatin1Char('/') + name, folder(name));
        QFile record(folder(name) + QStringLiteral("/run.json"));
        QVERIFY(record.open(QIODevice::ReadOnly));
        QJsonObject run = QJsonDocument::fromJson(record.readAll()).object();
        run[QStringLiteral("directory")] = folder(name);
        list.append(run);
    }
    void write()
    {
        QFile file(opened.program.directory.filePath(QStringLiteral("runs.json")));
        if (file.open(QIODevice::WriteOnly | QIODevice::Truncate))
            file.write(QJsonDocument(list).toJson());
    }
    // By the keyboard, and until all of it is read.
    void browse(int count = 4)
    {
        QVERIFY(QTest::qWaitForWindowActive(&opened.window));
        QTest::keyClick(&opened.window, Qt::Key_R, Qt::ControlModifier);
        browser = opened.window.findChild<RunBrowser*>();
        QVERIFY(browser && browser->isVisible());
        view = &browser->list();
        QTRY_COMPARE_WITH_TIMEOUT(browser->model().rowCount(), count, 20'000);
        for (int row = 0; row < count; ++row)
            QTRY_VERIFY_WITH_TIMEOUT(
                browser->model().index(row).data(RunModel::StepsRole).isValid(), 20'000);
    }
    QModelIndex row(int row) const { return view->model()->index(row, 0); }
    QModelIndex of(const QString& name) const
    {
        for (int i = 0; i < view->model()->rowCount(); ++i)
            if (row(i).data(RunModel::IdRole).toString() == folder(name))
                return row(i);
        return {};
    }
    QStringList shown() const
    {
        QStringList names;
        for (int i = 0; i < view->model()->rowCount(); ++i)
            names << row(i).data(RunModel::IdRole).toString().section(QLatin1Char('/'), -1);
        return names;
    }
    QAction* act(const QString& text) const
    {
        for (QAction* action : view->actions())
            if (action->text() == text)
                return action;
        return nullptr;
    }
    int tabs() const { return opened.workspace.count(); }
};

} // namespace gui::test
