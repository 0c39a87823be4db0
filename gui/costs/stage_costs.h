// The times of the parts of a stage: one row for all stages alike, or a row each.

#pragma once

#include "gui/costs/cost_section.h"
#include "gui/costs/number_table_model.h"

class QComboBox;
class QPushButton;

namespace gui {

class NumberTable;

class StageCostsSection : public CostSection {
    Q_OBJECT
public:
    explicit StageCostsSection(Document& document, QWidget* parent = nullptr);

    void refresh(const strategy::Strategy& strategy) override;

private:
    // As many rows as given: the last one again for those that are new.
    void resize(std::size_t rows, const QString& label);
    void take(const NumberRows& rows);

    NumberTableModel m_model;
    NumberTable* m_table; // children
    QComboBox* m_each;    //
    QPushButton* m_fit;   // makes a row a stage where the shape has changed
};

} // namespace gui
