// A window in which the schedule is edited by hand, and hands to move ops with.

#pragma once

#include "gui/byhand/order_bar.h"
#include "gui/timeline/order_gesture.h"
#include "tests/gui/opened.h"

#include "engine/plan/schedule_text.h"
#include "engine/strategy/custom_schedule.h"

namespace gui::test {

inline strategy::Strategy oneFOneB(int ranks, int microbatches)
{
    strategy::Strategy made;
    made.name = "by hand";
    made.parallel.pipeline = ranks;
    made.batch.global = microbatches;
    return made;
}

inline plan::Op op(const char* text) { return *plan::parseOp(text); }

inline std::string orderOf(const Document& document, int rank)
{
    const auto schedule = strategy::customSchedule(document.strategy());
    if (!schedule)
        return schedule.error().message;
    std::string row;
    plan::appendRow(row, *schedule, static_cast<std::size_t>(rank));
    return row;
}

// With the mode on.
struct ByHand : Opened {
    QWidget* canvas = nullptr;

    explicit ByHand(const strategy::Strategy& strategy)
    {
        document.start(strategy);
        canvas = area().panel().focusProxy();
        if (!QTest::qWaitFor([this] { return document.isPredictionCurrent(); })
            || !area().panel().finishFrame())
            qFatal("no prediction");
        action("schedule.edit")->trigger();
    }
    OrderEdit& edit() { return sheet.orderMode().edit(); }
    OrderBar& bar() { return sheet.orderMode().bar(); }

    void settle()
    {
        QVERIFY(QTest::qWaitFor([this] { return document.isPredictionCurrent(); }));
        QVERIFY(area().panel().finishFrame());
    }
    // Found as a hand finds it: by pointing.
    QPoint placeOf(const char* text)
    {
        const plan::Op wanted = op(text);
        for (int y = 40; y < canvas->height(); y += 8)
            for (int x = 40; x < canvas->width(); x += 6) {
                QTest::mouseMove(canvas, {x, y});
                const auto& hovered = area().viewState().hovered();
                if (hovered && hovered->op == wanted)
                    return {x + 3, y};
            }
        qWarning("op %s is not in sight", text);
        return {};
    }
    void dragTo(QPoint from, QPoint to)
    {
        QTest::mousePress(canvas, Qt::LeftButton, {}, from);
        QTest::mouseMove(canvas, (from + to) / 2);
        QTest::mouseMove(canvas, to);
    }
    void drop(QPoint at) { QTest::mouseRelease(canvas, Qt::LeftButton, {}, at); }
};

} // namespace gui::test
