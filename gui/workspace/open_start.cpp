#include "gui/workspace/open_start.h"

namespace gui {

QString OpenStart::title() const { return tr("Start"); }

QString OpenStart::tip() const { return tr("Strategies to begin with, recent files and runs"); }

} // namespace gui
