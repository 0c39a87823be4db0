#include "gui/export/widget_figure.h"

#include "gui/theme/metrics.h"
#include "gui/theme/theme.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPicture>

#include <cmath>

namespace gui {
namespace {

constexpr double kShape = 0.62; // height of a chart on paper, of its width
constexpr double kSlideHeight = 540 * kUnitsPerPoint;
constexpr double kSlideMargin = 36 * kUnitsPerPoint;
constexpr int kNestedCharts = 8;

// Its parts lay themselves out when their events come; none come to what is never shown.
void settle(QWidget& widget)
{
    widget.setAttribute(Qt::WA_DontShowOnScreen);
    widget.show();
    for (int depth = 0; depth < kNestedCharts; ++depth)
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
}

} // namespace

Figure widgetFigure(const MakeWidget& make, const QString& title, const FigureLook& look)
{
    const bool slide = look.paper == Paper::Slide;
    const double margin = slide ? kSlideMargin : 0;
    const double width = widthOf(look.paper);
    const std::unique_ptr<QWidget> widget = make();
    const QFont small = metrics().font(QApplication::font(), Type::Small);
    const double unitsPerPixel = typeSizeOf(look.paper) / small.pixelSize();
    QFont titleFont = QApplication::font();
    titleFont.setBold(true);
    titleFont.setPixelSize(static_cast<int>(typeSizeOf(look.paper) * (slide ? 1.5 : 1.2)));
    const QFontMetricsF titleMetrics(titleFont);
    const double top = margin + (look.title ? 1.3 * titleMetrics.height() : 0);
    const double height = slide ? kSlideHeight - top - margin : kShape * width;
    widget->setPalette(fusionPalette(lightTheme()));
    widget->setMinimumSize(0, 0);
    widget->resize(static_cast<int>(std::lround((width - 2 * margin) / unitsPerPixel)),
                   static_cast<int>(std::lround(height / unitsPerPixel)));
    settle(*widget);
    const QSizeF size(width, std::ceil(top + height + margin));
    // Taken down here, where widgets may draw, and drawn wherever it is wanted.
    QPicture picture;
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(lightTheme().base);
    painter.drawRect(QRectF(QPointF(0, 0), size));
    if (look.title) {
        painter.setFont(titleFont);
        painter.setPen(lightTheme().text);
        painter.drawText(
            QPointF(margin, top - 0.3 * titleMetrics.height() - titleMetrics.descent()),
            titleMetrics.elidedText(title.left(400).simplified(), Qt::ElideRight,
                                    width - 2 * margin));
    }
    painter.translate(margin, top);
    painter.scale(unitsPerPixel, unitsPerPixel);
    widget->render(&painter, QPoint(), QRegion(), QWidget::DrawChildren);
    painter.end();
    return {size, [picture](QPainter& onto) {
                onto.save();
                QPicture(picture).play(&onto);
                onto.restore();
            }};
}

} // namespace gui
