// The parts of a picture that one widget draws, for screen readers: a list with an item each. By
// themselves they would have the widget alone.

#pragma once

#include <QPoint>
#include <QRect>
#include <QString>

class QWidget;

namespace gui {

// What a widget that draws parts is besides. They are numbered from 0. Places are in its pixels, or
// in those of its viewport where it has one.
class PaintedParts {
public:
    virtual ~PaintedParts() = default;

    virtual int parts() const = 0;
    virtual QString partName(int part) const = 0; // translated
    virtual QString partDescription(int) const { return {}; }
    virtual QRect partPlace(int part) const = 0;
    virtual int partAt(QPoint place) const = 0; // -1: none
    // The one that the keyboard is at; -1: none.
    virtual int currentPart() const = 0;
    virtual void choosePart(int part) = 0;
};

// From then on every widget with parts is told so. Call it before there is one; to call it again
// does nothing.
void installPaintedParts();

// Tells who listens that another part is the current one, where the widget has the keyboard.
void tellCurrentPart(QWidget& widget);

} // namespace gui
