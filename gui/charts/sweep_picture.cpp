#include "gui/charts/sweep_picture.h"

#include "gui/text/joined.h"
#include "gui/text/number_format.h"

#include <QCoreApplication>

#include <algorithm>

namespace gui {
namespace {

QString pictureWords(const char* source) { return QCoreApplication::translate("Sweep", source); }

} // namespace

const SweepPoint* SweepPicture::at(SweepCell cell) const
{
    const auto curve = static_cast<std::size_t>(cell.curve);
    const auto value = static_cast<std::size_t>(cell.value);
    if (!cell.isSomewhere() || curve >= curves.size() || value >= curves[curve].points.size())
        return nullptr;
    const auto& point = curves[curve].points[value];
    return point ? &*point : nullptr;
}

bool SweepPicture::isEmpty() const
{
    return std::none_of(curves.begin(), curves.end(), [](const SweepCurve& curve) {
        return std::any_of(curve.points.begin(), curve.points.end(),
                           [](const auto& point) { return point.has_value(); });
    });
}

QString SweepPicture::headline() const
{
    std::vector<double> heights;
    for (const SweepCurve& curve : curves)
        for (const auto& point : curve.points)
            if (point)
                heights.push_back(point->height);
    if (heights.empty())
        return {};
    const auto [least, most] = std::minmax_element(heights.begin(), heights.end());
    return pictureWords(QT_TRANSLATE_NOOP("Sweep", "%1: %2 to %3"))
        .arg(title, threeDigits(*least), threeDigits(*most));
}

QString SweepPicture::tipOf(SweepCell cell) const
{
    if (!cell.isSomewhere() || cell.value >= values.size()
        || static_cast<std::size_t>(cell.curve) >= curves.size())
        return {};
    QStringList lines{labelled(field, values[cell.value])};
    if (!other.isEmpty())
        lines << labelled(other, curves[static_cast<std::size_t>(cell.curve)].name);
    const SweepPoint* point = at(cell);
    lines << (point ? labelled(title, threeDigits(point->height))
                    : pictureWords(QT_TRANSLATE_NOOP("Sweep", "no such strategy")));
    if (point && !point->interval.isEmpty())
        lines << labelled(pictureWords(QT_TRANSLATE_NOOP("Sweep", "80 % interval")),
                          point->interval);
    if (point && !point->fits)
        lines << pictureWords(QT_TRANSLATE_NOOP("Sweep", "does not fit"));
    if (cell == present)
        lines << pictureWords(QT_TRANSLATE_NOOP("Sweep", "the strategy as it is"));
    return lines.join(QLatin1Char('\n'));
}

} // namespace gui
