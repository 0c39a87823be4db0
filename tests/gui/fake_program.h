// Stands in for bubblescope-run: keeps what it was told, and answers.

#pragma once

#include <QFile>
#include <QTemporaryDir>

namespace gui::test {

struct FakeProgram {
    QTemporaryDir directory;
    QString path = directory.filePath(QStringLiteral("bubblescope-run"));

    explicit FakeProgram(const QByteArray& answer)
    {
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write("#!/bin/sh\necho \"$@\" >> " + told().toUtf8() + "\n" + answer + "\n");
        file.close();
        file.setPermissions(file.permissions() | QFile::ExeOwner);
    }
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
