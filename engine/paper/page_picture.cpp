#include "engine/paper/page_picture.h"

#include <algorithm>

namespace paper {

PagePicture::PagePicture(Owned<RsvgHandle> picture, double width, double height)
    : m_picture(std::move(picture))
    , m_width(width)
    , m_height(height)
{
}

plan::Result<PagePicture> PagePicture::make(const std::string& svg)
{
    GError* failure = nullptr;
    // Without an address of its own, a picture may refer to no file.
    Owned<RsvgHandle> picture(rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()),
                                                        svg.size(), &failure));
    const Owned<GError> error(failure);
    double width = 0;
    double height = 0;
    if (picture == nullptr)
        return plan::Error{std::string("a picture cannot be read: ") + error->message};
    if (!rsvg_handle_get_intrinsic_size_in_pixels(picture.get(), &width, &height) || !(width > 0)
        || !(height > 0))
        return plan::Error{"a picture has no size"};
    return PagePicture(std::move(picture), width, height);
}

PagePicture::Size PagePicture::within(double width, double highest) const
{
    const double scale = std::min(width / m_width, highest / m_height);
    return {m_width * scale, m_height * scale};
}

void PagePicture::draw(cairo_t* cairo, double x, double y, Size size) const
{
    const RsvgRectangle place{x, y, size.width, size.height};
    // What goes wrong here, as where memory ends, is told by the surface.
    rsvg_handle_render_document(m_picture.get(), cairo, &place, nullptr);
}

} // namespace paper
