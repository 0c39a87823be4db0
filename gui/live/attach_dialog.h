// Lists the runs this machine knows, with their state and when they began, and shows the one
// chosen. What is chosen is handed over; the dialog itself changes nothing.

#pragma once

#include "gui/live/run_program.h"

#include <QDialog>

#include <functional>

class QLabel;
class QTableWidget;

namespace gui {

class AttachDialog : public QDialog {
    Q_OBJECT
public:
    // `runs`: newest first. `remarks`: what is to be known of runs that are not among them, such as
    // that a record is damaged. `onChosen` is called with one of them, if one is chosen, before the
    // dialog deletes itself.
    AttachDialog(const QList<RunEntry>& runs, const QStringList& remarks,
                 std::function<void(const RunEntry&)> onChosen, QWidget* parent = nullptr);

private:
    void fill();
    void describeCurrent();
    void choose();

    QList<RunEntry> m_runs;
    std::function<void(const RunEntry&)> m_onChosen;
    QTableWidget* m_table; // child
    QLabel* m_outcome;     // child: how the run of the current row ended
};

} // namespace gui
