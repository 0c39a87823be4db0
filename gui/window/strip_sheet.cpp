#include "gui/window/strip_sheet.h"

#include "gui/window/notice_strip.h"

#include <QVBoxLayout>

namespace gui {

StripSheet::StripSheet(QWidget* parent)
    : Sheet(parent)
    , m_failure(new NoticeStrip(tr("What went wrong"), this))
{
    m_failure->setButton(tr("Dismiss"), [this] { m_failure->clear(); });
}

void StripSheet::setMiddle(QWidget* middle)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_failure);
    column->addWidget(middle, 1);
}

void StripSheet::showFailure(const QString& sentence) { m_failure->show(Tone::Error, sentence); }

} // namespace gui
