#include "gui/frame/elided_label.h"

#include "gui/text/plain_tip.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStyle>
#include <QToolTip>

#include <algorithm>

namespace gui {
namespace {

constexpr int kLeastShown = 6; // letters of middling width

} // namespace

ElidedLabel::ElidedLabel(QWidget* parent, Qt::TextElideMode where)
    : QLabel(parent)
    , m_where(where)
{
    setTextFormat(Qt::PlainText);
}

QSize ElidedLabel::minimumSizeHint() const
{
    const QSize whole = QLabel::minimumSizeHint();
    return {std::min(whole.width(), fontMetrics().averageCharWidth() * kLeastShown),
            whole.height()};
}

QString ElidedLabel::shown() const
{
    return fontMetrics().elidedText(text(), m_where, contentsRect().width());
}

bool ElidedLabel::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || !toolTip().isEmpty() || shown() == text())
        return QLabel::event(event);
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), plainTip(text()), this);
    return true;
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    style()->drawItemText(&painter, contentsRect(),
                          static_cast<int>(alignment()) | Qt::TextSingleLine, palette(),
                          isEnabled(), shown(), foregroundRole());
}

} // namespace gui
