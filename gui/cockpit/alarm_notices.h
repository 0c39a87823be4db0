// Tells the desktop of alarms while the user looks at something else. What comes within a moment is
// one notice, however much it is.

#pragma once

#include "gui/live/alarm.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <vector>

namespace gui {

// Shows a notice; plain text. `bad`: it is to stay until it is seen.
using ShowNotice = std::function<void(const QString& title, const QString& text, bool bad)>;

class AlarmNotices : public QObject {
    Q_OBJECT
public:
    static constexpr int kGatherMs = 1500;  // alarms within it are one notice
    static constexpr int kApartMs = 10'000; // between two notices, at least

    // `isWatched`: the user sees the alarms as it is.
    AlarmNotices(ShowNotice show, std::function<bool()> isWatched, QObject* parent = nullptr);

    // `title`: of the run, as its tab has it.
    void add(const QString& title, const Alarm& alarm);

    // Shows what was gathered, if anything. Public so that a test need not wait for the timer.
    void flush();

private:
    ShowNotice m_show;
    std::function<bool()> m_isWatched;
    QString m_title;
    std::vector<Alarm> m_gathered;
    QTimer m_timer;
};

} // namespace gui
