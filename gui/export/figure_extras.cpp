#include "gui/export/figure_extras.h"

#include "gui/export/key_names.h"
#include "gui/text/number_format.h"
#include "gui/timeline/inks.h"
#include "gui/timeline/inner_stretches.h"
#include "gui/timeline/memory_story.h"
#include "gui/timeline/texts.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace gui {
namespace {

constexpr double kKernelLane = 0.9;
constexpr double kMemoryLane = 0.6;
constexpr double kOfLane = 0.9; // that is drawn; the rest is air

MemoryScale scaleOfTrack(const TrackData& track)
{
    return scaleOf(*track.memory, track.predictedMemory.get());
}

// Those within ops and of kernels, too, where they are drawn.
std::array<bool, kCategories> categoriesDrawn(const ShownSteps& steps, const FigureLook& look)
{
    auto there = categoriesOf(steps.tracks, steps.firstRank, steps.lastRank);
    if (!look.extras.inner)
        return there;
    for (const TrackData& track : steps.tracks) {
        if (!track.timeline)
            continue;
        const auto end = static_cast<std::size_t>(lastRankShown(track, steps.lastRank) + 1);
        for (auto rank = static_cast<std::size_t>(steps.firstRank); rank < end; ++rank) {
            for (const Stretch& stretch : stretchesOver(track, rank))
                there[static_cast<std::size_t>(stretch.category)] = true;
            if (!track.kernels || rank >= track.kernels->lanes.size())
                continue;
            const KernelLane& lane = track.kernels->lanes[rank];
            for (std::size_t kind = 0; kind < kKernelKinds; ++kind)
                for (const Kernel& kernel : lane.rows[kind])
                    there[static_cast<std::size_t>(
                        categoryOf(kernel, static_cast<KernelKind>(kind)))]
                        = true;
        }
    }
    return there;
}

void addMemoryKeys(std::vector<FigureSheet::Key>& keys, const ShownSteps& steps,
                   const FigureInks& inks)
{
    std::array<bool, kMemoryKinds> there{};
    bool predicted = false;
    for (const TrackData& track : steps.tracks) {
        if (!track.memory)
            continue;
        predicted |= track.predictedMemory != nullptr;
        // Without a timeline it has no rows.
        const int last = track.timeline ? lastRankShown(track, steps.lastRank) : -1;
        const auto end = std::min(track.memory->size(), static_cast<std::size_t>(last + 1));
        for (auto rank = static_cast<std::size_t>(steps.firstRank); rank < end; ++rank)
            for (std::size_t kind = 0; kind < kMemoryKinds; ++kind)
                there[kind] |= (*track.memory)[rank].peaks()[kind] > 0;
    }
    for (std::size_t kind = 0; kind < kMemoryKinds; ++kind)
        if (there[kind])
            keys.push_back({.name = timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "memory: %1"))
                                        .arg(memoryInWords(static_cast<MemoryKind>(kind))),
                            .ink = inks.memory[kind]});
    if (predicted)
        keys.push_back(
            {.name = timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "predicted peak memory")),
             .ink = {inks.text, inks.text, inks.text},
             .isStrip = true});
}

} // namespace

LaneShares laneShares(const TrackData& track, const FigureExtras& extras)
{
    return {extras.inner && track.kernels ? kKernelLane : 0,
            extras.memory && track.memory ? kMemoryLane : 0};
}

void addExtras(FigureSheet::Row& row, const TrackData& track, const FigureLook& look,
               const ExtrasPlace& place)
{
    const LaneShares lanes = laneShares(track, look.extras);
    if (look.extras.inner)
        row.sections = sectionsOf(track, place.rank, place.axis, look.columnWidth());
    if (look.extras.ghosts && track.planned)
        row.ghosts = ghostsOf(*track.planned, place.rank, place.axis, look.dot);
    if (look.extras.criticalPath)
        row.critical = criticalOf(track, place.rank, place.axis);
    row.kernelTop = place.lanesTop;
    row.kernelHeight = kOfLane * lanes.kernels * place.step;
    for (std::size_t kind = 0; kind < kKernelKinds && lanes.kernels > 0; ++kind)
        row.kernels[kind] = kernelsOf(track, place.rank, static_cast<KernelKind>(kind), place.axis,
                                      look.columnWidth());
    row.memoryTop = place.lanesTop + lanes.kernels * place.step;
    row.memoryHeight = kOfLane * lanes.memory * place.step;
    if (lanes.memory <= 0)
        return;
    const MemoryScale scale = scaleOfTrack(track);
    row.memory = memoryOf(track, place.rank, scale, place.axis, look.columnWidth());
    const auto rank = static_cast<std::size_t>(place.rank);
    if (track.predictedMemory && rank < track.predictedMemory->size())
        row.predictedMemory = std::min(1.0,
                                       static_cast<double>((*track.predictedMemory)[rank])
                                           / static_cast<double>(scale.full));
}

std::vector<FigureSheet::Key> keysOf(const ShownSteps& steps, const FigureLook& look,
                                     const FigureInks& inks)
{
    std::vector<FigureSheet::Key> keys;
    const auto there = categoriesDrawn(steps, look);
    for (std::size_t i = 0; i < kCategories; ++i) {
        if (there[i])
            keys.push_back({.name = keyName(static_cast<Category>(i)), .ink = inks.categories[i]});
        if (i != static_cast<std::size_t>(Category::WeightGrad))
            continue; // chunks are named after the kinds of ops
        int chunk = 0;
        for (const QString& name : chunkKeyNames(steps.tracks))
            keys.push_back({.name = name, .ink = inks.of(Category::Forward, ++chunk)});
    }
    keys.push_back(
        {.name = timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "bubble")), .ink = inks.idle});
    for (int phase = 0; phase < 3 && look.phases; ++phase) {
        const QColor& ink = inks.phases[static_cast<std::size_t>(phase)];
        keys.push_back(
            {.name = phaseKeyName(phase), .ink = {ink, ink, inks.text}, .isStrip = true});
    }
    const FigureExtras all = extrasOf(steps.tracks);
    if (look.extras.ghosts && all.ghosts)
        keys.push_back({.name = figureText(QT_TRANSLATE_NOOP("Figure", "as predicted")),
                        .ink = {inks.paper, inks.text, inks.text},
                        .frame = FigureFrame::Ghost});
    if (look.extras.criticalPath && all.criticalPath)
        keys.push_back({.name = timelineText(QT_TRANSLATE_NOOP("gui::Timeline", "critical path")),
                        .ink = {inks.paper, inks.text, inks.text},
                        .frame = FigureFrame::Critical});
    if (look.extras.memory)
        addMemoryKeys(keys, steps, inks);
    return keys;
}

QStringList legendNotes(const ShownSteps& steps, const FigureLook& look)
{
    QStringList notes;
    for (const TrackData& track : steps.tracks)
        if (track.timeline && laneShares(track, look.extras).memory > 0)
            notes << figureText(QT_TRANSLATE_NOOP("Figure", "%1: lanes of memory reach up to %2"))
                         .arg(track.title.left(80).simplified(),
                              bytesText(scaleOfTrack(track).full));
    if (look.legend && mostChunks(steps.tracks) > kShades)
        notes << figureText(
            QT_TRANSLATE_NOOP("Figure", "Chunks from c4 on have the patterns of c0 to c3 again"));
    return notes;
}

} // namespace gui
