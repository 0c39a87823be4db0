// A panel of two ranks in a window, and hands to move in it.

#pragma once

#include "engine/plan/catalog.h"
#include "engine/plan/simulate.h"
#include "gui/theme/theme.h"
#include "gui/timeline/timeline_panel.h"

#include <QCoreApplication>
#include <QMouseEvent>
#include <QTest>
#include <QWheelEvent>

namespace panel_test {

using namespace gui;

inline gui::TrackData oneFOneB(const QString& title)
{
    auto schedule = std::make_shared<plan::Schedule>(
        *plan::makeSchedule("1f1b", {.ranks = 2, .chunks = 1, .microbatches = 2}));
    auto timeline
        = std::make_shared<plan::Timeline>(*plan::simulate(*schedule, plan::Costs::unit()));
    auto ledger
        = std::make_shared<plan::Ledger>(plan::account(*schedule, *timeline, plan::Costs::unit()));
    TrackData track;
    track.title = title;
    track.timeline = timeline;
    track.schedule = schedule;
    track.ledger = ledger;
    return track;
}

// A measured track whose two ranks have so many peers each, which all do the same; of `slow` ops
// take half as long again.
inline gui::TrackData withPeers(int peers, int slow = -1)
{
    TrackData track = oneFOneB(QStringLiteral("Measured"));
    track.measured = true;
    PeerWork::Spans spans(2);
    for (std::size_t place = 0; place < spans.size(); ++place)
        for (int peer = 0; peer < peers; ++peer) {
            auto& own = spans[place].emplace_back();
            if (peer > 0)
                own = track.timeline->spans[place];
            if (peer == slow)
                for (plan::Span& span : own)
                    span.end += (span.end - span.start) / 2;
        }
    track.peers = std::make_shared<const PeerWork>(0, spans, *track.timeline, false);
    return track;
}

struct Window {
    ViewState state;
    TimelinePanel panel{state};
    QWidget* canvas = nullptr;

    Window()
    {
        panel.setPalette(fusionPalette(lightTheme()));
        panel.resize(1000, 400);
        panel.show();
        panel.setTrack(0, oneFOneB(QStringLiteral("Predicted")));
        canvas = panel.focusProxy();
    }

    // Where the canvas shows `time` in the row of `rank`: found by the tests' own
    // arithmetic from the geometry that fits a plot of two ranks.
    QPointF at(int rank, Nanoseconds time) const
    {
        const int labels = canvas->width() - plotWidth();
        const TimeAxis axis{state.visible(), double(plotWidth())};
        const int line = canvas->fontMetrics().height();
        return {labels + axis.x(time), line + 14 + line + 10 + rank * kLargestRowHeight + 25.0};
    }
    int plotWidth() const
    {
        const QString widest = QStringLiteral("rank 1");
        return canvas->width() - std::max(canvas->fontMetrics().horizontalAdvance(widest) + 24, 56);
    }

    void move(QPointF position)
    {
        QMouseEvent event(QEvent::MouseMove, position, position, Qt::NoButton, Qt::NoButton,
                          Qt::NoModifier);
        QCoreApplication::sendEvent(canvas, &event);
    }
    void wheel(QPointF position, int delta, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QWheelEvent event(position, position, {}, QPoint(0, delta), Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(canvas, &event);
    }
    void drag(QPointF from, QPointF to, Qt::KeyboardModifiers modifiers)
    {
        QMouseEvent press(QEvent::MouseButtonPress, from, from, Qt::LeftButton, Qt::LeftButton,
                          modifiers);
        QMouseEvent motion(QEvent::MouseMove, to, to, Qt::NoButton, Qt::LeftButton, modifiers);
        QMouseEvent release(QEvent::MouseButtonRelease, to, to, Qt::LeftButton, Qt::NoButton,
                            modifiers);
        for (QMouseEvent* event : {&press, &motion, &release})
            QCoreApplication::sendEvent(canvas, event);
    }
};

inline void compareNear(Nanoseconds actual, Nanoseconds expected, Nanoseconds tolerance)
{
    QVERIFY2(
        std::chrono::abs(actual - expected) <= tolerance,
        qPrintable(QStringLiteral("%1 is not near %2").arg(actual.count()).arg(expected.count())));
}

} // namespace panel_test
