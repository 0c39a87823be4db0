#include "gui/window/sheet.h"

#include "gui/export/exports.h"

namespace gui {

Sheet::Sheet(QWidget* parent)
    : QWidget(parent)
    , m_actions(this, Scope::Sheet)
{
}

Exports Sheet::exports() { return {}; }

void Sheet::setVerdict(const Verdict& verdict)
{
    if (verdict == m_verdict)
        return;
    m_verdict = verdict;
    emit verdictChanged();
}

} // namespace gui
