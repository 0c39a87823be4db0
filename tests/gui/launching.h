// The dialog that starts runs, and programs that stand for the one it starts.

#pragma once

#include "gui/runs/launch_dialog.h"
#include "gui/runs/launch_memory.h"
#include "tests/gui/named.h"
#include "tests/gui/opened.h"

#include <QLabel>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QToolButton>

#include <memory>

namespace gui::test {

// Keeps the words that it was called with, each as it was.
inline const QByteArray kKeepsWords = "printf '%s\\0' \"$@\" > \"$(dirname \"$0\")/words\"\n";

inline QStringList wordsIn(QByteArray bytes)
{
    if (bytes.endsWith('\0'))
        bytes.chop(1);
    QStringList words;
    for (const QByteArray& word : bytes.split('\0'))
        words << QString::fromUtf8(word);
    return words;
}

inline void writeScript(const QString& path, const QByteArray& script)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
    file.write("#!/bin/sh\n" + script);
}

// As a run of that name would be announced.
inline QByteArray announced(const QString& directory, const char* run)
{
    return QStringLiteral("echo '{\"run\":\"%1\",\"directory\":\"%2\",\"viewer_endpoint\":"
                          "\"ipc://%2/%1\",\"session\":\"2a\"}'\n")
        .arg(QLatin1String(run), directory)
        .toUtf8();
}

// The dialog that starts a run, for a document of its own.
struct Asked {
    FakeProgram program{"echo '{}'"};
    QTemporaryDir folder;
    QSettings settings{folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat};
    Document document;
    RunController controller{document, program.path};
    std::unique_ptr<LaunchDialog> dialog;

    explicit Asked(const strategy::Strategy& strategy = builtInStrategy())
    {
        document.start(strategy);
        QTRY_VERIFY(document.isPredictionCurrent());
        ask();
    }
    void ask()
    {
        dialog = std::make_unique<LaunchDialog>(document, controller, &settings, QString());
        dialog->setAttribute(Qt::WA_DeleteOnClose, false);
        dialog->show();
    }
    template <class Widget>
    Widget* field(const QString& name)
    {
        return named<Widget>(*dialog, name);
    }
    QPushButton* button(const QString& text) { return field<QPushButton>(text); }
    QString findings()
    {
        return field<QLabel>(QStringLiteral("What to know before it is started"))->text();
    }
    void type(const QString& name, const QString& text)
    {
        auto* line = field<QLineEdit>(name);
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, text);
    }
    void unfold() { field<QToolButton>(QStringLiteral("More options of the run"))->click(); }
};

} // namespace gui::test
