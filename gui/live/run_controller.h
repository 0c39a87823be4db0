// Everything the window does with runs: launches, finds, shows and stops them, through the
// `bubblescope-run` program alone. A run is never a child of the window: closing it, or losing it,
// leaves the run going.

#pragma once

#include "gui/document/document.h"
#include "gui/live/live_session.h"
#include "gui/live/run_program.h"

#include <QObject>
#include <QTemporaryDir>

#include <functional>
#include <map>
#include <optional>
#include <string>

namespace gui {

class RunController : public QObject {
    Q_OBJECT
public:
    // `document` must outlive the controller. `program`: see findRunProgram(); may be empty.
    RunController(Document& document, QString program, QObject* parent = nullptr);
    ~RunController() override;

    LiveSession& session() { return m_session; }
    const std::optional<RunEntry>& run() const { return m_run; } // shown; none for a bare recording
    bool isReplay() const { return m_replay; }
    bool isBusy() const { return m_busy; } // a command was given and has not answered

    // Of the run's own strategy, which may differ from the document's; null if that is not known.
    // It says what the run does; what is predicted is the document's to say.
    const PredictionPtr& prediction() const { return m_prediction; }
    // The document's strategy is the work of the run shown. A real device takes the time it takes,
    // whatever the costs of its strategy say: they may differ.
    bool isOfDocument() const;

    // The strategy that the run runs, with the document's costs where that is the same work; empty
    // where it is not known.
    std::optional<strategy::Strategy> runStrategy() const;

    // The steps on show go by that schedule: the document predicts its strategy so, as long as it
    // is the run's work. For the one view of the run that there is.
    void follow(const measured::FollowedSchedule& schedule);

    // What steps of the run are held against: the order that they follow, for their ledger, null
    // while unknown; and the document's prediction, null where it is not of that work in that
    // order.
    struct Followed {
        std::shared_ptr<const plan::Schedule> schedule;
        PredictionPtr prediction;
    };
    Followed followed(const measured::RunInfo& info, const measured::FollowedSchedule& schedule);

    // The command that launch() would give, for a person to read; empty without the program.
    QString launchText(int steps, const QString& device) const;

    const QString& program() const { return m_program; } // empty: it was not found

    // `device`: the word of a strategy::RunDevice.
    void launch(int steps, const QString& device);
    void stop();
    void attach(const RunEntry& run);
    void leave();
    // An event log, or a directory that holds one.
    void replayPath(const QString& path);

    // Newest first; not called if the list cannot be had, which said() then tells.
    void listRuns(std::function<void(const QList<RunEntry>&, const QStringList& remarks)> onList);
    // By name, its beginning, or "last". `onMissing` is called with a sentence if there is no such
    // run.
    void attachNamed(const QString& wanted, std::function<void(const QString&)> onMissing);
    // The same for recordings; a path is taken as one.
    void replayNamed(const QString& wanted, std::function<void(const QString&)> onMissing);

signals:
    void said(const QString& sentence); // for the status line
    void failed(const QString& sentence);
    void runChanged();        // another run, none, or busy
    void predictionChanged(); // of the document, that steps may be held against

private:
    void setBusy(bool busy);
    bool haveProgram();
    QString strategyFile(QString& problem);
    void show(const RunEntry& run, bool replay);
    void lookWhatBecameOfIt();
    void loadPrediction(const QString& strategyFile);
    std::shared_ptr<const plan::Schedule> orderOf(const measured::RunInfo& info,
                                                  const measured::FollowedSchedule& schedule);
    std::shared_ptr<const plan::Schedule> launched(const measured::RunInfo& info);
    std::shared_ptr<const plan::Schedule> swapped(const measured::RunInfo& info,
                                                  const std::string& name) const;
    void setPrediction(PredictionPtr prediction);
    void pacePrediction();
    void predictAsShown();
    bool isOf(const strategy::Strategy& strategy, const std::string& schedule) const;
    bool hasOrder(const PredictionPtr& prediction,
                  const std::shared_ptr<const plan::Schedule>& schedule);
    void findNamed(const QString& wanted, std::function<void(const QString&)> onMissing,
                   std::function<void(const RunEntry&)> onFound);

    Document& m_document;
    QString m_program;
    LiveSession m_session;
    std::optional<RunEntry> m_run;
    bool m_replay = false;
    bool m_busy = false;
    bool m_looking = false; // what became of a run that does not answer
    PredictionPtr m_prediction;
    std::optional<measured::RunInfo> m_info;          // of the run shown, once it is known
    measured::FollowedSchedule m_follows;             // what the steps on show go by
    std::shared_ptr<const plan::Schedule> m_schedule; // made from what the ranks said
    std::optional<measured::RunInfo> m_scheduleInfo;
    std::map<std::string, std::shared_ptr<const plan::Schedule>> m_swapped; // by name
    struct {
        PredictionPtr prediction;
        std::shared_ptr<const plan::Schedule> schedule;
        bool same = false;
    } m_compared;            // last, by hasOrder()
    QTemporaryDir m_unsaved; // copies of strategies launched without a file
};

} // namespace gui
