// Objects of GLib, cairo and pango that end with their scope. Internal to this folder.

#pragma once

#include <cairo.h>
#include <librsvg/rsvg.h>
#include <pango/pango.h>

#include <memory>

namespace paper {

struct Release {
    void operator()(cairo_t* cairo) const { cairo_destroy(cairo); }
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
    void operator()(PangoFontDescription* font) const { pango_font_description_free(font); }
    void operator()(PangoLayout* layout) const { g_object_unref(layout); }
    void operator()(RsvgHandle* picture) const { g_object_unref(picture); }
    void operator()(GError* error) const { g_error_free(error); }
    void operator()(char* text) const { g_free(text); }
};

template <class Object>
using Owned = std::unique_ptr<Object, Release>;

} // namespace paper
