// What is painted on it becomes an SVG file. Unlike QSvgGenerator's, its text is outlines, so that
// the picture is the same where the font is missing; clips are kept, and the rectangles of one call
// are one path, so that a picture of many boxes stays small.

#pragma once

#include <QByteArray>
#include <QPaintDevice>
#include <QSizeF>
#include <QString>

#include <memory>

namespace gui {

class SvgEngine;

// Paint on it once, then take the file. Gradients and textures are drawn in one colour.
class SvgPaper : public QPaintDevice {
public:
    // `size` is in units (figure.h), and is what the file says of itself in inches. `title` may be
    // any text.
    SvgPaper(QSizeF size, QString title);
    ~SvgPaper() override;

    QPaintEngine* paintEngine() const override;

    // Whole once the painter has ended.
    QByteArray file() const;

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    QSizeF m_size;
    QString m_title;
    std::unique_ptr<SvgEngine> m_engine;
};

} // namespace gui
