// Lessons of the course, and a panel on one of their steps, as a window has it.

#pragma once

#include "engine/lesson/course.h"
#include "gui/lessons/answer_input.h"
#include "gui/lessons/option_button.h"
#include "gui/lessons/step_panel.h"
#include "gui/timeline/view_state.h"

#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <memory>
#include <string_view>

namespace gui::test {

using Read = std::shared_ptr<const lesson::ReadLesson>;

inline Read readOf(std::string_view name)
{
    static std::map<std::string_view, Read> known;
    Read& read = known[name];
    if (!read)
        read = std::make_shared<const lesson::ReadLesson>(
            lesson::readCourseLesson(*lesson::findInCourse(name)));
    return read;
}

inline lesson::PlannedPtr stateOf(std::string_view lesson, const char* state)
{
    return readOf(lesson)->states.at(state).planned;
}

// A panel on a step, as a window has it.
struct Learning {
    explicit Learning(std::string_view lesson, const char* step = nullptr)
        : store(folder.filePath(QStringLiteral("progress.json")))
        , session(readOf(lesson), &store)
        , panel(session, state)
    {
        panel.resize(420, 900);
        panel.show();
        panel.activateWindow();
        // Only a window that is active gives its widgets the keyboard.
        [[maybe_unused]] const bool isActive = QTest::qWaitForWindowActive(&panel);
        if (step)
            session.goTo(step);
    }

    template <class Widget>
    Widget* find()
    {
        return panel.input()->findChild<Widget*>();
    }
    QList<OptionButton*> options() { return panel.findChildren<OptionButton*>(); }
    void type(const QString& text)
    {
        auto* line = find<QLineEdit>();
        QVERIFY(line);
        line->setFocus();
        line->selectAll();
        line->insert(text); // as an input method does: keys have no Chinese commas
        QTest::keyClick(line, Qt::Key_Return);
    }
    bool isPassed() const { return session.phase() == StepPhase::Passed; }

    QTemporaryDir folder;
    ProgressStore store;
    ViewState state;
    LessonSession session;
    StepPanel panel;
};

} // namespace gui::test
