// What the keys do in a lecture, over all of it. Internal to this folder.

#pragma once

#include "gui/lecture/lecture_sizes.h"

#include <QWidget>

class QGridLayout;

namespace gui {

class KeyCard : public QWidget {
    Q_OBJECT
public:
    explicit KeyCard(QWidget* parent);

    void setSizes(const LectureSizes& sizes);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    QGridLayout* m_rows;
    LectureSizes m_sizes{QSize()};
};

} // namespace gui
