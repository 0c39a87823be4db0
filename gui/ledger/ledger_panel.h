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

// Reads the document and the run, and changes neither. A number that is not known has an empty
// cell, and a time that would be made up a dash.
class LedgerPanel : public QWidget {
    Q_OBJECT
public:
    // All must outlive the panel. Measured numbers are those of the step that `view` shows; a
    // difference is named only where the prediction on show is of that step.
    LedgerPanel(Document& document, RunController& controller, RunView& view,
                QWidget* parent = nullptr);

    const LedgerModel& model() const { return *m_model; }

private:
    // The caller owns the widgets that these two return.
    QWidget* makeSummary();
    QWidget* makeTable();
    // Each puts its side into the model where it is another than before.
    void refreshPredicted();
    void refreshMeasured();
    void refreshSummary();
    void widenSummary();
    // Gives the summary exactly the room of its cells.
    void fitSummary();
    // Lines that are zero for every rank take no room; which those are changes with the numbers.
    void hideEmptyRows();

    Document& m_document;
    RunController& m_controller;
    RunView& m_view;
    LedgerModel* m_model;                                 // child
    QTableView* m_table;                                  // child
    QTableWidget* m_summary;                              // child
    StepPtr m_measured;                                   // the step in the model, and its ledger
    std::shared_ptr<const plan::Ledger> m_measuredLedger; // null: none
    PredictionPtr m_predicted;                            // the prediction in the model

    static constexpr int kColumns = 4; // of m_summary
    std::array<int, kColumns> m_summaryWidths{};
};

} // namespace gui
