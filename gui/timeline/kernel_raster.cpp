#include "gui/timeline/kernel_raster.h"

#include <QFontInfo>
#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr int kOutlined = 4;   // pixels of a box that has a line around it
constexpr int kLeastLabel = 5; // letters that a name must have room for

} // namespace

std::array<RowPlace, kKernelKinds> kernelRows(const RowPlace& lane)
{
    const int compute = (lane.height + 1) / 2;
    const int communication = (lane.height - compute + 1) / 2;
    const int copies = lane.height - compute - communication;
    return {RowPlace{lane.top, compute, 0}, RowPlace{lane.top + compute, communication, 0},
            RowPlace{lane.top + compute + communication, copies, 0}};
}

QFont inDevicePixels(QFont font, double scale)
{
    font.setPixelSize(
        std::max(6, static_cast<int>(std::lround(QFontInfo(font).pixelSize() * scale))));
    return font;
}

KernelRaster::KernelRaster(const Inks& inks, RowRaster& raster, std::optional<QFont> font)
    : m_inks(inks)
    , m_raster(raster)
    , m_font(std::move(font))
{
}

void KernelRaster::draw(QImage& image, const RowPlace& place, const Columns& columns,
                        std::span<const Stretch> stretches, const std::vector<Kernel>& kernels,
                        const KernelWork& work, const TimeAxis& axis)
{
    if (place.height <= 0)
        return;
    m_raster.drawBeside(image, place.top, place.height, columns, axis);
    if (columns.boxes.empty() || place.height < kOutlined + 1)
        return;
    QPainter painter(&image);
    for (const Box& box : columns.boxes) {
        if (box.right - box.left < kOutlined)
            continue;
        const Stretch& stretch = stretches[box.span];
        const Ink& ink = m_inks.ops[static_cast<std::size_t>(stretch.category)][0];
        // Below the line of air that keeps the rows apart.
        const QRect bar(box.left, place.top + 1, box.right - box.left, place.height - 1);
        painter.setPen(QColor(ink.outline));
        painter.drawRect(bar.adjusted(box.cutLeft ? -1 : 0, 0, box.cutRight ? 0 : -1, -1));
        painter.setPen(QColor(ink.text));
        drawName(painter, bar.adjusted(3, 0, -3, 0), work.shortNameOf(kernels[stretch.item]));
    }
}

void KernelRaster::drawName(QPainter& painter, const QRect& box, const std::string& name) const
{
    if (!m_font)
        return;
    const QFontMetrics metrics(*m_font);
    if (metrics.height() > box.height() + 3
        || box.width() < kLeastLabel * metrics.averageCharWidth())
        return;
    painter.setFont(*m_font);
    painter.drawText(box, Qt::AlignVCenter | Qt::AlignLeft,
                     metrics.elidedText(QString::fromStdString(name), Qt::ElideRight, box.width()));
}

} // namespace gui
