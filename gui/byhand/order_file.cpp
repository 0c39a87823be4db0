#include "gui/byhand/order_file.h"

#include "engine/plan/validate/validate.h"
#include "engine/strategy/custom_schedule.h"
#include "gui/text/engine_text.h"

#include <QCoreApplication>

#include <utility>

namespace gui {

OrderFile readOrderFile(const QString& path)
{
    const auto file = strategy::readScheduleCsv(path.toStdString());
    if (!file)
        return {.problem = engineText(file.error().message)};
    if (const auto wrong = plan::violations(file->schedule, 1); !wrong.empty())
        return {.problem = engineText(file->placed(wrong.front()))};
    strategy::OrderRows rows = strategy::orderRows(file->schedule);
    if (rows.bytes() > strategy::kMaxOrderBytes)
        return {.problem
                = QCoreApplication::translate(
                      "gui::OrderEdit",
                      "%1 holds an order of over %2, more than a strategy takes in; "
                      "write the file's name into the strategy, as schedule.file")
                      .arg(path, QStringLiteral("%1 MiB").arg(strategy::kMaxOrderBytes >> 20))};
    return {.problem = {}, .shape = file->schedule.shape, .rows = std::move(rows)};
}

} // namespace gui
