#include "gui/export/figure.h"

#include "gui/export/svg_paper.h"
#include "gui/theme/theme.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImage>
#include <QMarginsF>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr double kScreenDots = 96; // to the inch

QByteArray pdfOf(const Figure& figure, const QString& title)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(title);
    writer.setCreator(QStringLiteral("Bubblescope " BUBBLESCOPE_VERSION));
    writer.setResolution(static_cast<int>(kUnitsPerInch));
    writer.setPageSize(QPageSize(figure.size / kUnitsPerPoint, QPageSize::Point, QString(),
                                 QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    QPainter painter(&writer);
    figure.paint(painter);
    painter.end();
    return bytes;
}

QByteArray pngOf(const Figure& figure, int scale)
{
    QImage image = imageOf(figure, (figure.size / unitsPerPixel(scale)).toSize());
    if (image.isNull())
        return {};
    const int dots = static_cast<int>(std::lround(kScreenDots * scale / 0.0254));
    image.setDotsPerMeterX(dots);
    image.setDotsPerMeterY(dots);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

} // namespace

double widthOf(Paper paper)
{
    switch (paper) {
    case Paper::Column:
        return 3.3 * kUnitsPerInch;
    case Paper::Page:
        return 6.9 * kUnitsPerInch;
    case Paper::Slide:
        break;
    }
    return 960 * kUnitsPerPoint;
}

double typeSizeOf(Paper paper)
{
    switch (paper) {
    case Paper::Column:
        return 7 * kUnitsPerPoint;
    case Paper::Page:
        return 7.5 * kUnitsPerPoint;
    case Paper::Slide:
        break;
    }
    return 18 * kUnitsPerPoint;
}

std::optional<FigureFormat> figureFormatOf(const QString& path)
{
    constexpr std::pair<const char*, FigureFormat> kFormats[]
        = {{".svg", FigureFormat::Svg}, {".pdf", FigureFormat::Pdf}, {".png", FigureFormat::Png}};
    for (const auto& [ending, format] : kFormats)
        if (path.endsWith(QLatin1String(ending), Qt::CaseInsensitive))
            return format;
    return {};
}

double unitsPerPixel(int scale) { return kUnitsPerInch / (kScreenDots * scale); }

QImage imageOf(const Figure& figure, QSize pixels)
{
    // Neighbours that share a pixel are mixed by how much of it each has, which edges drawn one
    // over the other would not come to.
    constexpr double kMostPixels = 48e6;
    const double wanted = static_cast<double>(pixels.width()) * pixels.height();
    const int finer = std::clamp(static_cast<int>(std::sqrt(kMostPixels / wanted)), 1, 4);
    QImage image(pixels * finer, QImage::Format_RGB32);
    if (image.isNull())
        return {};
    image.fill(lightTheme().base); // the last pixels may be only partly of the figure
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    const double scale = image.width() / figure.size.width();
    painter.scale(scale, scale);
    figure.paint(painter);
    painter.end();
    return finer == 1 ? image
                      : image.scaled(pixels, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
}

QByteArray fileOf(const Figure& figure, FigureFormat format, int scale, const QString& title)
{
    switch (format) {
    case FigureFormat::Svg: {
        SvgPaper paper(figure.size, title);
        QPainter painter(&paper);
        figure.paint(painter);
        painter.end();
        return paper.file();
    }
    case FigureFormat::Pdf:
        return pdfOf(figure, title);
    case FigureFormat::Png:
        break;
    }
    return pngOf(figure, scale);
}

} // namespace gui
