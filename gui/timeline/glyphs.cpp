#include "gui/timeline/glyphs.h"

#include <QFontMetricsF>
#include <QImage>
#include <QPainter>

#include <cmath>

namespace gui {
namespace {

constexpr std::string_view kCharacters = "0123456789FBIW.c";
constexpr QChar kMiddlePoint(0x00b7); // what '.' is drawn as

// All of `character` but its ink cut off above and below, so that labels sit in the
// middle of their boxes: none of the characters is taller than a capital or goes below the line.
QImage paint(const QFont& font, QChar character, double scale, int width, int height)
{
    QImage image(width, height, QImage::Format_Grayscale8);
    image.fill(0);
    QPainter painter(&image);
    painter.scale(scale, scale);
    painter.setFont(font);
    painter.setPen(Qt::white);
    painter.drawText(QPointF(0, std::round(QFontMetricsF(font).capHeight() * scale) / scale),
                     QString(character));
    return image;
}

// Red and blue at once, then green: `cover` / 256 of `over`, the rest of `under`.
QRgb blend(QRgb under, QRgb over, std::uint32_t cover)
{
    const std::uint32_t rest = 256 - cover;
    const std::uint32_t redBlue = (over & 0xff00ffU) * cover + (under & 0xff00ffU) * rest;
    const std::uint32_t green = (over & 0x00ff00U) * cover + (under & 0x00ff00U) * rest;
    return 0xff000000U | ((redBlue >> 8) & 0xff00ffU) | ((green >> 8) & 0x00ff00U);
}

} // namespace

Glyphs::Glyphs(const QFont& font, double scale)
{
    const QFontMetricsF metrics(font);
    m_height = static_cast<int>(std::round(metrics.capHeight() * scale)) + 1;
    for (std::size_t i = 0; i < kCharacters.size(); ++i) {
        const QChar character = kCharacters[i] == '.' ? kMiddlePoint : QChar(kCharacters[i]);
        Glyph& glyph = m_glyphs[i];
        glyph.width = std::max(
            1, static_cast<int>(std::round(metrics.horizontalAdvance(character) * scale)));
        const QImage image = paint(font, character, scale, glyph.width, m_height);
        for (int y = 0; y < m_height; ++y)
            glyph.cover.insert(glyph.cover.end(), image.constScanLine(y),
                               image.constScanLine(y) + glyph.width);
    }
}

const Glyphs::Glyph* Glyphs::glyph(char character) const
{
    const std::size_t at = kCharacters.find(character);
    return at == std::string_view::npos || m_height == 0 ? nullptr : &m_glyphs[at];
}

int Glyphs::width(std::string_view text) const
{
    int width = 0;
    for (const char character : text)
        if (const Glyph* each = glyph(character))
            width += each->width;
    return width;
}

void Glyphs::draw(QRgb* topLeft, std::ptrdiff_t stride, std::string_view text, QRgb colour) const
{
    for (const char character : text) {
        const Glyph* each = glyph(character);
        if (!each)
            continue;
        const std::uint8_t* cover = each->cover.data();
        for (int y = 0; y < m_height; ++y) {
            QRgb* row = topLeft + y * stride;
            for (int x = 0; x < each->width; ++x, ++cover)
                row[x] = blend(row[x], colour, *cover + (*cover >> 7)); // 255 counts as whole
        }
        topLeft += each->width;
    }
}

} // namespace gui
