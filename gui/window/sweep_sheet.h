// The sheet of a sweep: what it is asked at the left, what it came to in the middle.

#pragma once

#include "gui/search/sweep_panel.h"
#include "gui/search/sweep_view.h"
#include "gui/window/exploration_sheet.h"

namespace gui {

class SweepSheet : public ExplorationSheet {
    Q_OBJECT
public:
    // `open` must outlive the sheet.
    SweepSheet(OpenSweep& open, const SheetPlace& place);

    OpenItem& item() override { return m_open; }
    SweepView& view() { return *m_view; }
    SweepPanel& options() { return *m_panel; }

    QString panelTitle(Mode mode) const override;
    QWidget* focused() override;
    Exports exports() override;

private:
    OpenSweep& m_open;
    SweepView* m_view;   // children
    SweepPanel* m_panel; //
};

} // namespace gui
