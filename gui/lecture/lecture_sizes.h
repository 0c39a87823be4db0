// Lengths of a lecture. They are those of a projector's 1280 × 720 pixels and grow with the window,
// whatever scale the program has: who sits in the last row cannot choose one.

#pragma once

#include <QFont>
#include <QSize>

namespace gui {

inline constexpr int kLectureSmall = 24;   // the least type, at 1280 × 720
inline constexpr int kLectureLetters = 20; // of ops in the picture, likewise

class LectureSizes {
public:
    explicit LectureSizes(QSize window);

    // That many pixels of 1280 × 720, rounded; at least 1 where `pixels` is more than 0.
    int px(double pixels) const;
    QFont font(const QFont& family, double pixels, QFont::Weight weight = QFont::Normal) const;

    bool operator==(const LectureSizes&) const = default;

private:
    double m_scale;
};

} // namespace gui
