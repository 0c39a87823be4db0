#include "gui/search/sweep_picture.h"

#include "gui/search/sweep_fields.h"

namespace gui {

SweepPicture sweepPicture(const std::vector<strategy::SweptField>& fields,
                          const std::vector<strategy::SweepRow>& rows,
                          const std::function<double(const strategy::SweepNumbers&)>& height)
{
    SweepPicture picture;
    if (fields.empty())
        return picture;
    picture.field = sweepLabel(QString::fromStdString(fields[0].key));
    for (const std::string& value : fields[0].values)
        picture.values << QString::fromStdString(value);
    const bool two = fields.size() > 1;
    if (two)
        picture.other = sweepLabel(QString::fromStdString(fields[1].key));
    const std::size_t curves = two ? fields[1].values.size() : 1;
    picture.curves.resize(curves);
    for (std::size_t i = 0; two && i < curves; ++i)
        picture.curves[i].name = QString::fromStdString(fields[1].values[i]);
    for (std::size_t row = 0; row < rows.size(); ++row) { // the second field changes fastest
        const auto& numbers = rows[row].numbers;
        picture.curves[row % curves].points.push_back(
            numbers ? std::optional(SweepPoint{height(*numbers), numbers->fits}) : std::nullopt);
    }
    return picture;
}

} // namespace gui
