// What watches over the run beside a strategy: its alarms, where they are shown and told, its log,
// and the way from an alarm to the timeline or to a second run.

#pragma once

#include "gui/cockpit/alarm_notices.h"
#include "gui/frame/drawer.h"
#include "gui/live/alarm_watch.h"
#include "gui/runs/same_runs.h"

#include <QObject>
#include <QPointer>

#include <functional>

class QSettings;

namespace gui {

class ActionRegistry;
class AlarmPage;
class LogPage;
class OpenCommands;
class OpenStrategy;
class RunCharts;
class ViewState;
class Workspace;

// What it needs of the sheet and the window; all of it outlives it.
struct CockpitPlace {
    OpenStrategy& open;
    RunView& view;
    const RunControl& control;
    RunCharts& charts;
    OpenCommands& opener;
    Workspace& workspace;
    QSettings& settings;
    RunLibrary& library;
    QWidget* window;
};

class RunCockpit : public QObject {
    Q_OBJECT
public:
    explicit RunCockpit(const CockpitPlace& place, QObject* parent = nullptr);
    ~RunCockpit() override;

    const AlarmWatch& watch() const { return m_watch; }
    AlarmWatch& watch() { return m_watch; }

    // Its actions, and the timeline that shows the spans of an alarm.
    void connectTo(ActionRegistry& actions, ViewState& timeline);

    // Curves, alarms and log, for the drawer; made when first asked for. After connectTo().
    std::vector<DrawerPage> pages();

signals:
    void pagesChanged(); // their titles
    void said(const QString& sentence);
    void failed(const QString& sentence);

private:
    void tell(const Alarm& alarm);
    void setRules(const AlarmRules& rules);
    void askRules();
    void refreshMarks();
    void showSpan(int step, int rank);
    void showRank(int rank); // of the world, with a row of its own
    void runAgain();
    std::vector<OtherRun> othersOfSameWork();
    void askLibrary(const strategy::Strategy& own);

    CockpitPlace m_place;
    AlarmWatch m_watch;
    AlarmNotices m_notices;
    SameRuns m_sameRuns;
    std::pair<QString, std::uint64_t> m_askedOf; // run, and revision of what it was launched with
    ViewState* m_timeline = nullptr;
    QAction* m_acknowledge = nullptr;
    QPointer<AlarmPage> m_alarms;
    QPointer<LogPage> m_log;
    int m_waiting = 0; // alarms in the title
};

} // namespace gui
