#include "gui/lecture/lecture_box.h"

#include "gui/theme/theme.h"

#include <QPainter>

namespace gui {
namespace {

constexpr double kBoxCorner = 8; // pixels of 1280 × 720, as are all here
constexpr double kBoxFrame = 1.5;
constexpr double kRightFrame = 4;

} // namespace

LectureBox::LectureBox(QWidget* parent)
    : QWidget(parent)
{
}

void LectureBox::setSizes(const LectureSizes& sizes)
{
    m_sizes = sizes;
    update();
}

void LectureBox::setRight(bool right)
{
    m_isRight = right;
    update();
}

void LectureBox::paintEvent(QPaintEvent*)
{
    const Theme& theme = themeFor(palette());
    const double frame = m_sizes.px(m_isRight ? kRightFrame : kBoxFrame);
    const QRectF box = QRectF(rect()).adjusted(frame / 2, frame / 2, -frame / 2, -frame / 2);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_isRight ? theme.good : theme.border, frame));
    painter.setBrush(theme.panel);
    painter.drawRoundedRect(box, m_sizes.px(kBoxCorner), m_sizes.px(kBoxCorner));
}

} // namespace gui
