// Chooses a run among those the machine knows.

#pragma once

#include "gui/live/run_program.h"

#include <QDialog>

#include <functional>

class QTableWidget;

namespace gui {

class AttachDialog : public QDialog {
    Q_OBJECT
public:
    // `runs`: newest first. `onChosen` is called with one of them, if one is chosen.
    AttachDialog(const QList<RunEntry>& runs, std::function<void(const RunEntry&)> onChosen,
                 QWidget* parent = nullptr);

private:
    void fill();
    void choose();

    QList<RunEntry> m_runs;
    std::function<void(const RunEntry&)> m_onChosen;
    QTableWidget* m_table; // child
};

} // namespace gui
