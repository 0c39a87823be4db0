#include "gui/window/sweep_sheet.h"

#include "gui/search/result_table.h"
#include "gui/search/sweep_verdict.h"
#include "gui/window/export_commands.h"
#include "gui/window/open_commands.h"

namespace gui {

SweepSheet::SweepSheet(OpenSweep& open, const SheetPlace& place)
    : ExplorationSheet(place)
    , m_open(open)
    , m_view(new SweepView(open, this))
    , m_panel(new SweepPanel(open))
{
    fill(m_view, m_panel);
    OpenCommands& opener = place.opener;
    connect(m_view, &SweepView::opened, this,
            [&opener](const strategy::Strategy& found) { opener.openStrategy(found); });
    const auto judge = [this] { setVerdict(sweepVerdict(m_open.answer().get())); };
    connect(&open, &OpenSweep::answered, this, judge);
    judge();
    new ExportCommands(*this, ownActions(), place.window);
}

QString SweepSheet::panelTitle(Mode) const { return tr("Sweep"); }

QWidget* SweepSheet::focused()
{
    return m_open.answer() ? static_cast<QWidget*>(&m_view->table()) : m_panel;
}

} // namespace gui
