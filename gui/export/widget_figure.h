// A chart as a figure: the widget draws itself, in the light theme, at the size of the paper.

#pragma once

#include "gui/export/figure.h"

#include <QWidget>

#include <functional>
#include <memory>

namespace gui {

// Makes a widget that shows what is to be drawn; it is never shown itself.
using MakeWidget = std::function<std::unique_ptr<QWidget>()>;

// GUI thread; the figure itself is painted on any. What the paper asks for in type the widget gets
// in room. A widget's tones are its own: greyscale, phases and chunks mean nothing to it.
Figure widgetFigure(const MakeWidget& make, const QString& title, const FigureLook& look);

} // namespace gui
