// Chooses the schedule that a run goes over to.

#pragma once

#include "gui/document/newest_work.h"
#include "gui/live/run_control.h"
#include "gui/live/schedule_swap.h"

#include <QDialog>

class QLabel;
class QListWidget;
class QPushButton;

namespace gui {

class SwapDialog : public QDialog {
    Q_OBJECT
public:
    // `running`, of that name, is what the run follows; not null. `control` must outlive the
    // dialog, which deletes itself when closed. What fits is worked out beside the window.
    SwapDialog(RunControl& control, std::shared_ptr<const plan::Schedule> running,
               const QString& name, QWidget* parent = nullptr);

private:
    void fill(const QList<SwapChoice>& choices);
    void widen();
    void refresh();
    void choose();

    RunControl& m_control;
    QLabel* m_hint;       // children
    QListWidget* m_list;  //
    QPushButton* m_swap;  //
    NewestWork m_work;
};

} // namespace gui
