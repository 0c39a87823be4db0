// One number of a strategy over the values of a field, as curves; where the memory does not
// suffice the points are hollow.

#pragma once

#include <QStringList>
#include <QWidget>

#include <optional>
#include <vector>

class QCategoryAxis;
class QChart;
class QChartView;
class QLabel;
class QLineSeries;
class QStackedLayout;
class QValueAxis;
class QXYSeries;

namespace gui {

struct SweepPoint {
    double height = 0; // in the unit of the chart
    bool fits = true;
};

struct SweepCurve {
    QString name;                                  // in the legend, where there are several
    std::vector<std::optional<SweepPoint>> points; // [value]; nothing: no such strategy
};

// Texts are translated already.
struct SweepPicture {
    QString title; // of the heights, with their unit
    QString field;
    QStringList values;
    QString other;                  // field that the curves differ in, where there are several
    std::vector<SweepCurve> curves; // the first kCurves are drawn
    std::optional<double> limit;    // a line at that height
    QString limitName;
};

class SweepChart : public QWidget {
    Q_OBJECT
public:
    static constexpr int kCurves = 5;

    // `empty` stands where there is nothing to draw.
    explicit SweepChart(const QString& empty, QWidget* parent = nullptr);

    void show(const SweepPicture& picture);

    bool isEmpty() const;
    // What the tooltip says of the value nearest to `position`; empty where there is none.
    QString tipOf(double position) const;

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void redraw();
    void addCurve(int number);
    void addLimit();
    void labelValues();
    void scale();
    QXYSeries* attach(QXYSeries* series, bool inLegend);

    SweepPicture m_picture;
    QChart* m_chart;         // owned by the view
    QCategoryAxis* m_values; // owned by the chart
    QValueAxis* m_heights;   // likewise
    QChartView* m_view;      // child
    QLabel* m_emptyText;     // child
    QStackedLayout* m_pages; // of those two
};

} // namespace gui
