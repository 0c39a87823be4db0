#include "gui/stepviews/state_bars.h"

#include "engine/plan/program.h"
#include "gui/timeline/category.h"
#include "gui/timeline/inks.h"

#include <algorithm>
#include <array>
#include <map>

namespace gui {
namespace {

// Of two ranks, the lower one first: what it sends, and what it gets.
using BothWays = std::array<std::size_t, 2>;

std::map<std::pair<int, int>, BothWays> messagesByPair(const plan::Schedule& schedule)
{
    std::map<std::pair<int, int>, BothWays> pairs;
    const std::vector<plan::Program> programs = plan::lower(schedule);
    for (int rank = 0; rank < int(programs.size()); ++rank)
        for (const plan::Instruction& one : programs[std::size_t(rank)])
            if (one.kind == plan::Instruction::Kind::Send)
                ++pairs[std::minmax(rank, one.peer)][rank < one.peer ? 0 : 1];
    return pairs;
}

} // namespace

BarPicture messageBars(const lesson::Planned& planned, const ViewOptions& options)
{
    const auto pairs = messagesByPair(planned.schedule());
    BarPicture picture{
        .kinds = {{.name = BarRows::tr("to the rank with the higher number"),
                   .letter = QStringLiteral("→"),
                   .colour = [](const Theme& theme) { return colourOf(theme, Category::Forward); }},
                  {.name = BarRows::tr("to the one with the lower number"),
                   .letter = QStringLiteral("←"),
                   .colour = [](const Theme& theme) { return colourOf(theme, Category::Backward); },
                   .pattern = Qt::BDiagPattern}},
        .rows = {}};
    for (const auto& [ranks, counts] : pairs) {
        const std::size_t both = counts[0] + counts[1];
        picture.extent = std::max(picture.extent, double(both));
        if (picture.rows.size() == std::size_t(kMostBarRows))
            continue;
        picture.rows.push_back(
            {.name = BarRows::tr("%1 ↔ %2").arg(ranks.first).arg(ranks.second),
             .pieces = {double(counts[0]), double(counts[1])},
             .value = QString::number(both),
             .description = BarRows::tr("rank %1 sends %2 messages to rank %3, and gets %4")
                                .arg(ranks.first)
                                .arg(counts[0])
                                .arg(ranks.second)
                                .arg(counts[1])});
    }
    if (options.covered)
        cover(picture);
    else
        picture.foot = BarRows::tr("%1 messages in a step").arg(planned.row().transfers);
    return picture;
}

} // namespace gui
