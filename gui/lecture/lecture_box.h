// A rounded box on the ground of a lecture. Internal to this folder.

#pragma once

#include "gui/lecture/lecture_sizes.h"

#include <QWidget>

namespace gui {

class LectureBox : public QWidget {
    Q_OBJECT
public:
    explicit LectureBox(QWidget* parent = nullptr);

    void setSizes(const LectureSizes& sizes);
    // Its frame says that what stands on it is right; not by its colour alone, which not everybody
    // tells.
    void setRight(bool right);
    bool isRight() const { return m_isRight; }

protected:
    const LectureSizes& sizes() const { return m_sizes; }
    void paintEvent(QPaintEvent* event) override;

private:
    LectureSizes m_sizes{QSize()};
    bool m_isRight = false;
};

} // namespace gui
