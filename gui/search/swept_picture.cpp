#include "gui/search/swept_picture.h"

#include "gui/estimate/verdict_text.h"
#include "gui/search/sweep_fields.h"

#include <algorithm>

namespace gui {
namespace {

std::size_t curvesOf(const SweepAnswer& answer)
{
    return answer.fields.size() > 1 ? answer.fields[1].values.size() : 1;
}

bool areNumbers(const std::vector<std::string>& words)
{
    return std::all_of(words.begin(), words.end(), [](const std::string& word) {
        bool isNumber = false;
        QString::fromStdString(word).toDouble(&isNumber);
        return isNumber;
    });
}

} // namespace

SweepPicture sweptPicture(const SweepAnswer& answer,
                          const std::function<double(const strategy::SweepNumbers&)>& height)
{
    SweepPicture picture;
    const auto& fields = answer.fields;
    if (fields.empty())
        return picture;
    picture.field = sweepLabel(QString::fromStdString(fields[0].key));
    for (const std::string& value : fields[0].values)
        picture.values << QString::fromStdString(value);
    const bool two = fields.size() > 1;
    const std::size_t curves = curvesOf(answer);
    picture.curves.resize(curves);
    if (two) {
        picture.other = sweepLabel(QString::fromStdString(fields[1].key));
        picture.ordered = areNumbers(fields[1].values);
        for (std::size_t i = 0; i < curves; ++i)
            picture.curves[i].name = QString::fromStdString(fields[1].values[i]);
    }
    for (std::size_t row = 0; row < answer.rows.size(); ++row) { // the second changes fastest
        const auto& numbers = answer.rows[row].numbers;
        picture.curves[row % curves].points.push_back(
            numbers ? std::optional(SweepPoint{height(*numbers), numbers->fits}) : std::nullopt);
    }
    const auto placeOf = [&answer](std::size_t field) {
        return answer.present[field] ? static_cast<int>(*answer.present[field]) : -1;
    };
    picture.present = {.value = placeOf(0), .curve = two ? placeOf(1) : 0};
    return picture;
}

void addIntervals(SweepPicture& picture, const SweepAnswer& answer)
{
    for (std::size_t row = 0; row < answer.rows.size(); ++row) {
        const SweepCell cell = cellOf(answer, static_cast<int>(row));
        auto& points = picture.curves[static_cast<std::size_t>(cell.curve)].points;
        auto& point = points[static_cast<std::size_t>(cell.value)];
        const auto& numbers = answer.rows[row].numbers;
        if (point && numbers && numbers->interval)
            point->interval = intervalText(*numbers->interval);
    }
}

std::size_t rowOf(const SweepAnswer& answer, SweepCell cell)
{
    return static_cast<std::size_t>(cell.value) * curvesOf(answer)
        + static_cast<std::size_t>(cell.curve);
}

SweepCell cellOf(const SweepAnswer& answer, int row)
{
    const int curves = static_cast<int>(curvesOf(answer));
    return {.value = row / curves, .curve = row % curves};
}

} // namespace gui
