// What a sweep came to: a chosen number and the memory beside it, as curves or, of two fields, as
// maps, and under them the same as rows. What is chosen in one is chosen in all.

#pragma once

#include "gui/charts/heat_map.h"
#include "gui/charts/sweep_chart.h"
#include "gui/search/open_sweep.h"
#include "gui/search/result_table.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QStackedWidget;

namespace gui {

class SweepView : public QWidget {
    Q_OBJECT
public:
    // What the left picture shows: bubble and MFU in per cent, the time of a step in seconds,
    // tokens per second. The right one always shows the peak memory of the fullest device, in GiB.
    enum Height { kBubble, kStep, kTokens, kMfu };
    // In the order of their entries.
    enum Way { kMaps, kCurves };

    // `sweep` must outlive the view.
    explicit SweepView(OpenSweep& sweep, QWidget* parent = nullptr);

    SweepChart& chart() { return *m_number.chart; }
    SweepChart& memoryChart() { return *m_memory.chart; }
    HeatMap& map() { return *m_number.map; }
    HeatMap& memoryMap() { return *m_memory.map; }
    ResultTable& table() { return *m_table; }
    bool showsMaps() const;

signals:
    // A point, a cell or a row is to be opened.
    void opened(const strategy::Strategy& strategy);

protected:
    void changeEvent(QEvent* event) override;

private:
    // One number, in the two ways in which it can be shown. Children.
    struct Pictures {
        QStackedWidget* pages = nullptr;
        HeatMap* map = nullptr;
        SweepChart* chart = nullptr;
    };

    Pictures makePictures(const QString& empty);
    QLayout* makeHead();
    void take();
    void showPictures();
    void showRows();
    ResultRow rowOfTable(const SweepAnswer& answer, std::size_t index) const;
    static QString intervalOf(const strategy::SweepRow& row, const strategy::SweepRow* best);
    void choose(SweepCell cell);
    void openCell(SweepCell cell);
    void open(int row);

    OpenSweep& m_sweep;
    QComboBox* m_height; // children
    QComboBox* m_way;    //
    QLabel* m_note;      //
    Pictures m_number;   //
    Pictures m_memory;   //
    ResultTable* m_table;
};

} // namespace gui
