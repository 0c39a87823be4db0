// Ranks that are slower than others, and what comes after the last op.

#pragma once

#include "gui/costs/cost_section.h"
#include "gui/costs/number_table_model.h"

class QCheckBox;
class QDoubleSpinBox;
class QPushButton;

namespace gui {

class NumberTable;

// A factor for each pipeline rank, where ranks differ; a table that is hidden while they do not.
// What a rank computes takes its factor times as long, so 1.2 is slower and 0.5 twice as fast.
class RankFactorsSection : public CostSection {
    Q_OBJECT
public:
    // `document` must outlive the section.
    explicit RankFactorsSection(Document& document, QWidget* parent = nullptr);

    // Shows the factors of that strategy; tells of no change.
    void refresh(const strategy::Strategy& strategy) override;

private:
    // As one gesture in the history, named `label`: new ranks get the factor 1, and 0 ranks means
    // that the ranks do not differ.
    void resize(const QString& label, std::size_t ranks);

    NumberTableModel m_model;
    NumberTable* m_table; // children
    QCheckBox* m_differ;  //
    QPushButton* m_fit;   // makes a row per rank where the pipeline has changed
};

// What every rank does after its last op, gradient reduction and optimizer, in µs; and the share of
// the shorter op of a fused pair that is hidden behind the longer one, in per cent.
class StepEndSection : public CostSection {
    Q_OBJECT
public:
    // As above, `document` must outlive the section.
    explicit StepEndSection(Document& document, QWidget* parent = nullptr);

    void refresh(const strategy::Strategy& strategy) override;

private:
    QDoubleSpinBox* m_reduction; // children
    QDoubleSpinBox* m_optimizer; //
    QDoubleSpinBox* m_overlap;   // per cent, 0 to 100; the strategy holds a share
};

} // namespace gui
