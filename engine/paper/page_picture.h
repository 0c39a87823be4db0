// An SVG picture that can be drawn onto a page. Internal to this folder.

#pragma once

#include "engine/paper/owner.h"
#include "engine/plan/result.h"

#include <string>

namespace paper {

class PagePicture {
public:
    // It fetches nothing: what it refers to outside of itself is left out.
    static plan::Result<PagePicture> make(const std::string& svg);

    // In points, as wide as `width` but no higher than `highest`.
    struct Size {
        double width = 0;
        double height = 0;
    };
    Size within(double width, double highest) const;

    void draw(cairo_t* cairo, double x, double y, Size size) const;

private:
    explicit PagePicture(Owned<RsvgHandle> picture, double width, double height);

    Owned<RsvgHandle> m_picture;
    double m_width; // px
    double m_height;
};

} // namespace paper
