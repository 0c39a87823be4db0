// The home of Learn over a file of progress of its own, on a day of its own.

#pragma once

#include "engine/lesson/course.h"
#include "engine/lesson/read_lesson.h"
#include "gui/course/course_page.h"
#include "tests/gui/named.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace gui::test {

inline constexpr int kDay = 20'000; // on which what is passed was passed

inline void writeFile(const QString& path, const QByteArray& text)
{
    QDir().mkpath(QFileInfo(path).absolutePath());
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), text.size());
}

// Every step of these lessons is passed, at the first try.
inline QByteArray passed(const QStringList& lessons)
{
    lesson::Progress progress;
    for (const QString& name : lessons) {
        const lesson::CourseEntry* entry = lesson::findInCourse(name.toStdString());
        for (const lesson::Step& step : lesson::readCourseLesson(*entry).lesson.steps)
            progress.lessons[name.toStdString()][step.id]
                = {.tries = 1, .passed = true, .day = kDay};
    }
    return QByteArray::fromStdString(lesson::toJson(progress));
}

struct Home {
    QTemporaryDir folder;
    QString file = folder.filePath(QStringLiteral("progress.json"));
    std::unique_ptr<ProgressStore> store;
    std::unique_ptr<CoursePage> page;

    explicit Home(const QByteArray& progress = {}, int width = 340)
    {
        if (!progress.isEmpty())
            writeFile(file, progress);
        store = std::make_unique<ProgressStore>(file);
        page = std::make_unique<CoursePage>(*store);
        page->setDay(kDay);
        page->resize(width, 800);
        page->show();
        QVERIFY(QTest::qWaitForWindowActive(page.get()));
    }
    QString textOf(const char* name) const
    {
        const auto* label = named<QLabel>(*page, QString::fromLatin1(name));
        return label && label->isVisible() ? label->text() : QString();
    }
    QPushButton* button(const QString& text) const { return named<QPushButton>(*page, text); }
};

} // namespace gui::test
