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

// What came of one value. A point that does not fit is drawn hollow.
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
    QString title;                  // of the heights, with their unit
    QString field;                  // under the axis
    QStringList values;             // along it, from the left
    QString other;                  // field that the curves differ in, where there are several
    std::vector<SweepCurve> curves; // the first kCurves are drawn
    std::optional<double> limit;    // a line at that height
    QString limitName;
};

// Draws a SweepPicture. The values stand at equal distances along the axis, whatever numbers they
// are, since some fields have words for values. Heights are in the unit that the picture's title
// names.
class SweepChart : public QWidget {
    Q_OBJECT
public:
    static constexpr int kCurves = 5;

    // `empty` is translated plain text, which stands in place of the chart while there is nothing
    // to draw.
    explicit SweepChart(const QString& empty, QWidget* parent = nullptr);

    // Replaces everything that was drawn before.
    void show(const SweepPicture& picture);

    // No curve has any point, so that the text stands there instead.
    bool isEmpty() const;
    // What the tooltip says of the value nearest to `position`, which is a place along the axis: 0
    // for the first value, 1 for the second. Empty where the chart is.
    QString tipOf(double position) const;

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void redraw();
    // `number` is an index into the picture's curves, and into the theme's colours of curves.
    void addCurve(int number);
    void addLimit();
    void labelValues(); // as many as have room
    void scale();       // the axis of heights, from 0 on
    // Puts the series on both axes; the chart owns it from then on. Of the several series that make
    // up one curve only one is to be in the legend.
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
