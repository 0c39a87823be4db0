// The times of the parts of a stage: one row for all stages alike, or a row each.

#pragma once

#include "gui/costs/cost_section.h"
#include "gui/costs/number_table_model.h"
#include "gui/text/stage_parts.h"

class QComboBox;
class QPushButton;

namespace gui {

class NumberTable;

// The section of the cost dialog for stages: a table whose columns are the parts of stage_parts.h,
// in microseconds. Each cell that is changed is an edit of its own in the history.
class StageCostsSection : public CostSection {
    Q_OBJECT
public:
    // `document` must outlive the section.
    explicit StageCostsSection(Document& document, QWidget* parent = nullptr);

    // Shows the costs of `strategy`, or unit costs where it has none; nothing is edited by that.
    void refresh(const strategy::Strategy& strategy) override;

private:
    // As one gesture, named `label`. There are at least one row and at most
    // strategy::kMaxListEntries; rows that are new repeat the last one.
    void resize(std::size_t rows, const QString& label);
    // Puts what the table holds now into the document; as many rows as the strategy has.
    void take(const NumberRows& rows);

    std::vector<StagePart> m_parts; // of the columns
    NumberTableModel m_model;
    NumberTable* m_table; // children
    QComboBox* m_each;    //
    QPushButton* m_fit;   // makes a row per stage where the shape has changed
};

} // namespace gui
