#include "gui/window/exploration_sheet.h"

#include "gui/window/layout.h"

namespace gui {

ExplorationSheet::ExplorationSheet(const SheetPlace& place)
    : StripSheet(place.window)
{
}

// It stands in the frame by now.
ExplorationSheet::~ExplorationSheet() { delete m_page; }

void ExplorationSheet::fill(QWidget* view, QWidget* options)
{
    m_page = scrolled(options);
    m_page->setParent(this);
    m_page->hide();
    setMiddle(view);
}

QWidget* ExplorationSheet::panel(Mode mode) { return mode == Mode::Design ? m_page : nullptr; }

} // namespace gui
