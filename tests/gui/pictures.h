// Pictures as pixels.

#pragma once

#include <QImage>
#include <QPainter>
#include <QSvgRenderer>

namespace gui::test {

// What of the picture is not paper.
inline int inked(const QImage& image)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            count += qGray(image.pixel(x, y)) < 250;
    return count;
}

inline QImage renderedSvg(const QByteArray& svg, int width)
{
    QSvgRenderer renderer(svg);
    const QSizeF size = renderer.viewBoxF().size();
    QImage image(width, static_cast<int>(width * size.height() / size.width()),
                 QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    renderer.render(&painter);
    return image;
}

} // namespace gui::test
