#include "gui/lecture/lecture_sizes.h"

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

constexpr double kLectureWidth = 1280;
constexpr double kLectureHeight = 720;
constexpr double kLeastLectureScale = 0.25; // of a window that has no size yet

} // namespace

LectureSizes::LectureSizes(QSize window)
    : m_scale(std::max(kLeastLectureScale,
                       std::min(window.width() / kLectureWidth, window.height() / kLectureHeight)))
{
}

int LectureSizes::px(double pixels) const
{
    const int rounded = static_cast<int>(std::lround(pixels * m_scale));
    return pixels > 0 ? std::max(1, rounded) : rounded;
}

QFont LectureSizes::font(const QFont& family, double pixels, QFont::Weight weight) const
{
    QFont sized = family;
    sized.setPixelSize(px(pixels));
    sized.setWeight(weight);
    return sized;
}

} // namespace gui
