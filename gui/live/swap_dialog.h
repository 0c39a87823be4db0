// Chooses the schedule that a run goes over to, among those that fit, with what each would make of
// the step.

#pragma once

#include "gui/background/newest_work.h"
#include "gui/live/run_control.h"
#include "gui/live/schedule_swap.h"

#include <QDialog>

#include <optional>

class QLabel;
class QListWidget;
class QPushButton;

namespace gui {

// What a run follows, and what tells what another schedule would make of it.
struct Swapping {
    std::shared_ptr<const plan::Schedule> running; // not null
    QString name;                                  // of it
    std::optional<strategy::Strategy>
        strategy{};         // that runs; empty: not known, nothing is predicted
    bool knowsTime = false; // a prediction of it says how long a step takes on the run's device
    PredictedAs as{};       // how the window predicts the run; the schedule is each one's own
};

// Asks the run, and does not wait for its answer: RunControls shows that. Closes where another run
// comes on show.
class SwapDialog : public QDialog {
    Q_OBJECT
public:
    // `control` must outlive the dialog, which deletes itself when closed. What fits, and then what
    // it would make of the step, is worked out on a thread, and the list fills as answers come. The
    // schedule that runs is chosen at first, and nothing can be swapped until another is; Enter
    // swaps nothing.
    SwapDialog(RunControl& control, Swapping swapping, QWidget* parent = nullptr);

private:
    // The first answer: the names. showEffects() has the second, beside each name.
    void fill(const QList<SwapChoice>& choices);
    void addRow(const QString& name, const QString& words);
    // Begins to work out what each schedule would make of the step; nothing where the strategy of
    // the run is not known.
    void predictRows();
    void showEffects(const QList<SwapEffect>& effects);
    void widen();
    void refresh();
    // Sends the request for the schedule chosen, and closes the dialog.
    void choose();

    RunControl& m_control;
    Swapping m_swapping;
    QLabel* m_hint;      // children
    QListWidget* m_list; //
    QPushButton* m_swap; //
    NewestWork m_work;   // last: its thread ends first
};

} // namespace gui
