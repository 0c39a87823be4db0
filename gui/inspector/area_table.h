// Where the time of the area that is selected went, as a small table: predicted beside measured
// where both are there.

#pragma once

#include "gui/background/newest_work.h"
#include "gui/timeline/area_ledger.h"
#include "gui/timeline/timeline_panel.h"

#include <QWidget>

#include <optional>
#include <vector>

class QLabel;
class QTableWidget;

namespace gui {

// Hidden while there is no area. Counts on a thread of its own. GUI thread.
class AreaTable : public QWidget {
    Q_OBJECT
public:
    // Both must outlive it.
    AreaTable(ViewState& state, TimelinePanel& panel, QWidget* parent = nullptr);

    // What it shows, for tests; null before the first one.
    const AreaLedger* ledger() const { return m_ledger ? &*m_ledger : nullptr; }
    // Waits until the table is of the present area and tracks; false if not by the deadline.
    bool finish(std::chrono::milliseconds deadline = std::chrono::seconds{10});

protected:
    void changeEvent(QEvent* event) override;

private:
    void count();
    void show(const AreaLedger& ledger);
    void nameColumns(const AreaLedger& ledger);
    void addRow(AreaLine line, const AreaLedger& ledger);
    void addBubbles(const AreaLedger& ledger);
    // `times`: [track]. False: there is nothing in any, and no row.
    bool addTimes(const QString& words, const std::vector<Nanoseconds>& times,
                  const AreaLedger& ledger);
    void addSum(const AreaLedger& ledger);
    void addMeans(const AreaLedger& ledger);
    void put(int row, int column, const QString& text, const QString& tip = {});

    ViewState& m_state;
    TimelinePanel& m_panel;
    QLabel* m_title;       // children
    QTableWidget* m_table; //
    std::optional<AreaLedger> m_ledger;
    TimeUnit m_unit = TimeUnit::Milli; // of the numbers in the table
    Nanoseconds m_whole{};             // the largest of them
    NewestWork m_work;                 // last: its thread ends first
};

} // namespace gui
