// The sheet of a comparison: its pictures on one axis, its numbers, and which of it is the best.

#pragma once

#include "gui/compare/category_table.h"
#include "gui/compare/comparison_view.h"
#include "gui/window/strategy_sheet.h"
#include "gui/window/strip_sheet.h"

class QTableView;

namespace gui {

class ComparisonSheet : public StripSheet {
    Q_OBJECT
public:
    // `open` must outlive the sheet.
    ComparisonSheet(OpenComparison& open, const SheetPlace& place);
    ~ComparisonSheet() override;

    OpenItem& item() override { return m_open; }
    ComparisonView& view() { return *m_view; }

    TimelinePanel* timeline() override { return &m_view->panel(); }
    QWidget* inspector() override;
    // Where the time of each goes.
    std::vector<DrawerPage> drawerPages(Mode mode) override;
    void setPresenting(bool presenting) override { m_view->setPresenting(presenting); }
    QWidget* focused() override { return &m_view->panel(); }
    Exports exports() override;

private:
    void connectView();
    // Brings its strategy to the front, or opens what it is in a tab of its own.
    void openSource(int place);

    OpenComparison& m_open;
    SheetPlace m_place;
    CategoryTable m_categories;
    ComparisonView* m_view; // child
    QWidget* m_inspector = nullptr;
    QTableView* m_categoryView = nullptr;
};

} // namespace gui
