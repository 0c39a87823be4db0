// Puts a rank's kernels into an image: a row for each kind of work, in which a column is filled as
// far as kernels ran in its time, and a kernel that is wide enough is a box with its name.

#pragma once

#include "gui/timeline/columns.h"
#include "gui/timeline/inks.h"
#include "gui/timeline/kernel_lane.h"
#include "gui/timeline/raster.h"

#include <QFont>
#include <QImage>

#include <optional>

class QPainter;

namespace gui {

// Where the rows of a lane are, from above: the first takes half of it. Heights of 0 where there is
// no room.
std::array<RowPlace, kKernelKinds> kernelRows(const RowPlace& lane);

// A font of a widget as a picture has it that knows nothing of points; `scale`: device pixels a
// pixel.
QFont inDevicePixels(QFont font, double scale);

// Stretches of one row as the columns were laid out from: `item` is an index of the kernels.
class KernelRaster {
public:
    // Both must outlive it. `font`: of the names, in device pixels; none: no names.
    KernelRaster(const Inks& inks, RowRaster& raster, std::optional<QFont> font);

    // One row, over the whole width of the image, clipped to it.
    void draw(QImage& image, const RowPlace& place, const Columns& columns,
              std::span<const Stretch> stretches, const std::vector<Kernel>& kernels,
              const KernelWork& work, const TimeAxis& axis);

private:
    // Nothing where there is no room for a few letters.
    void drawName(QPainter& painter, const QRect& box, const std::string& name) const;

    const Inks& m_inks;
    RowRaster& m_raster;
    std::optional<QFont> m_font;
};

} // namespace gui
