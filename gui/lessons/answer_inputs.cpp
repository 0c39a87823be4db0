#include "gui/lessons/answer_inputs.h"

#include "gui/theme/metrics.h"

#include <QVBoxLayout>

#include <cmath>

namespace gui {

QVBoxLayout* inputColumn(QWidget* widget)
{
    auto* column = new QVBoxLayout(widget);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(metrics().space(2));
    return column;
}

std::optional<double> typedNumber(const QString& text)
{
    bool isNumber = false;
    const double number
        = text.trimmed().replace(QLatin1Char(','), QLatin1Char('.')).toDouble(&isNumber);
    return isNumber && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

QString unitName(lesson::Unit unit)
{
    const std::string_view name = lesson::toText(unit);
    return QString::fromUtf8(name.data(), qsizetype(name.size()));
}

QString numberInAnswer(double number) { return QString::number(number, 'g', 4); }

} // namespace gui
