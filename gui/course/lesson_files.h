// The lesson files of a folder.

#pragma once

#include <QDir>

namespace gui {

inline constexpr int kMostOwnLessons = 200;

// By name; the first 200.
inline QFileInfoList lessonFilesIn(const QString& folder)
{
    return QDir(folder)
        .entryInfoList({QStringLiteral("*.yaml"), QStringLiteral("*.yml")},
                       QDir::Files | QDir::Readable, QDir::Name)
        .mid(0, kMostOwnLessons);
}

} // namespace gui
