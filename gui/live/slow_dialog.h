// Asks a run to slow one of its ranks down, to see what a straggler does to the step. The run keeps
// doing so until it is asked for a factor of 1.

#pragma once

#include "gui/live/run_control.h"

#include <QDialog>

class QDoubleSpinBox;
class QSpinBox;

namespace gui {

// Only asks; the run's answer is shown by RunControls. Closes where another run comes on show.
class SlowDialog : public QDialog {
    Q_OBJECT
public:
    static constexpr double kLargestFactor = 100; // ops of the rank take so many times as long

    // `ranks`: of the world, >= 1. `control` must outlive the dialog, which deletes itself when
    // closed.
    SlowDialog(RunControl& control, int ranks, QWidget* parent = nullptr);

private:
    // Sends the request for the rank chosen, and closes the dialog.
    void ask(double factor);

    RunControl& m_control;
    QSpinBox* m_rank;         // children
    QDoubleSpinBox* m_factor; //
};

} // namespace gui
