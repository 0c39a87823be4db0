// How long a hop takes: a time, what a link is made of, or a time for each hop.

#pragma once

#include "gui/costs/cost_section.h"
#include "gui/costs/number_table_model.h"

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QStackedWidget;

namespace gui {

class NumberTable;

class TransferCostsSection : public CostSection {
    Q_OBJECT
public:
    explicit TransferCostsSection(Document& document, QWidget* parent = nullptr);

    void refresh(const strategy::Strategy& strategy) override;

private:
    enum Way { Time, Link, Hops };

    QWidget* makeLinkFields();
    void change(Way way);
    void editLink(const std::function<void(plan::Link&)>& change);

    NumberTableModel m_hopsModel;
    NumberTable* m_hops;       // children
    QComboBox* m_way;          //
    QStackedWidget* m_fields;  //
    QDoubleSpinBox* m_time;    //
    QDoubleSpinBox* m_latency; //
    QDoubleSpinBox* m_bytes;   // mebibytes
    QDoubleSpinBox* m_bandwidth;
    QLabel* m_sum; // what latency, bytes and bandwidth come to
};

} // namespace gui
