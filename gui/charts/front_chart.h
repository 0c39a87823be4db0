// Strategies as points: how long a step takes against the memory it needs, the line that nothing
// found is better than, and the limit of a device.

#pragma once

#include "engine/strategy/estimate/left_out.h"

#include <QPointF>
#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

class QChart;
class QChartView;
class QLabel;
class QScatterSeries;
class QStackedLayout;
class QValueAxis;
class QXYSeries;

namespace gui {

class Whiskers;

struct FrontPoint {
    double seconds = 0;
    double gibibytes = 0;
    bool fits = true;
    bool isOwn = false; // the one that the others are held against
    QString tip{};      // plain
    // In seconds, where that is known; drawn as whiskers of the point.
    std::optional<strategy::Interval> interval{};
};

// Texts are translated already.
struct FrontPicture {
    std::vector<FrontPoint> points{};
    std::optional<double> limit{}; // gibibytes
    QString limitName{};
};

// The corners of the steps between those points that fit and that no other point is both faster
// and leaner than, from the fastest on. Pure.
std::vector<QPointF> frontLine(const std::vector<FrontPoint>& points);

// The places of at most about `most` points: all of the front, those that are isOwn, and of the
// others evenly many from all over the picture. In their order. Pure.
std::vector<std::size_t> thinned(const std::vector<FrontPoint>& points, std::size_t most);

// A click or Left and Right choose a point, a double click or Enter opens it. GUI thread.
class FrontChart : public QWidget {
    Q_OBJECT
public:
    static constexpr std::size_t kMostDrawn = 2'000;

    // `empty` is translated plain text, which stands in place of the chart while there is nothing
    // to draw.
    explicit FrontChart(const QString& empty, QWidget* parent = nullptr);

    // Replaces everything that was drawn before; no point is chosen.
    void show(FrontPicture picture);
    bool isEmpty() const { return m_picture.points.empty(); }
    // How many points are drawn; fewer than there are, where those are more than kMostDrawn.
    std::size_t drawn() const { return m_drawn.size(); }

    // How many lie to the right of the plot, since they take far longer than the others; none once
    // one of them was chosen.
    int beyond() const;

    int chosen() const { return m_chosen; } // -1: none
    void setChosen(int point);              // nothing is emitted

    QPoint placeOf(int index) const; // in this widget
    int pointAt(QPoint place) const; // -1: none is near

signals:
    void pointChosen(int point); // by the user
    void opened(int point);      // likewise

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void redraw();
    void addPoints();
    void addFront();
    void addLimit();
    void addIntervals();
    QScatterSeries* dots(const QString& name, double size, const QColor& fill, const QColor& line);
    QXYSeries* attach(QXYSeries* series, bool inLegend);
    void scale();
    void markChosen();
    QString headline() const; // for screen readers
    void choose(int point);

    FrontPicture m_picture;
    std::vector<std::size_t> m_drawn; // of the picture's points
    int m_chosen = -1;
    bool m_showsAll = false;
    double m_last = 0;                // seconds: points beyond it are not in sight
    QChart* m_chart;                  // owned by the view
    QValueAxis* m_times;              // owned by the chart
    QValueAxis* m_memory;             // likewise
    QScatterSeries* m_mark = nullptr; // likewise: around the chosen one
    Whiskers* m_whiskers;             // likewise
    QChartView* m_view;               // child
    QLabel* m_emptyText;              // child
    QStackedLayout* m_pages;          // of those two
};

} // namespace gui
