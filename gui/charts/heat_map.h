// One number of a strategy over the values of two fields: a cell for each pair, shaded by the
// number, with the number in it where there is room, and beside them the scale of the shades.
//
// Shades are dealt evenly over the numbers that there are, and the scale says which stands for
// which: a few that are far from the others would else leave those all alike.

#pragma once

#include "gui/charts/sweep_picture.h"

#include <QRect>
#include <QWidget>

#include <utility>
#include <vector>

namespace gui {

// The values of the first field stand along, those of the second up. A cell that does not fit is
// crossed out, one that is no strategy is hatched, and that of the strategy as it is has a frame.
// Arrows or a click choose a cell, Enter or a double click opens it.
class HeatMap : public QWidget {
    Q_OBJECT
public:
    // `empty` is translated plain text, which stands in place of the map while there is nothing
    // to draw.
    explicit HeatMap(const QString& empty, QWidget* parent = nullptr);

    // Replaces everything that was drawn before.
    void show(const SweepPicture& picture);
    const SweepPicture& picture() const { return m_picture; }

    SweepCell chosen() const { return m_chosen; }
    void setChosen(SweepCell cell); // nothing is emitted
    QRect placeOf(SweepCell cell) const;
    SweepCell cellAt(QPoint place) const; // nowhere: outside
    // Whether numbers stand in the cells.
    bool hasNumbers() const;
    // The least and the largest number, which the ends of the scale stand for.
    std::pair<double, double> range() const { return {heightAt(0), heightAt(1)}; }

    QSize minimumSizeHint() const override;

signals:
    void cellChosen(gui::SweepCell cell); // by the user
    void opened(gui::SweepCell cell);     // likewise

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void measure();     // what names and numbers need
    QRect plot() const; // of the cells
    QString numberOf(const SweepPoint& point) const;
    double shareOf(double height) const; // on the scale, 0 .. 1
    double heightAt(double share) const; // the other way
    void paintCell(QPainter& painter, SweepCell cell) const;
    void paintNames(QPainter& painter) const;
    void paintTitles(QPainter& painter) const;
    void paintScale(QPainter& painter) const;
    void choose(SweepCell cell);

    QString m_empty;
    SweepPicture m_picture;
    std::vector<double> m_heights; // that there are, each once, rising
    SweepCell m_chosen;
    int m_nameWidth = 0;   // of the second field's values, at most
    int m_numberWidth = 0; // of those in the cells
};

} // namespace gui
