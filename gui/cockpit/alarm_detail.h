// Beside the list of alarms: what one of them is, what shows it, and what to do next.

#pragma once

#include "gui/background/newest_work.h"
#include "gui/live/alarm_watch.h"
#include "gui/live/same_again.h"
#include "gui/live/slow_evidence.h"

#include <QWidget>

#include <functional>

class QLabel;
class QPushButton;
class QTableWidget;

namespace gui {

class AlarmDetail : public QWidget {
    Q_OBJECT
public:
    // All must outlive it. `others`: asked when a slow rank is shown; those that come to be known
    // later are shown with refresh().
    AlarmDetail(const AlarmWatch& watch, RunController& controller, RunView& view,
                std::function<std::vector<OtherRun>()> others, QWidget* parent = nullptr);

    // Shows that one; a number that is none shows what is watched.
    void show(std::uint64_t number);
    void refresh();

    // For tests: waits for the evidence; false if it is not there by the deadline.
    bool finish(std::chrono::milliseconds deadline = std::chrono::seconds{10});
    const QTableWidget& table() const { return *m_table; }

signals:
    // The first step that shows it; `rank`: of the pipeline, -1: of all.
    void spanWanted(int step, int rank);
    void rankWanted(int rank); // of the world: its row is to be shown
    void sameAgainWanted();    // the A/A test

protected:
    void changeEvent(QEvent* event) override;

private:
    void refreshButtons(const Alarm* alarm);
    const measured::Straggler* stragglerOf(const Alarm& alarm);
    void askEvidence(const measured::Straggler& straggler);
    void takeEvidence(const SlowEvidence& evidence);
    QString sameAgain() const;
    void applyLook();

    const AlarmWatch& m_watch;
    RunController& m_controller;
    RunView& m_view;
    std::function<std::vector<OtherRun>()> m_others;
    QLabel* m_title; // children
    QLabel* m_evidence;
    QTableWidget* m_table;
    QLabel* m_next;
    QPushButton* m_show;
    QPushButton* m_again;
    std::uint64_t m_number = 0;
    std::vector<measured::Straggler> m_stragglers; // as last asked
    int m_askedAt = -1;                            // newest step when the evidence was asked for
    std::uint64_t m_askedFor = 0;                  // alarm
    std::optional<SlowEvidence> m_found;
    NewestWork m_work; // last: its thread ends first
};

} // namespace gui
