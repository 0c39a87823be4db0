#include "gui/export/svg_paper.h"

#include "engine/strategy/svg_text.h"
#include "gui/export/figure.h"

#include <QBuffer>
#include <QHash>
#include <QPaintEngine>
#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

#include <array>
#include <cmath>

namespace gui {
namespace {

// To a hundredth of a unit, without zeros that say nothing.
QByteArray coordinate(double value)
{
    QByteArray text = QByteArray::number(value, 'f', 2);
    while (text.endsWith('0'))
        text.chop(1);
    if (text.endsWith('.'))
        text.chop(1);
    return text == "-0" ? QByteArray("0") : text;
}

QByteArray colour(const QColor& c) { return c.name(QColor::HexRgb).toLatin1(); }

QByteArray pathData(const QPainterPath& path)
{
    QByteArray data;
    const auto append = [&data](char letter, const QPainterPath::Element& at) {
        data += letter + coordinate(at.x) + ' ' + coordinate(at.y);
    };
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element at = path.elementAt(i);
        switch (at.type) {
        case QPainterPath::MoveToElement:
            append('M', at);
            break;
        case QPainterPath::LineToElement:
            append('L', at);
            break;
        case QPainterPath::CurveToElement:
            append('C', at);
            break;
        case QPainterPath::CurveToDataElement:
            append(' ', at);
            break;
        }
    }
    return data;
}

// Edges are rounded, and not widths: what touches goes on touching.
QByteArray rectangleData(const QRectF& box)
{
    const auto rounded = [](double value) { return std::round(value * 100) / 100; };
    const double left = rounded(box.left());
    const double top = rounded(box.top());
    const QByteArray width = coordinate(rounded(box.right()) - left);
    return 'M' + coordinate(left) + ' ' + coordinate(top) + 'h' + width + 'v'
        + coordinate(rounded(box.bottom()) - top) + "h-" + width + 'z';
}

} // namespace

class SvgEngine : public QPaintEngine {
public:
    SvgEngine()
        : QPaintEngine(PaintEngineFeatures(AllFeatures) & ~PerspectiveTransform & ~PorterDuff
                       & ~ConicalGradientFill)
    {
    }

    QByteArray body;

    bool begin(QPaintDevice*) override
    {
        setActive(true);
        return true;
    }
    bool end() override
    {
        setActive(false);
        return true;
    }
    Type type() const override { return User; }

    void updateState(const QPaintEngineState& now) override
    {
        const DirtyFlags flags = now.state();
        if (flags & DirtyPen)
            m_pen = now.pen();
        if (flags & DirtyBrush)
            m_brush = now.brush();
        if (flags & DirtyOpacity)
            m_opacity = now.opacity();
        if (flags & DirtyTransform)
            m_transform = now.transform();
        if (flags & (DirtyClipEnabled | DirtyClipPath | DirtyClipRegion))
            takeClip();
    }

    void drawPath(const QPainterPath& path) override
    {
        const QByteArray rule
            = path.fillRule() == Qt::WindingFill ? QByteArray() : " fill-rule=\"evenodd\"";
        put(pathData(m_transform.map(path)), rule, m_brush.style() != Qt::NoBrush);
    }

    void drawRects(const QRectF* rects, int count) override
    {
        if (m_transform.type() > QTransform::TxScale) {
            QPaintEngine::drawRects(rects, count);
            return;
        }
        QByteArray data;
        for (int i = 0; i < count; ++i)
            data += rectangleData(m_transform.mapRect(rects[i]));
        put(data, {}, m_brush.style() != Qt::NoBrush);
    }
    using QPaintEngine::drawRects;

    void drawLines(const QLineF* lines, int count) override
    {
        QPainterPath path;
        for (int i = 0; i < count; ++i) {
            path.moveTo(lines[i].p1());
            path.lineTo(lines[i].p2());
        }
        put(pathData(m_transform.map(path)), {}, false);
    }
    using QPaintEngine::drawLines;

    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override
    {
        QPainterPath path;
        QPolygonF polygon;
        for (int i = 0; i < count; ++i)
            polygon << points[i];
        path.addPolygon(polygon);
        if (mode != PolylineMode)
            path.closeSubpath();
        put(pathData(m_transform.map(path)), mode == OddEvenMode ? " fill-rule=\"evenodd\"" : "",
            mode != PolylineMode && m_brush.style() != Qt::NoBrush);
    }
    using QPaintEngine::drawPolygon;

    void drawPixmap(const QRectF& place, const QPixmap& pixmap, const QRectF& part) override
    {
        QByteArray png;
        QBuffer buffer(&png);
        buffer.open(QIODevice::WriteOnly);
        pixmap.copy(part.toRect()).save(&buffer, "PNG");
        const QRectF box = m_transform.mapRect(place);
        body += "<image x=\"" + coordinate(box.x()) + "\" y=\"" + coordinate(box.y())
            + "\" width=\"" + coordinate(box.width()) + "\" height=\"" + coordinate(box.height())
            + R"(" preserveAspectRatio="none")" + m_clip + R"( href="data:image/png;base64,)"
            + png.toBase64() + "\"/>\n";
    }

private:
    void takeClip()
    {
        m_clip.clear();
        if (!painter()->hasClipping())
            return;
        const QByteArray data
            = pathData(painter()->transform().map(painter()->clipPath()).simplified());
        if (!m_clips.contains(data)) {
            m_clips.insert(data, m_clips.size());
            body += "<clipPath id=\"c" + QByteArray::number(m_clips.value(data)) + "\"><path d=\""
                + data + "\"/></clipPath>\n";
        }
        m_clip = " clip-path=\"url(#c" + QByteArray::number(m_clips.value(data)) + ")\"";
    }

    QByteArray opacityOf(const char* name, const QColor& c) const
    {
        const double opacity = c.alphaF() * m_opacity;
        return opacity >= 1 ? QByteArray()
                            : QByteArray(" ") + name + "=\"" + coordinate(opacity) + '"';
    }

    void put(const QByteArray& data, const QByteArray& rule, bool filled)
    {
        const bool stroked = m_pen.style() != Qt::NoPen;
        if (data.isEmpty() || (!filled && !stroked))
            return;
        body += "<path d=\"" + data + '"' + rule + m_clip;
        if (filled) {
            body += " fill=\"" + colour(m_brush.color()) + '"'
                + opacityOf("fill-opacity", m_brush.color());
        } else {
            body += " fill=\"none\"";
        }
        if (stroked)
            putPen();
        body += "/>\n";
    }

    void putPen()
    {
        const double scale
            = m_pen.isCosmetic() ? 1 : std::sqrt(std::abs(m_transform.determinant()));
        const double width = std::max(m_pen.widthF(), m_pen.isCosmetic() ? 1.0 : 0.0) * scale;
        body += " stroke=\"" + colour(m_pen.color()) + "\" stroke-width=\"" + coordinate(width)
            + '"' + opacityOf("stroke-opacity", m_pen.color());
        if (m_pen.capStyle() == Qt::RoundCap)
            body += " stroke-linecap=\"round\"";
        if (m_pen.joinStyle() == Qt::RoundJoin)
            body += " stroke-linejoin=\"round\"";
        if (m_pen.style() == Qt::SolidLine)
            return;
        QByteArray dashes;
        for (const double dash : m_pen.dashPattern())
            dashes += coordinate(dash * width) + ' ';
        body += " stroke-dasharray=\"" + dashes.trimmed() + '"';
    }

    QPen m_pen;
    QBrush m_brush;
    double m_opacity = 1;
    QTransform m_transform;
    QByteArray m_clip; // as an attribute
    QHash<QByteArray, int> m_clips;
};

SvgPaper::SvgPaper(QSizeF size, QString title)
    : m_size(size)
    , m_title(std::move(title))
    , m_engine(std::make_unique<SvgEngine>())
{
}

SvgPaper::~SvgPaper() = default;

QPaintEngine* SvgPaper::paintEngine() const { return m_engine.get(); }

QByteArray SvgPaper::file() const
{
    const auto inches
        = [](double units) { return QByteArray::number(units / kUnitsPerInch, 'f', 4) + "in"; };
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
           "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\""
        + inches(m_size.width()) + "\" height=\"" + inches(m_size.height()) + "\" viewBox=\"0 0 "
        + coordinate(m_size.width()) + ' ' + coordinate(m_size.height()) + "\">\n<title>"
        + QByteArray::fromStdString(strategy::escapedXml(m_title.toStdString())) + "</title>\n"
        + m_engine->body + "</svg>\n";
}

int SvgPaper::metric(PaintDeviceMetric metric) const
{
    switch (metric) {
    case PdmWidth:
        return static_cast<int>(std::ceil(m_size.width()));
    case PdmHeight:
        return static_cast<int>(std::ceil(m_size.height()));
    case PdmWidthMM:
        return static_cast<int>(std::lround(m_size.width() / kUnitsPerInch * 25.4));
    case PdmHeightMM:
        return static_cast<int>(std::lround(m_size.height() / kUnitsPerInch * 25.4));
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY:
        return static_cast<int>(kUnitsPerInch);
    case PdmDepth:
        return 32;
    case PdmNumColors:
        return 1 << 24;
    case PdmDevicePixelRatio:
        return 1;
    case PdmDevicePixelRatioScaled:
        return static_cast<int>(devicePixelRatioFScale());
    default:
        return 0;
    }
}

} // namespace gui
