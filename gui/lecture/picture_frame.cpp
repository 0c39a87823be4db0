#include "gui/lecture/picture_frame.h"

namespace gui {
namespace {

constexpr double kPictureShare = 0.58; // of the width, where something stands beside it

} // namespace

void PictureFrame::setShown(QWidget* picture, QWidget* beside)
{
    m_picture = picture;
    m_beside = beside;
    for (QWidget* child : findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
        child->setVisible(child == picture || child == beside);
    place();
}

void PictureFrame::resizeEvent(QResizeEvent*) { place(); }

void PictureFrame::place()
{
    const int left = !m_picture ? 0 : !m_beside ? width() : int(width() * kPictureShare);
    if (m_picture)
        m_picture->setGeometry(0, 0, left, height());
    if (m_beside)
        m_beside->setGeometry(left, 0, width() - left, height());
}

} // namespace gui
