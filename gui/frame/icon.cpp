#include "gui/frame/icon.h"

#include "gui/theme/theme.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QSvgRenderer>

namespace gui {
namespace {

class LineIcon : public QIconEngine {
public:
    explicit LineIcon(QByteArray drawing)
        : m_drawing(std::move(drawing))
    {
    }

    void paint(QPainter* painter, const QRect& place, QIcon::Mode mode, QIcon::State) override
    {
        QByteArray drawing = m_drawing;
        QSvgRenderer(drawing.replace("currentColor", inkOf(mode).name().toLatin1()))
            .render(painter, QRectF(place));
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap made(size);
        made.fill(Qt::transparent);
        QPainter painter(&made);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return made;
    }

    QIconEngine* clone() const override { return new LineIcon(m_drawing); }

private:
    static QColor inkOf(QIcon::Mode mode)
    {
        const QPalette colours = QGuiApplication::palette();
        if (mode == QIcon::Disabled)
            return colours.color(QPalette::Disabled, QPalette::ButtonText);
        return mode == QIcon::Selected ? colours.color(QPalette::HighlightedText)
                                       : colours.color(QPalette::ButtonText);
    }

    QByteArray m_drawing; // SVG
};

} // namespace

QIcon icon(const QString& name)
{
    QFile file(QStringLiteral(":/icons/ui/%1.svg").arg(name));
    return QIcon(new LineIcon(file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray()));
}

} // namespace gui
