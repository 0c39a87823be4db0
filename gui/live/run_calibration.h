// Takes the costs of the document's strategy from the run shown: fitted to its newest steps,
// without those in which somebody slowed a rank, away from the GUI thread, and put into the
// document as one change that can be taken back.

#pragma once

#include "gui/background/newest_work.h"
#include "gui/document/document.h"
#include "gui/live/run_view.h"

#include <QObject>

#include <vector>

namespace measured {
struct Calibration;
}
namespace strategy {
struct FittedCosts;
}

namespace gui {

// One fit at a time: another start() takes the place of the one under way. GUI thread, but for the
// fit itself.
class RunCalibration : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMostSteps = 64; // that are fitted to, the newest ones
    static constexpr std::size_t kLeastSteps = 4; // the first is slower than the rest

    // All must outlive it.
    RunCalibration(Document& document, RunView& view, RunController& controller,
                   QObject* parent = nullptr);

    // Why the costs cannot be taken now; empty where they can.
    QString whyNot() const;

    // Precondition: whyNot() is empty. Returns at once and answers later, by said() or failed().
    // Where the order of the steps is not known yet, it waits for that first.
    void start();

signals:
    void said(const QString& sentence);
    void failed(const QString& sentence);

private:
    // The newest whole steps of the run that may be fitted to, and how many were left out.
    struct Steps {
        std::vector<StepPtr> kept; // oldest first
        int slowed = 0;            // left out: somebody slowed a rank
        int ofOtherOrder = 0;      // left out: before the run went over to its schedule
    };

    // At most kMostSteps of them are kept.
    Steps steps() const;
    QString leftOut(const Steps& steps) const;
    // Puts the costs into the document, as one change, and says how well they predict the step.
    // Costs that the strategy cannot have are refused with a sentence.
    // `fitted`: with all of the run but its costs.
    void take(const measured::Calibration& found, strategy::FittedCosts fitted,
              const plan::Schedule& schedule);

    Document& m_document;
    RunView& m_view;
    RunController& m_controller;
    bool m_awaitsOrder = false; // start() was called, and the order of the steps is not known yet
    QString m_run;              // that is being fitted to
    QString m_leftOut;          // of its steps
    NewestWork m_work;          // last: its thread ends first
};

} // namespace gui
