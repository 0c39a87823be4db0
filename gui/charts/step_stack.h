// Curves over the steps of a run, one under the other on one axis, with one cursor: what a step
// took, its loss, its memory. A click chooses a step.
//
//   Step time │ ────╮      ╭───  predicted
//   165 ms    │     ╰──────╯
//   Loss      │ ╲______________
//   2.31      │
//             └─0────────50────────100
//                     ┆ cursor

#pragma once

#include "gui/charts/step_series.h"

#include <QString>
#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

namespace gui {

// One lane. Texts are translated and plain.
struct StepCurve {
    QString id{};        // stable, for tests: "loss"
    QString name{};      // "Step time"
    int ink = 0;         // among Theme::curves
    StepSeries values{}; // finite
    StepSeries low{};    // of a band under the curve, down to it: the rank that holds the least
    std::optional<double> limit{}; // a level line
    QString limitName{};           // "predicted"
    StepSeries marked{};           // steps that stand out, as dots
    QString markedName{};          // what is said of them in place of a value
    // Writes a value with its unit; not empty.
    std::function<QString(double)> toText{};

    bool isEmpty() const { return values.isEmpty() && marked.isEmpty(); }
    QString rangeText(const StepSeries::Stretch& steps) const; // "165 ms to 900 ms"
};

// Costs as much as its pixels to paint. The axis of steps ends at a round number behind the newest
// step, so that it moves seldom, and both axes only grow until clear(). GUI thread.
class StepStack : public QWidget {
    Q_OBJECT
public:
    explicit StepStack(QWidget* parent = nullptr);

    // In place of those before; empty ones have no lane.
    void setCurves(std::vector<StepCurve> curves);
    const std::vector<StepCurve>& curves() const { return m_curves; }
    const StepCurve* curve(const QString& id) const; // null: it has no lane
    // Said while there is no lane.
    void setEmptyText(const QString& text);

    // The step on show; -1: none. It has a line over all lanes, and its values stand beside them.
    void setCursor(int step);
    int cursor() const { return m_cursor; }
    // Steps to be marked at the top, with what is to be said of them.
    struct Mark {
        int step = 0;
        QString words{};
        bool bad = false;
        bool operator==(const Mark&) const = default;
    };
    void setMarks(std::vector<Mark> marks);
    // No more steps than that will come; 0: not known.
    void setExpected(int steps);
    // No more steps will come at all: the axis ends with the last.
    void setComplete(bool complete);
    void clear(); // for another run

    int lastStep() const { return m_end; } // of the axis
    int stepAt(int x) const;               // pixels of the widget; within the axis
    int xOf(int step) const;
    // What the tooltip says there, line by line. Curves that have no value there are left out.
    QString wordsOf(int step) const;
    // Called for the step that a tooltip is about; its lines are put under the values. Whatever it
    // refers to must outlive the widget.
    void setTip(std::function<QStringList(int step)> tip) { m_tip = std::move(tip); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void stepChosen(int step); // by the user, >= 0

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    // What is drawn of a lane, kept between two setCurves().
    struct Lane {
        std::vector<std::pair<double, double>> points;
        std::vector<std::pair<double, double>> low;
        double bottom = 0; // of its axis
        double top = 1;    //
    };

    void fitAxes();
    QRect plotRect() const; // of all lanes
    QRect laneRect(std::size_t lane) const;
    void paintLane(QPainter& painter, std::size_t lane) const;
    void paintLabel(QPainter& painter, std::size_t lane) const;
    void paintAxis(QPainter& painter) const;
    void paintMarks(QPainter& painter) const;
    int newestStep() const;
    void choose(qint64 step); // the nearest there is

    std::vector<StepCurve> m_curves; // those with a lane
    std::vector<Lane> m_lanes;       // [curve]
    std::vector<Mark> m_marks;
    std::function<QStringList(int step)> m_tip;
    QString m_emptyText;
    int m_cursor = -1;
    int m_hovered = -1; // step; -1: the pointer is elsewhere
    int m_end = 9;
    int m_expected = 0;
    bool m_complete = false;
};

} // namespace gui
