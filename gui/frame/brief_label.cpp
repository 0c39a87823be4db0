#include "gui/frame/brief_label.h"

#include <QPainter>
#include <QTextLayout>

#include <algorithm>

namespace gui {

BriefLabel::BriefLabel(QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
}

QSize BriefLabel::minimumSizeHint() const { return {1, fontMetrics().height()}; }

QStringList BriefLabel::lines() const
{
    const QRect room = contentsRect();
    const int most = std::max(1, room.height() / std::max(1, fontMetrics().height()));
    QTextLayout words(text(), font());
    QStringList lines;
    words.beginLayout();
    for (QTextLine line = words.createLine(); line.isValid(); line = words.createLine()) {
        line.setLineWidth(room.width());
        const QString rest = text().mid(line.textStart());
        if (lines.size() + 1 == most) {
            lines << fontMetrics().elidedText(rest, Qt::ElideRight, room.width());
            break;
        }
        lines << rest.left(line.textLength()).trimmed();
    }
    words.endLayout();
    return lines;
}

void BriefLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.drawText(contentsRect(), Qt::AlignLeft | Qt::AlignVCenter,
                     lines().join(QLatin1Char('\n')));
}

} // namespace gui
