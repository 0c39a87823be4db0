// Ranks that are slower than others, and what comes after the last op.

#pragma once

#include "gui/costs/cost_section.h"
#include "gui/costs/number_table_model.h"

class QCheckBox;
class QDoubleSpinBox;
class QPushButton;

namespace gui {

class NumberTable;

class RankFactorsSection : public CostSection {
    Q_OBJECT
public:
    explicit RankFactorsSection(Document& document, QWidget* parent = nullptr);

    void refresh(const strategy::Strategy& strategy) override;

private:
    void resize(const QString& label, std::size_t ranks);

    NumberTableModel m_model;
    NumberTable* m_table; // children
    QCheckBox* m_differ;  //
    QPushButton* m_fit;   // makes a row a rank where the pipeline has changed
};

// Gradient reduction, optimizer, and what a fused pair hides.
class StepEndSection : public CostSection {
    Q_OBJECT
public:
    explicit StepEndSection(Document& document, QWidget* parent = nullptr);

    void refresh(const strategy::Strategy& strategy) override;

private:
    QDoubleSpinBox* m_reduction; // children
    QDoubleSpinBox* m_optimizer; //
    QDoubleSpinBox* m_overlap;   // per cent
};

} // namespace gui
