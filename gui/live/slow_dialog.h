// Asks a run to slow one of its ranks down, to see what a straggler does to the step. The run keeps
// doing so until it is asked for a factor of 1.

#pragma once

#include "gui/background/newest_work.h"
#include "gui/document/prediction.h"
#include "gui/live/run_control.h"

#include <QDialog>

class QDoubleSpinBox;
class QLabel;
class QSpinBox;

namespace gui {

// What tells what becomes of the step.
struct SlowBasis {
    PredictionPtr prediction{}; // of what runs; null: nothing is predicted
    bool knowsTime = false;     // it says how long a step takes on the run's device
    int replicas = 1;           // of the pipeline, in the world
};

// Only asks; the run's answer is shown by RunControls. Closes where another run comes on show.
class SlowDialog : public QDialog {
    Q_OBJECT
public:
    static constexpr double kLargestFactor = 100; // ops of the rank take so many times as long

    // `ranks`: of the world, >= 1. `control` must outlive the dialog, which deletes itself when
    // closed. Enter slows nothing.
    SlowDialog(RunControl& control, int ranks, SlowBasis basis = {}, QWidget* parent = nullptr);

private:
    void predictEffect();
    void showEffect(const QString& text);
    // Sends the request for the rank chosen, and closes the dialog.
    void ask(double factor);

    RunControl& m_control;
    SlowBasis m_basis;
    QSpinBox* m_rank;         // children
    QDoubleSpinBox* m_factor; //
    QLabel* m_effect;         //
    NewestWork m_work;        // last: its thread ends first
};

} // namespace gui
