// A lesson of the course before an audience, on a projector.

#pragma once

#include "engine/lesson/course.h"
#include "gui/lecture/lecture_window.h"
#include "tests/gui/cut_texts.h"

#include <QFontInfo>
#include <QLabel>
#include <QTest>

namespace gui::test {

inline const QSize kProjector(1280, 720);

using Read = std::shared_ptr<const lesson::ReadLesson>;

inline Read lessonOf(std::string_view name)
{
    const lesson::CourseEntry* entry = lesson::findInCourse(name);
    return entry ? std::make_shared<const lesson::ReadLesson>(lesson::readCourseLesson(*entry))
                 : nullptr;
}

// All labels that are seen, without marks.
inline QString wordsOn(const QWidget& window)
{
    QString words;
    for (const QLabel* label : window.findChildren<QLabel*>())
        if (label->isVisibleTo(&window))
            words
                += QTextDocumentFragment::fromHtml(label->text()).toPlainText() + QLatin1Char('\n');
    return words;
}

struct Shown {
    explicit Shown(const Read& read, const QString& step = {}, QWidget* parent = nullptr)
        : window(read, step, parent)
    {
        window.resize(kProjector);
        window.show();
    }
    explicit Shown(std::string_view name, const QString& step = {}, QWidget* parent = nullptr)
        : Shown(lessonOf(name), step, parent)
    {
    }

    void press(int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(&window, Qt::Key(key), modifiers);
    }
    void goTo(LectureHalf half)
    {
        while (window.script().half() != half)
            press(Qt::Key_PageDown);
    }

    LectureWindow window;
};

// Pixels of its type, and where it is cut; empty: all of it can be read.
inline QStringList unreadable(const LectureWindow& window, int type)
{
    QStringList found = cutTexts(window);
    for (const QLabel* label : window.findChildren<QLabel*>())
        if (label->isVisibleTo(&window) && !label->text().isEmpty()
            && QFontInfo(label->font()).pixelSize() < type)
            found << QStringLiteral("%1 px: %2")
                         .arg(QFontInfo(label->font()).pixelSize())
                         .arg(label->text());
    return found;
}

} // namespace gui::test
