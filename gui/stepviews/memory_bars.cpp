#include "gui/stepviews/state_bars.h"

#include "gui/text/joined.h"
#include "gui/text/number_format.h"

#include <algorithm>
#include <numeric>

namespace gui {
namespace {

constexpr double kOverLimit = 1.05; // room behind the line of the device's memory

std::vector<BarKind> memoryKinds()
{
    const auto colour = [](std::size_t kind) {
        return [kind](const Theme& theme) { return theme.memory[kind]; };
    };
    return {{.name = BarRows::tr("weights"), .letter = BarRows::tr("W"), .colour = colour(0)},
            {.name = BarRows::tr("gradients"),
             .letter = BarRows::tr("G"),
             .colour = colour(1),
             .pattern = Qt::BDiagPattern},
            {.name = BarRows::tr("optimizer"),
             .letter = BarRows::tr("O"),
             .colour = colour(2),
             .pattern = Qt::HorPattern},
            {.name = BarRows::tr("activations"),
             .letter = BarRows::tr("A"),
             .colour = colour(3),
             .pattern = Qt::FDiagPattern},
            {.name = BarRows::tr("other"),
             .letter = {},
             .colour = colour(4),
             .pattern = Qt::Dense6Pattern}};
}

// The first ones, with the fullest among them.
std::vector<int> shownMemoryRanks(int ranks, int fullest)
{
    std::vector<int> shown(std::size_t(std::min(ranks, kMostBarRows)));
    std::iota(shown.begin(), shown.end(), 0);
    if (fullest >= kMostBarRows)
        shown.back() = fullest;
    return shown;
}

QString ranksLeftOut(int ranks)
{
    return ranks <= kMostBarRows
        ? QString()
        : BarRows::tr("%1 more ranks are not drawn.").arg(ranks - kMostBarRows);
}

BarPicture estimatedMemory(const strategy::Estimate& estimate)
{
    BarPicture picture{.kinds = memoryKinds(), .rows = {}};
    const int fullest = int(estimate.fullestRank);
    for (const int rank : shownMemoryRanks(int(estimate.memory.size()), fullest)) {
        const plan::RankMemory& held = estimate.memory[std::size_t(rank)];
        BarRow row{.name = BarRows::tr("rank %1").arg(rank),
                   .pieces
                   = {held.weights, held.gradients, held.optimizer, held.activations, held.other()},
                   .value = bytesText(held.peak()),
                   .remark = rank == fullest && estimate.memory.size() > 1
                       ? BarRows::tr("◀ fullest")
                       : QString(),
                   .rank = rank};
        QStringList parts;
        for (std::size_t kind = 0; kind < picture.kinds.size(); ++kind)
            parts += labelled(picture.kinds[kind].name, bytesText(row.pieces[kind]));
        row.description = parts.join(QLatin1Char('\n'));
        picture.extent = std::max(picture.extent, held.peak());
        picture.rows.push_back(std::move(row));
    }
    picture.limit = estimate.memoryLimit;
    picture.limitName = BarRows::tr("device: %1").arg(bytesText(estimate.memoryLimit));
    picture.extent = std::max(picture.extent, picture.limit * kOverLimit);
    picture.foot = ranksLeftOut(int(estimate.memory.size()));
    return picture;
}

BarPicture inFlight(const lesson::Planned& planned)
{
    const plan::ComparisonRow& row = planned.row();
    BarPicture picture{
        .kinds = {{.name = row.shape.chunks > 1
                       ? BarRows::tr("a microbatch of a stage that is in flight, at the most")
                       : BarRows::tr("a microbatch that is in flight, at the most"),
                   .letter = BarRows::tr("A"),
                   .colour = [](const Theme& theme) { return theme.memory[3]; },
                   .pattern = Qt::FDiagPattern}},
        .rows = {},
        .counted = true};
    const auto most = std::max_element(row.peakInFlight.begin(), row.peakInFlight.end());
    const int fullest = int(most - row.peakInFlight.begin());
    for (const int rank : shownMemoryRanks(int(row.peakInFlight.size()), fullest)) {
        const int held = row.peakInFlight[std::size_t(rank)];
        picture.rows.push_back({.name = BarRows::tr("rank %1").arg(rank),
                                .pieces = {double(held)},
                                .value = QString::number(held),
                                .remark = held == *most ? BarRows::tr("◀ most") : QString(),
                                .description = BarRows::tr("in flight at the most: %1").arg(held),
                                .rank = rank});
        picture.extent = std::max(picture.extent, double(held));
    }
    picture.foot = ranksLeftOut(int(row.peakInFlight.size()));
    return picture;
}

} // namespace

BarPicture memoryBars(const lesson::Planned& planned, const ViewOptions& options)
{
    const strategy::Estimate* estimate = planned.estimate();
    BarPicture picture = estimate ? estimatedMemory(*estimate) : inFlight(planned);
    if (options.covered)
        cover(picture);
    return picture;
}

void cover(BarPicture& picture)
{
    picture.covered = true;
    // The line of the device stands where it stood if nothing crossed it.
    picture.extent = picture.limit > 0 ? picture.limit * kOverLimit : 1;
    for (BarRow& row : picture.rows) {
        row.pieces.clear();
        row.value.clear();
        row.remark.clear();
        row.description.clear();
    }
    for (BarKind& kind : picture.kinds)
        kind.cells.clear();
    picture.columns.clear();
}

void shareScale(std::vector<BarPicture>& pictures)
{
    double extent = 0;
    for (const BarPicture& picture : pictures)
        extent = std::max(extent, picture.extent);
    for (BarPicture& picture : pictures)
        picture.extent = extent;
}

} // namespace gui
