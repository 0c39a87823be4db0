// A sheet of paper with a figure on it.

#pragma once

#include <QImage>
#include <QWidget>

namespace gui {

class FigurePreview : public QWidget {
    Q_OBJECT
public:
    explicit FigurePreview(QWidget* parent = nullptr);

    void setImage(const QImage& image);
    const QImage& image() const { return m_image; }

    // How many device pixels there are for a figure.
    QSizeF room() const;

    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QImage m_image;
};

} // namespace gui
