// One number of a strategy over the values of a field, as curves; where the memory does not
// suffice the points are hollow.

#pragma once

#include "gui/charts/sweep_picture.h"

#include <QColor>
#include <QWidget>

class QCategoryAxis;
class QChart;
class QChartView;
class QLabel;
class QScatterSeries;
class QStackedLayout;
class QValueAxis;
class QXYSeries;

namespace gui {

// Draws a SweepPicture. The values stand at equal distances along the axis, whatever numbers they
// are, since some fields have words for values. Arrows or a click choose a point, Enter or a
// double click opens it.
class SweepChart : public QWidget {
    Q_OBJECT
public:
    // Drawn at most; of more, neighbours are left out evenly.
    static constexpr int kMostDrawn = 2'000; // points
    static constexpr int kMostCurves = 64;   // more would not be told apart

    // `empty` is translated plain text, which stands in place of the chart while there is nothing
    // to draw.
    explicit SweepChart(const QString& empty, QWidget* parent = nullptr);

    // Replaces everything that was drawn before.
    void show(const SweepPicture& picture);
    const SweepPicture& picture() const { return m_picture; }

    // No curve has any point, so that the text stands there instead.
    bool isEmpty() const { return m_picture.isEmpty(); }
    // Every how many values, and curves, one is drawn; 1: all are.
    int every() const { return m_every; }
    int everyCurve() const { return m_everyCurve; }

    SweepCell chosen() const { return m_chosen; }
    void setChosen(SweepCell cell);       // nothing is emitted
    QPoint placeOf(SweepCell cell) const; // in this widget, of a point that is there
    SweepCell cellAt(QPoint place) const; // the nearest point; nowhere: none is near

signals:
    void cellChosen(gui::SweepCell cell); // by the user
    void opened(gui::SweepCell cell);     // likewise

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void redraw();
    void addCurve(int number);
    void addLimit();
    void addPresent();  // a line at the value that the strategy has
    void labelValues(); // as many as have room
    void scale();       // the axis of heights, from 0 on
    void markChosen();
    void choose(SweepCell cell);
    QColor colourOf(int curve) const;
    bool isDrawn(int value) const;
    // Puts the series on both axes; the chart owns it from then on. Of the several series that make
    // up one curve only one is to be in the legend.
    QXYSeries* attach(QXYSeries* series, bool inLegend);

    SweepPicture m_picture;
    int m_every = 1;
    int m_everyCurve = 1;
    double m_highest = 1;
    SweepCell m_chosen;
    QChart* m_chart;                  // owned by the view
    QCategoryAxis* m_values;          // owned by the chart
    QValueAxis* m_heights;            // likewise
    QScatterSeries* m_mark = nullptr; // likewise: around the chosen one
    QChartView* m_view;               // child
    QLabel* m_emptyText;              // child
    QStackedLayout* m_pages;          // of those two
};

} // namespace gui
