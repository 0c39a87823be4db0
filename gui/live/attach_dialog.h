// Lists the runs this machine knows, with their state and when they began, and shows the one
// chosen. What is chosen is handed over; the dialog itself changes nothing.

#pragma once

#include "gui/live/run_program.h"

#include <QDialog>

#include <functional>

class QLabel;
class QTableWidget;

namespace gui {

// Modal to its parent once it is opened, and deletes itself when it is closed. The list is that of
// the moment at which the dialog was made.
class AttachDialog : public QDialog {
    Q_OBJECT
public:
    // `runs`: newest first. `remarks`: translated sentences about runs that cannot be listed, such
    // as that a record is damaged. `onChosen` is called with the run that was chosen, once the
    // dialog is closed; not at all where it is cancelled.
    AttachDialog(const QList<RunEntry>& runs, const QStringList& remarks,
                 std::function<void(const RunEntry&)> onChosen, QWidget* parent = nullptr);

private:
    void fill();
    // Shows how the run of the current row ended, where its state does not say that already.
    void describeCurrent();
    void choose();

    QList<RunEntry> m_runs;
    std::function<void(const RunEntry&)> m_onChosen;
    QTableWidget* m_table; // child
    QLabel* m_outcome;     // child: how the run of the current row ended
};

} // namespace gui
