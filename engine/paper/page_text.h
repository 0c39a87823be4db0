// A paragraph set in a font, line by line. Internal to this folder.

#pragma once

#include "engine/lesson/text.h"
#include "engine/paper/owner.h"

#include <string>

namespace paper {

// In points, as all lengths here: 1/72 inch.
struct TextStyle {
    double size = 10.5;
    bool bold = false;
    bool mono = false;
    double grey = 0.07;       // 0 is black
    double lineHeight = 1.35; // of the size
};

class PageText {
public:
    // `cairo` is what it is measured for, and drawn on, and must outlive it. `width`: of its lines.
    PageText(cairo_t* cairo, const std::string& text, const TextStyle& style,
             lesson::Language language, double width);

    int lines() const;
    double lineHeight() const { return m_style.size * m_style.lineHeight; }
    // Of the widest line.
    double width() const;
    // Letters that no font has.
    int missing() const;
    const std::string& text() const { return m_text; }

    // `y`: the top of the line.
    void drawLine(int line, double x, double y) const;

private:
    cairo_t* m_cairo;
    TextStyle m_style;
    std::string m_text;
    Owned<PangoLayout> m_layout;
};

} // namespace paper
