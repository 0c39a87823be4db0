// The place of the pictures of a lecture. Internal to this folder.

#pragma once

#include <QWidget>

namespace gui {

// Gives all of its place to those of its children that are shown, and asks for none: words go
// first, whatever a picture would like.
class PictureFrame : public QWidget {
public:
    // A picture, and what stands beside it in less room; either may be null. Others are hidden.
    void setShown(QWidget* picture, QWidget* beside);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void place();

    QWidget* m_picture = nullptr;
    QWidget* m_beside = nullptr;
};

} // namespace gui
