// Every length and every size of type in the window, from one table. Beside the colours of a Theme,
// a view takes its sizes from here and nowhere else.
//
// All lengths are device-independent pixels at a scale that the user chooses (Ctrl++, Ctrl+-,
// Ctrl+0); the scale of the screen comes on top of that, by Qt.

#pragma once

#include <QFont>

#include <span>

namespace gui {

// The type scale. Digits of the fonts used are all of one width.
enum class Type {
    Title, // 20 px: the answers one came for
    Body,  // 14 px: labels, fields, sentences
    Small, // 12 px: units, axes, legends, tables
};

// Lengths at one scale: cheap to make and to copy.
class Metrics {
public:
    // `scale` is taken as one of scales().
    explicit Metrics(double scale = 1);

    // As the user chose it; 1 at first.
    double scale() const { return m_scale; }
    // That many pixels of scale 1, rounded; at least 1 where `pixels` is more than 0.
    int px(double pixels) const;
    // Distances are multiples of 4 px: 1 within a control, 2 between related things, 4 between
    // groups.
    int space(int steps) const { return px(4.0 * steps); }

    // `family` in a size of the type scale; weight and all else stay.
    QFont font(const QFont& family, Type type) const;

    // What the frame is made of.
    int verdictHeight() const { return px(56); }
    int railWidth() const { return px(48); }
    int panelWidth() const { return px(340); }
    int barHeight() const { return px(32); } // of tabs, of the scrubber
    int controlHeight() const { return px(28); }
    int iconSize() const { return px(18); }

    // Those that can be chosen, rising; 1 is among them.
    static std::span<const double> scales();
    // The next larger or smaller one; at the ends the last one again.
    Metrics larger() const;
    Metrics smaller() const;

    bool operator==(const Metrics&) const = default;

private:
    double m_scale;
};

// Those of the application, whose font has the size of Type::Body at their scale. Ask again on
// QEvent::FontChange.
Metrics metrics();

} // namespace gui
