#include "gui/inputs/text_line.h"

#include "gui/text/plain_tip.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionFrame>
#include <QToolTip>

namespace gui {
namespace {

constexpr int kTextMargin = 2; // of a QLineEdit, on either side of its text

} // namespace

TextLine::TextLine(QWidget* parent)
    : QLineEdit(parent)
{
}

QRect TextLine::textRect() const
{
    QStyleOptionFrame option;
    initStyleOption(&option);
    return style()
        ->subElementRect(QStyle::SE_LineEditContents, &option, this)
        .adjusted(kTextMargin, 0, -kTextMargin, 0);
}

QString TextLine::shownText() const
{
    return fontMetrics().elidedText(text(), Qt::ElideRight, textRect().width());
}

bool TextLine::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty()) {
        if (shownText() != text())
            // As text: it may look like HTML.
            QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), plainTip(text()),
                               this);
        return true;
    }
    return QLineEdit::event(event);
}

void TextLine::paintEvent(QPaintEvent* event)
{
    const QString shown = shownText();
    if (hasFocus() || shown == text())
        return QLineEdit::paintEvent(event);
    QPainter painter(this);
    QStyleOptionFrame option;
    initStyleOption(&option);
    style()->drawPrimitive(QStyle::PE_PanelLineEdit, &option, &painter, this);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(textRect(), Qt::AlignVCenter | Qt::AlignLeft, shown);
}

} // namespace gui
