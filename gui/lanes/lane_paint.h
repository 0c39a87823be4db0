// How lanes look, those that are played and those that are built: boxes of ops, idle time, what a
// rank holds, and the axis.

#pragma once

#include "gui/lanes/lane_words.h"
#include "gui/theme/theme.h"
#include "gui/timeline/inks.h"

#include <QBrush>
#include <QPainter>
#include <QRectF>

#include <array>
#include <vector>

namespace gui {

// Lengths of a lane, in pixels, from the height of its letters.
inline double laneHeightFor(int letters) { return 2.2 * letters; }
inline double pileHeightFor(int letters) { return 1.35 * letters; }

enum class BoxLook {
    Plain,
    Lit,    // runs now
    Pale,   // is still to come
    HeldUp, // is laid and cannot run yet: hatched
};

// For one painting. Both must outlive it.
class LanePaint {
public:
    // `letters`: the height of the letters in ops, in pixels.
    LanePaint(QPainter& painter, const QPalette& palette, int letters);

    const Theme& theme() const { return m_theme; }

    // Letter and microbatch, beside each other or, where it is narrow, under each other; where it
    // is low as well, the microbatch alone. The chunk has its pattern.
    void op(const QRectF& box, const plan::Op& op, int chunk, BoxLook look);
    // After a rank's last op.
    void tail(const QRectF& box, Category category, bool isPale);
    void idle(const QRectF& box);    // a bubble
    void nothing(const QRectF& box); // of which nothing is known, or said, yet

    // The name at the right of its place.
    void name(const QRectF& place, const QString& words, bool isMuted);
    void text(const QRectF& place, int alignment, const QString& text, const QColor& colour,
              double size, bool isBold = false);

    double width(const QString& text, double size, bool isBold = false) const;

    // Numbered boxes, one for each of them, and a line behind as many as are allowed; cap 0: any
    // number. Nothing in a row without a height. `room`: for how many there is a place at least,
    // outlined where it is empty.
    void pile(const QRectF& row, const std::vector<plan::Op>& held, int cap, int room);

    // Ticks over `plot`, numbers in `labels` above it.
    void axis(const QRectF& plot, const QRectF& labels, const TimeAxis& axis, LaneUnit unit);

    // Around a box: of what is selected, ringed or walked.
    void frame(const QRectF& box, const QColor& colour, Qt::PenStyle style = Qt::SolidLine);
    // From one box to another, with a head.
    void arrow(QPointF from, QPointF to, const QColor& colour);
    // An upright line with what it is called on top.
    void moment(double x, double top, double bottom, const QColor& colour, Qt::PenStyle style);
    void label(QPointF bottomCentre, const QString& words, const QColor& colour,
               const QRectF& within);

private:
    QFont sized(double size, bool isBold = false) const;

    QPainter& m_painter;
    const Theme& m_theme;
    Inks m_inks;
    int m_letters;
    QFont m_font;
};

} // namespace gui
