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

// The section of the cost dialog for transfers. Exactly one of the three ways is in force, as the
// strategy has it: hops where there are any, else the link where there is one, else the time. The
// fields of the other two ways are hidden.
class TransferCostsSection : public CostSection {
    Q_OBJECT
public:
    // `document` must outlive the section.
    explicit TransferCostsSection(Document& document, QWidget* parent = nullptr);

    // Shows the costs of `strategy`, or unit costs where it has none; nothing is edited by that.
    void refresh(const strategy::Strategy& strategy) override;

private:
    // In the order of the combo box and of the pages under it.
    enum Way { Time, Link, Hops };

    // The caller owns the widget that it gets.
    QWidget* makeLinkFields();
    // Goes over to another way as one gesture. The time that a hop takes is kept where there was
    // one, and the fields of the old way are dropped from the strategy.
    void change(Way way);
    // Does nothing where the strategy has no link.
    void editLink(const std::function<void(plan::Link&)>& change);

    NumberTableModel m_hopsModel;
    NumberTable* m_hops;       // children; the time of each hop in µs
    QComboBox* m_way;          //
    QStackedWidget* m_fields;  //
    QDoubleSpinBox* m_time;    //
    QDoubleSpinBox* m_latency; //
    QDoubleSpinBox* m_bytes;   // mebibytes
    QDoubleSpinBox* m_bandwidth;
    QLabel* m_sum; // what latency, bytes and bandwidth come to
};

} // namespace gui
