// Letters and digits ready to be put into an image, for the labels in boxes: a
// picture holds thousands of them, too many to set as text each time.

#pragma once

#include <QFont>
#include <QRgb>

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace gui {

// Immutable once made; any thread. A default one has no glyphs, and draws nothing.
class Glyphs {
public:
    Glyphs() = default;

    // Of the digits, the letters of ops, and ".c" for chunks, whose point is drawn in the middle;
    // in `font`, `scale` device pixels a pixel. GUI thread only.
    Glyphs(const QFont& font, double scale);

    int height() const { return m_height; } // device pixels, as are all lengths here
    // Characters without a glyph count for nothing, and are left out when drawn.
    int width(std::string_view text) const;

    // Blends `text` in `colour` into rows of `stride` pixels, its top left corner at
    // `topLeft`. Precondition: it fits there.
    void draw(QRgb* topLeft, std::ptrdiff_t stride, std::string_view text, QRgb colour) const;

private:
    struct Glyph {
        int width = 0;
        std::vector<std::uint8_t> cover; // [row * width + column]
    };

    const Glyph* glyph(char character) const; // null: there is none

    std::array<Glyph, 16> m_glyphs;
    int m_height = 0;
};

} // namespace gui
