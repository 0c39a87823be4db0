#include "gui/window/search_sheet.h"

#include "gui/search/result_table.h"
#include "gui/search/search_verdict.h"
#include "gui/window/export_commands.h"
#include "gui/window/open_commands.h"

namespace gui {

SearchSheet::SearchSheet(OpenSearch& open, const SheetPlace& place)
    : ExplorationSheet(place)
    , m_open(open)
    , m_view(new SearchView(open, this))
    , m_panel(new SearchPanel(open))
{
    fill(m_view, m_panel);
    OpenCommands& opener = place.opener;
    connect(m_view, &SearchView::opened, this,
            [&opener](const strategy::Strategy& found) { opener.openStrategy(found); });
    const auto judge = [this] { setVerdict(searchVerdict(m_open.answer().get())); };
    connect(&open, &OpenSearch::answered, this, judge);
    judge();
    new ExportCommands(*this, ownActions(), place.window);
}

QString SearchSheet::panelTitle(Mode) const { return tr("Search"); }

QWidget* SearchSheet::focused()
{
    return m_open.answer() ? static_cast<QWidget*>(&m_view->table()) : m_panel;
}

} // namespace gui
