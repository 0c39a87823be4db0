#include "gui/export/figure_preview.h"

#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QPainter>

namespace gui {

FigurePreview::FigurePreview(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Preview"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void FigurePreview::setImage(const QImage& image)
{
    m_image = image;
    update();
}

QSizeF FigurePreview::room() const
{
    const int margins = 2 * metrics().space(4);
    const QSizeF room = QSizeF(width() - margins, height() - margins) * devicePixelRatioF();
    return room.expandedTo(QSizeF(1, 1));
}

QSize FigurePreview::minimumSizeHint() const { return {metrics().px(320), metrics().px(240)}; }

void FigurePreview::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.panel);
    if (m_image.isNull())
        return;
    QRectF place(QPointF(0, 0), QSizeF(m_image.size()) / devicePixelRatioF());
    place.moveCenter(QRectF(rect()).center());
    painter.drawImage(place, m_image);
    painter.setPen(theme.border);
    painter.drawRect(place.adjusted(-1, -1, 0, 0));
}

} // namespace gui
