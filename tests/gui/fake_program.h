// Stands in for bubblescope-run: keeps what it was told, and answers. What the window keeps beside
// files of the user's then goes to a folder of the test's own.

#pragma once

#include <QFile>
#include <QTemporaryDir>

namespace gui::test {

struct FakeProgram {
    QTemporaryDir directory;
    QString path = directory.filePath(QStringLiteral("bubblescope-run"));

    explicit FakeProgram(const QByteArray& answer)
    {
        static const QTemporaryDir kState;
        qputenv("XDG_STATE_HOME", kState.path().toUtf8());
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write("#!/bin/sh\ncase \"$1\" in *.yaml) cp \"$1\" " + given().toUtf8()
                       + ";; esac\necho \"$@\" >> " + told().toUtf8() + "\n" + answer + "\n");
        file.close();
        file.setPermissions(file.permissions() | QFile::ExeOwner);
    }
    // The strategy it was given last; what the window wrote for it may be gone by now.
    QString given() const { return directory.filePath(QStringLiteral("given.yaml")); }
    QString told() const { return directory.filePath(QStringLiteral("told")); }
    QString lastTold() const
    {
        QFile file(told());
        return file.open(QIODevice::ReadOnly)
            ? QString::fromUtf8(file.readAll()).trimmed().section(QLatin1Char('\n'), -1)
            : QString();
    }
};

} // namespace gui::test
