// The sheet of a search: what it is asked at the left, what it came to in the middle.

#pragma once

#include "gui/search/search_panel.h"
#include "gui/search/search_view.h"
#include "gui/window/exploration_sheet.h"

namespace gui {

class SearchSheet : public ExplorationSheet {
    Q_OBJECT
public:
    // `open` must outlive the sheet.
    SearchSheet(OpenSearch& open, const SheetPlace& place);

    OpenItem& item() override { return m_open; }
    SearchView& view() { return *m_view; }
    SearchPanel& options() { return *m_panel; }

    QString panelTitle(Mode mode) const override;
    QWidget* focused() override;
    Exports exports() override;

private:
    OpenSearch& m_open;
    SearchView* m_view;   // children
    SearchPanel* m_panel; //
};

} // namespace gui
