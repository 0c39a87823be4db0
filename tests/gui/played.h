// A lesson of the course, and its states on lanes that are played.

#pragma once

#include "engine/lesson/course.h"
#include "gui/lanes/played_step.h"
#include "gui/lessons/lesson_session.h"

#include <QApplication>
#include <QLocale>
#include <QProxyStyle>
#include <QStyleFactory>
#include <QTest>

namespace gui::test {

// Every widget in it moves as little as it can.
class StillStyle : public QProxyStyle {
public:
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override
    {
        return hint == SH_Widget_Animation_Duration
            ? 0
            : QProxyStyle::styleHint(hint, option, widget, data);
    }
};

inline std::shared_ptr<const lesson::ReadLesson> lessonNamed(const char* name)
{
    return std::make_shared<const lesson::ReadLesson>(
        lesson::readCourseLesson(*lesson::findInCourse(name)));
}

// The same bubble, less memory: 4 ranks, 8 microbatches; u is 5 us.
struct Course {
    explicit Course(const char* name = "same-bubble-less-memory")
        : read(lessonNamed(name))
        , unit(*read->lesson.unit)
    {
    }
    lesson::PlannedPtr state(const char* name) const { return read->states.at(name).planned; }
    LaneTrack track(const char* name) const { return {QString::fromUtf8(name), state(name)}; }

    std::shared_ptr<const lesson::ReadLesson> read;
    Nanoseconds unit;
};

struct Shown : Course {
    explicit Shown(const std::vector<const char*>& names,
                   const char* lesson = "same-bubble-less-memory")
        : Course(lesson)
        , step(view)
    {
        std::vector<LaneTrack> tracks;
        tracks.reserve(names.size());
        for (const char* name : names)
            tracks.push_back(track(name));
        step.setUnit(unit);
        step.lanes().setTracks(tracks);
        step.resize(900, 600);
        step.show();
        (void)QTest::qWaitForWindowExposed(&step);
        step.lanes().setFocus();
    }

    PlayLanes& lanes() { return step.lanes(); }
    PlayClock& clock() { return step.clock(); }
    void press(Qt::Key key) { QTest::keyClick(&lanes(), key); }
    void press(char key) { QTest::keyClick(&lanes(), key); }
    void click(QPointF at) { QTest::mouseClick(&lanes(), Qt::LeftButton, {}, at.toPoint()); }
    void drag(QPointF from, QPointF to)
    {
        QTest::mousePress(&lanes(), Qt::LeftButton, {}, from.toPoint());
        QTest::mouseMove(&lanes(), ((from + to) / 2).toPoint());
        QTest::mouseMove(&lanes(), to.toPoint());
        QTest::mouseRelease(&lanes(), Qt::LeftButton, {}, to.toPoint());
    }
    QPointF inLane(int rank, Nanoseconds at, int slot = 0)
    {
        return {lanes().xOf(at), lanes().laneOf(slot, rank).center().y()};
    }

    ViewState view;
    PlayedStep step;
};

inline int stepNamed(const lesson::ReadLesson& read, const char* id)
{
    for (std::size_t i = 0; i < read.lesson.steps.size(); ++i)
        if (read.lesson.steps[i].id == id)
            return int(i);
    return -1;
}

inline QImage picture(QWidget& widget) { return widget.grab().toImage(); }

// Pixels of that colour in a part of the widget.
inline int pixelsOf(const QImage& image, const QRectF& part, const QColor& colour)
{
    int count = 0;
    const QRect box = part.toRect().intersected(image.rect());
    for (int y = box.top(); y <= box.bottom(); ++y)
        for (int x = box.left(); x <= box.right(); ++x)
            count += image.pixelColor(x, y).rgb() == colour.rgb();
    return count;
}

// The first step with such an action; -1: there is none.
template <class Action>
int stepWith(const lesson::ReadLesson& read)
{
    for (std::size_t i = 0; i < read.lesson.steps.size(); ++i)
        if (std::holds_alternative<Action>(read.lesson.steps[i].action))
            return int(i);
    return -1;
}

} // namespace gui::test
