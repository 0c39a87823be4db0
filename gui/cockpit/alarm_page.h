// The alarms of a run: the list, and beside it what the chosen one is about.

#pragma once

#include "gui/cockpit/alarm_detail.h"

#include <QWidget>

class QAction;
class QTableView;

namespace gui {

class AlarmModel;

class AlarmPage : public QWidget {
    Q_OBJECT
public:
    // All must outlive it; `acknowledge` is the sheet's action for all alarms.
    AlarmPage(AlarmWatch& watch, RunController& controller, RunView& view,
              std::function<std::vector<OtherRun>()> others, QAction* acknowledge,
              QWidget* parent = nullptr);

    // That alarm, as if it had been chosen in the list.
    void choose(std::uint64_t number);
    AlarmDetail& detail() { return *m_detail; }
    QTableView& list() { return *m_list; }

signals:
    void rulesWanted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow(); // what is chosen
    void chooseAgain();
    std::uint64_t chosen() const;

    AlarmWatch& m_watch;
    AlarmModel* m_model; // children
    QTableView* m_list;
    AlarmDetail* m_detail;
    std::uint64_t m_chosen = 0; // by the user; 0: the first counts
    bool m_isChoosing = false;  // and not the user
};

} // namespace gui
