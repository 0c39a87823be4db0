#include "engine/paper/page_text.h"

#include <pango/pangocairo.h>

namespace paper {
namespace {

// Those of the pictures, then what has Chinese; fontconfig puts others in their place.
constexpr const char* kSans = "Helvetica, Arial, Noto Sans CJK SC, DejaVu Sans, sans-serif";
constexpr const char* kMono = "DejaVu Sans Mono, monospace";

// Of a text that is not UTF-8 what is.
std::string valid(const std::string& text)
{
    const Owned<char> made(g_utf8_make_valid(text.data(), gssize(text.size())));
    return made.get();
}

} // namespace

PageText::PageText(cairo_t* cairo, const std::string& text, const TextStyle& style,
                   lesson::Language language, double width)
    : m_cairo(cairo)
    , m_style(style)
    , m_text(valid(text))
    , m_layout(pango_cairo_create_layout(cairo))
{
    PangoLayout* layout = m_layout.get();
    PangoContext* context = pango_layout_get_context(layout);
    pango_context_set_round_glyph_positions(context, FALSE);
    pango_context_set_language(
        context,
        pango_language_from_string(language == lesson::Language::Chinese ? "zh-cn" : "en"));
    const Owned<PangoFontDescription> font(
        pango_font_description_from_string(style.mono ? kMono : kSans));
    pango_font_description_set_weight(font.get(),
                                      style.bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_font_description_set_absolute_size(font.get(), style.size * PANGO_SCALE);
    pango_layout_set_font_description(layout, font.get());
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_width(layout, int(width * PANGO_SCALE));
    pango_layout_set_text(layout, m_text.data(), int(m_text.size()));
}

int PageText::lines() const { return pango_layout_get_line_count(m_layout.get()); }

double PageText::width() const
{
    PangoRectangle box{};
    pango_layout_get_extents(m_layout.get(), nullptr, &box);
    return double(box.x + box.width) / PANGO_SCALE;
}

int PageText::missing() const { return pango_layout_get_unknown_glyphs_count(m_layout.get()); }

void PageText::drawLine(int line, double x, double y) const
{
    // Lines stand as far apart in every font, with their letters a third of the way over the foot.
    const double base = y + lineHeight() / 2 + m_style.size * 0.35;
    cairo_set_source_rgb(m_cairo, m_style.grey, m_style.grey, m_style.grey);
    cairo_move_to(m_cairo, x, base);
    pango_cairo_show_layout_line(m_cairo, pango_layout_get_line_readonly(m_layout.get(), line));
}

} // namespace paper
