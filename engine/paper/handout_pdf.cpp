#include "engine/paper/handout_pdf.h"

#include "engine/paper/handout_items.h"
#include "engine/paper/page_text.h"

#include <cairo-pdf.h>
#include <fmt/format.h>

namespace paper {
namespace {

constexpr TextStyle kEdge{.size = 8, .grey = 0.35};
constexpr double kEdgeGap = 18; // from the text to what stands over and under it

cairo_status_t append(void* bytes, const unsigned char* data, unsigned int length)
{
    static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), length);
    return CAIRO_STATUS_SUCCESS;
}

// A file without a time: the same blocks are the same bytes.
Owned<cairo_surface_t> surfaceInto(std::string& bytes, const std::string& title)
{
    Owned<cairo_surface_t> surface(
        cairo_pdf_surface_create_for_stream(append, &bytes, kPageWidth, kPageHeight));
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, title.c_str());
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATOR, "Bubblescope");
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "");
    return surface;
}

} // namespace

plan::Result<Pdf> handoutPdf(const std::vector<lesson::HandoutBlock>& blocks,
                             const std::string& title, lesson::Language language)
{
    Pdf pdf;
    const Owned<cairo_surface_t> surface = surfaceInto(pdf.bytes, title);
    const Owned<cairo_t> cairo(cairo_create(surface.get()));
    const auto items = itemsOf(blocks, cairo.get());
    if (!items)
        return items.error();
    const auto pages = pagesOf(*items, kTextHeight);
    const PageText head(cairo.get(), title, kEdge, language, kTextWidth);
    if (head.missing() > 0)
        return missingLetters(title);
    for (std::size_t page = 0; page < pages.size(); ++page) {
        for (const Placed& placed : pages[page])
            (*items)[placed.item].draw(kMargin + placed.y);
        if (page > 0)
            head.drawLine(0, kMargin, kMargin - kEdgeGap - head.lineHeight());
        const PageText foot(cairo.get(), fmt::format("{} / {}", page + 1, pages.size()), kEdge,
                            language, kTextWidth);
        foot.drawLine(0, kPageWidth - kMargin - foot.width(), kPageHeight - kMargin + kEdgeGap);
        cairo_show_page(cairo.get());
    }
    pdf.pages = int(pages.size());
    cairo_surface_finish(surface.get());
    for (const cairo_status_t status :
         {cairo_status(cairo.get()), cairo_surface_status(surface.get())})
        if (status != CAIRO_STATUS_SUCCESS)
            return plan::Error{
                fmt::format("the pages cannot be drawn: {}", cairo_status_to_string(status))};
    return pdf;
}

} // namespace paper
