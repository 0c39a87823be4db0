// What the sheets of searches and sweeps have in common: what is asked at the left, what it came to
// in the middle.

#pragma once

#include "gui/window/strategy_sheet.h"
#include "gui/window/strip_sheet.h"

namespace gui {

class ExplorationSheet : public StripSheet {
    Q_OBJECT
public:
    ~ExplorationSheet() override;

    QWidget* panel(Mode mode) override;
    bool hasOptions() const override { return true; }

protected:
    explicit ExplorationSheet(const SheetPlace& place);
    // Once, by the constructor of what derives from it: both become its children.
    void fill(QWidget* view, QWidget* options);

private:
    QWidget* m_page = nullptr; // child, which scrolls the options
};

} // namespace gui
