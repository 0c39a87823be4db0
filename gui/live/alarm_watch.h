// Looks at a run for what somebody should know: gathers from the steps, the losses, the devices and
// the state of the connection what is wrong, and keeps it as alarms.

#pragma once

#include "gui/live/alarm_list.h"
#include "gui/live/health.h"
#include "gui/live/last_checkpoint.h"
#include "gui/live/run_control.h"
#include "gui/live/run_view.h"
#include "gui/live/step_alarms.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace gui {

// GUI thread. Looks at most four times a second, and at a run that ends at once.
class AlarmWatch : public QObject {
    Q_OBJECT
public:
    static constexpr int kPatienceMs = 250;

    // All must outlive it; it follows them by their signals.
    AlarmWatch(RunController& controller, RunView& view, const RunControl& control,
               QObject* parent = nullptr);

    const AlarmRules& rules() const { return m_rules; }
    void setRules(const AlarmRules& rules);
    // What a rank of the run may hold, in bytes, where its devices do not say it; 0: not known.
    void setMemoryLimit(double bytes) { m_memoryLimit = bytes; }

    const AlarmList& list() const { return m_list; }
    const Health& health() const { return m_health; } // empty while no run is shown

    void acknowledge(std::uint64_t number);
    void acknowledgeAll();

    // For how long nothing has come of a run that goes on; 0 of any other.
    std::chrono::milliseconds quiet() const;
    // Now, and not with the next change: for tests. `quiet`: in place of the real one.
    void look(std::chrono::milliseconds quiet);

signals:
    void changed(); // list or health
    // Of a run that goes on, or has just ended; once for each alarm, and not for what stood before
    // this watch was made.
    void raised(const gui::Alarm& alarm);

private:
    void clear();
    void take(const RunSnapshot& run);
    void noteRecording(const telemetry::SourceStatus& status);
    void follow();
    void judgeSteps();
    std::vector<Finding> findings(const RunTexts& texts, std::chrono::milliseconds quiet) const;
    void addEnd(std::vector<Finding>& findings, const RunTexts& texts) const;
    void addNotRecorded(std::vector<Finding>& findings) const;
    void addSlowRanks(std::vector<Finding>& findings) const;
    void addPace(std::vector<Finding>& findings) const;
    void addMemory(std::vector<Finding>& findings) const;
    void addQuiet(std::vector<Finding>& findings, std::chrono::milliseconds quiet) const;

    RunController& m_controller;
    RunView& m_view;
    const RunControl& m_control;
    AlarmRules m_rules;
    double m_memoryLimit = 0;
    AlarmList m_list;
    Health m_health;
    LossAlarms m_losses;
    SlowStepAlarms m_slowSteps;
    std::deque<StepSummary> m_waiting;  // steps whose prediction is not known yet
    std::vector<std::uint64_t> m_peaks; // [pipeline rank] bytes; 0: not known
    std::vector<int> m_peakSteps;       // likewise, the step of it
    plan::Nanoseconds m_lastStep{};     // how long it took
    std::uint64_t m_logBytes = 0;       // as the run said last, as is the next
    std::uint64_t m_unlogged = 0;
    bool m_isUnseen = false; // records come, and none gets into the log that is shown here
    bool m_hasFailed = false;
    std::optional<LastCheckpoint> m_checkpoint; // of one that has failed, where it wrote any
    QElapsedTimer m_sinceNews;
    QElapsedTimer m_sinceLook;
    QTimer m_late;  // until the next look
    QTimer m_watch; // while a run goes on: that nothing comes is no signal
};

} // namespace gui
