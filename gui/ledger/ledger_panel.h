// The numbers of the step: makespan, bubble and peak in flight, predicted, as the papers have them
// in closed form, and measured; and beside them the ledger of every rank.

#pragma once

#include "gui/ledger/ledger_model.h"
#include "gui/live/run_view.h"

#include <QWidget>

#include <array>

class QTableView;
class QTableWidget;

namespace gui {

class LedgerPanel : public QWidget {
    Q_OBJECT
public:
    // All must outlive the panel. Measured numbers are those of the step that `view` shows; a
    // difference is named only where the prediction on show is of that step.
    LedgerPanel(Document& document, RunController& controller, RunView& view,
                QWidget* parent = nullptr);

private:
    QWidget* makeSummary();
    QWidget* makeTable();
    void refreshPredicted();
    void refreshMeasured();
    void refreshSummary();
    void widenSummary();
    void fitSummary();
    void hideEmptyRows();

    Document& m_document;
    RunController& m_controller;
    RunView& m_view;
    LedgerModel* m_model;    // child
    QTableView* m_table;     // child
    QTableWidget* m_summary; // child
    StepPtr m_measured;      // the step in the model, and its ledger
    std::shared_ptr<const plan::Ledger> m_measuredLedger;
    PredictionPtr m_predicted;

    static constexpr int kColumns = 4; // of m_summary
    std::array<int, kColumns> m_summaryWidths{};
};

} // namespace gui
