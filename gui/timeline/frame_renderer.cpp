#include "gui/timeline/frame_renderer.h"

#include "gui/timeline/ghost_raster.h"
#include "gui/timeline/inner_stretches.h"
#include "gui/timeline/spread_raster.h"

#include <algorithm>
#include <cmath>

namespace gui {
namespace {

using Clock = std::chrono::steady_clock;

// Whether what was prepared for one track is right for the other: causes are drawn elsewhere.
bool looksAlike(const std::shared_ptr<const TrackData>& prepared, const TrackData& track)
{
    return prepared && prepared->timeline == track.timeline && prepared->schedule == track.schedule
        && prepared->live == track.live && prepared->end == track.end
        && prepared->memory == track.memory && prepared->inner == track.inner
        && prepared->predictedMemory == track.predictedMemory && prepared->kernels == track.kernels
        && prepared->reducesAside == track.reducesAside && prepared->peers == track.peers;
}

// Two on their way to the screen and one being drawn.
constexpr std::size_t kImages = 3;

std::vector<int> chunksOf(const plan::Schedule& schedule)
{
    std::vector<int> next(static_cast<std::size_t>(schedule.shape.ranks), 0);
    std::vector<int> chunks;
    for (const int rank : schedule.placement.ranks)
        chunks.push_back(next[static_cast<std::size_t>(rank)]++);
    return chunks;
}

std::vector<Stretch> tailOf(const plan::Timeline& timeline, std::size_t rank)
{
    if (rank >= timeline.tails.size())
        return {};
    const plan::Tail& tail = timeline.tails[rank];
    return {{{tail.begin, tail.optimizerBegin}, Category::Communication},
            {{tail.optimizerBegin, tail.end}, Category::Optimizer}};
}

// Of one row of a rank's lane, by start.
std::vector<Stretch> stretchesOf(const KernelLane& lane, KernelKind kind)
{
    std::vector<Stretch> stretches;
    const auto& row = lane.row(kind);
    stretches.reserve(row.size());
    for (std::size_t i = 0; i < row.size(); ++i)
        stretches.push_back(
            {{row[i].start, row[i].end}, categoryOf(row[i], kind), static_cast<std::uint32_t>(i)});
    return stretches;
}

// By start; where two overlap, the later one gives way.
void makeDisjoint(std::vector<Stretch>& stretches)
{
    std::erase_if(stretches,
                  [](const Stretch& each) { return each.range.end <= each.range.begin; });
    std::stable_sort(stretches.begin(), stretches.end(), [](const Stretch& a, const Stretch& b) {
        return a.range.begin < b.range.begin;
    });
    Nanoseconds free{0};
    for (Stretch& each : stretches) {
        each.range.begin = std::max(each.range.begin, free);
        each.range.end = std::max(each.range.end, each.range.begin);
        free = each.range.end;
    }
}

void fillLines(QImage& image, int from, int to, QRgb colour)
{
    for (int y = std::max(0, from); y < std::min(to, image.height()); ++y)
        std::fill_n(reinterpret_cast<QRgb*>(image.scanLine(y)), image.width(), colour);
}

} // namespace

Nanoseconds endOf(const TrackData& track)
{
    if (!track.timeline)
        return {};
    return std::max(
        {track.end, track.timeline->makespan, track.peers ? track.peers->end() : Nanoseconds{0}});
}

Frame FrameRenderer::render(const FrameRequest& request)
{
    const auto begun = Clock::now();
    prepare(request.tracks);
    const auto counted = Clock::now();

    const Inks inks = inksOf(*request.theme, request.hidden);
    QImage& image = freshImage(request.size);
    const auto pinned = std::find_if(request.rows.begin(), request.rows.end(),
                                     [](const FrameRow& row) { return row.pinned; });
    // Those that are pinned are drawn over what has been scrolled under them.
    drawRows(image, {request.rows.begin(), pinned}, request, inks, request.pinnedHeight,
             image.height());
    drawRows(image, {pinned, request.rows.end()}, request, inks, 0, request.pinnedHeight);

    return {.number = request.number,
            .image = image,
            .axis = request.axis,
            .scroll = request.scroll,
            .pinnedHeight = request.pinnedHeight,
            .took = Clock::now() - counted,
            .prepared = counted - begun};
}

// The image is used again and again, so all that is between `from` and `to` and in no row is filled
// as well. Rows may begin above.
void FrameRenderer::drawRows(QImage& image, std::span<const FrameRow> rows,
                             const FrameRequest& request, const Inks& inks, int from, int to)
{
    RowRaster raster(inks, *request.glyphs, request.smallGlyphs.get());
    MemoryRaster lanes(inks);
    KernelRaster kernels(inks, raster, request.font);
    const int line = std::max(1, static_cast<int>(std::lround(request.scale)));
    int drawnTo = from;
    for (const FrameRow& row : rows) {
        fillLines(image, drawnTo, row.place.top, inks.blank);
        if (row.peer < 0 || !drawPeer(image, raster, inks, row, request.axis))
            drawRow(image, raster, row, request.axis);
        if (const TrackData& track = *m_prepared.at(row.slot).track; track.peers && row.peer < 0)
            drawSpread(image, row.place, track.timeline->spans[static_cast<std::size_t>(row.rank)],
                       track.peers->spread(row.rank), request.axis, inks, line);
        if (const auto planned = m_prepared.find(row.ghosts); planned != m_prepared.end())
            drawGhosts(image, row.place,
                       planned->second.ranks[static_cast<std::size_t>(row.rank)].spans,
                       request.axis, inks.ghost, line);
        drawnTo = row.place.top + row.place.height;
        if (row.kernels.height > 0) {
            fillLines(image, drawnTo, row.kernels.top, inks.blank);
            drawKernels(image, kernels, inks, row, request.axis);
            drawnTo = row.kernels.top + row.kernels.height;
        }
        if (row.memory.height <= 0)
            continue;
        fillLines(image, drawnTo, row.memory.top, inks.blank);
        drawMemory(image, lanes, row, request.axis);
        drawnTo = row.memory.top + row.memory.height;
    }
    fillLines(image, drawnTo, to, inks.blank);
}

void FrameRenderer::drawRow(QImage& image, RowRaster& raster, const FrameRow& row,
                            const TimeAxis& axis)
{
    const Prepared& prepared = m_prepared.at(row.slot);
    const auto rank = static_cast<std::size_t>(row.rank);
    const RankSpans& spans = prepared.ranks[rank];
    const TrackData& track = *prepared.track;
    // A rank of a live track is drawn as far as it has come: what follows is not idle, but unknown.
    const Nanoseconds reached = spans.spans.empty() ? Nanoseconds{0} : spans.spans.back().end;
    const RowFacts facts{.spans = spans.spans,
                         .phases = prepared.phases[rank],
                         .end = track.live ? reached : endOf(track),
                         .ranks = static_cast<int>(prepared.ranks.size()),
                         .chunkOfStage = prepared.chunkOfStage,
                         .schedule = track.schedule.get(),
                         .rank = rank,
                         .namesChunks = track.schedule && track.schedule->shape.chunks > 1};
    const auto columns = [&](const Layer& layer) -> const Columns& {
        return m_layout.layOut(layer.ranks[rank], layer.pyramid, rank, axis);
    };
    RowPlace place = row.place;
    if (!prepared.beside.ranks.empty())
        place.height -= besideHeight(row.place.height);
    raster.draw(image, place, m_layout.layOut(spans, prepared.pyramid, rank, axis), facts, axis);
    if (!prepared.over.ranks.empty())
        raster.drawOver(image, place, columns(prepared.over), axis);
    if (!prepared.beside.ranks.empty())
        raster.drawBeside(image, place.top + place.height, row.place.height - place.height,
                          columns(prepared.beside), axis);
}

void FrameRenderer::drawKernels(QImage& image, KernelRaster& raster, const Inks& inks,
                                const FrameRow& row, const TimeAxis& axis)
{
    Prepared& prepared = m_prepared.at(row.slot);
    const auto rank = static_cast<std::size_t>(row.rank);
    const KernelWork& work = *prepared.track->kernels;
    if (rank >= work.lanes.size() || work.lanes[rank].isEmpty())
        return drawUnknown(image, row.kernels, endOf(*prepared.track), axis, inks);
    if (!prepared.hasKernels)
        prepareKernels(prepared);
    const auto places = kernelRows(row.kernels);
    for (std::size_t kind = 0; kind < kKernelKinds; ++kind) {
        const Layer& layer = prepared.kernels[kind];
        raster.draw(image, places[kind],
                    m_layout.layOut(layer.ranks[rank], layer.pyramid, rank, axis),
                    layer.stretches[rank], work.lanes[rank].rows[kind], work, axis);
    }
}

// Apart from the rest: of a step with many kernels it takes a while, and they may not be shown.
void FrameRenderer::prepareKernels(Prepared& prepared)
{
    const KernelWork& work = *prepared.track->kernels;
    for (std::size_t kind = 0; kind < kKernelKinds; ++kind) {
        std::vector<std::vector<Stretch>> stretches;
        for (const KernelLane& lane : work.lanes)
            stretches.push_back(stretchesOf(lane, static_cast<KernelKind>(kind)));
        prepareLayer(prepared.kernels[kind], std::move(stretches), endOf(*prepared.track));
        for (RankSpans& rank : prepared.kernels[kind].ranks)
            rank.boxes = true;
    }
    prepared.hasKernels = true;
}

void FrameRenderer::drawMemory(QImage& image, MemoryRaster& raster, const FrameRow& row,
                               const TimeAxis& axis)
{
    const TrackData& track = *m_prepared.at(row.slot).track;
    const MemoryScale scale = scaleOf(*track.memory, track.predictedMemory.get());
    const auto rank = static_cast<std::size_t>(row.rank);
    // A rank that told nothing of its memory has a lane all the same, an empty one.
    static const MemoryLane kNothing;
    const MemoryLane& lane = rank < track.memory->size() ? (*track.memory)[rank] : kNothing;
    const auto& spans = track.timeline->spans[rank];
    const Nanoseconds reached = spans.empty() ? Nanoseconds{0} : spans.back().end;
    const Nanoseconds end = track.live ? reached : endOf(track);
    raster.draw(image, row.memory, lane, scale.full, end, axis);
    // A tenth of the lane, so that the line is seen on a screen of any density.
    raster.drawDevice(image, row.memory, lane.device(), scale, end, axis,
                      std::clamp(row.memory.height / 10, 1, 3));
    if (track.predictedMemory && rank < track.predictedMemory->size())
        raster.drawPredicted(image, row.memory, (*track.predictedMemory)[rank], scale, end, axis,
                             std::clamp(row.memory.height / 10, 1, 3));
}

void FrameRenderer::prepare(const Tracks& tracks)
{
    std::erase_if(m_prepared, [&](const auto& entry) { return !tracks.contains(entry.first); });
    for (const auto& [slot, track] : tracks)
        if (track->timeline && !looksAlike(m_prepared[slot].track, *track))
            prepare(m_prepared[slot], track);
}

void FrameRenderer::prepare(Prepared& prepared, std::shared_ptr<const TrackData> track)
{
    const plan::Timeline& timeline = *track->timeline;
    const bool grows = prepared.track && prepared.track->live && track->live;
    const std::size_t ranks = timeline.spans.size();
    const bool scheduled = track->schedule && track->schedule->order.size() == ranks;

    prepared.noData.assign(ranks, {});
    prepared.counts.resize(track->live ? ranks : 0);
    prepared.tails.assign(ranks, {});
    prepared.ranks.clear();
    prepared.phases.clear();
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        const auto& spans = timeline.spans[rank];
        if (scheduled)
            prepared.noData[rank] = track->live
                ? prepared.counts[rank].count(track->schedule->order[rank], spans)
                : noDataRanges(track->schedule->order[rank], spans, timeline.makespan, false);
        if (spans.empty() && sentNoOps(*track, static_cast<int>(rank)))
            prepared.noData[rank] = {{Nanoseconds{0}, endOf(*track)}};
        prepared.tails[rank] = tailOf(timeline, rank);
        prepared.ranks.push_back({spans, prepared.noData[rank], prepared.tails[rank]});
        prepared.phases.push_back(plan::phaseTimes(spans, timeline.makespan));
    }
    prepared.chunkOfStage = scheduled ? chunksOf(*track->schedule) : std::vector<int>{};
    // A step under way only gets longer; built anew with every frame, its pyramid would take more
    // time with each of them.
    if (!grows)
        prepared.pyramid = {};
    if (track->live)
        prepared.pyramid.extend(prepared.ranks, endOf(*track));
    else
        prepared.pyramid = Pyramid(prepared.ranks, endOf(*track));
    prepared.kernels = {};
    prepared.peers.clear();
    prepared.hasKernels = false;
    const std::vector<std::vector<Stretch>> none;
    const auto all = [&](auto stretchesOf) {
        std::vector<std::vector<Stretch>> stretches;
        for (std::size_t rank = 0; rank < ranks; ++rank)
            stretches.push_back(stretchesOf(*track, rank));
        return stretches;
    };
    const bool over = !timeline.parts.empty() || (track->inner && !track->inner->reruns.empty());
    prepareLayer(prepared.over, over ? all(stretchesOver) : none, endOf(*track));
    prepareLayer(prepared.beside, hasSideReductions(*track) ? all(stretchesBeside) : none,
                 endOf(*track));
    prepared.track = std::move(track);
}

void FrameRenderer::prepareLayer(Layer& layer, std::vector<std::vector<Stretch>> stretches,
                                 Nanoseconds end)
{
    layer.stretches = std::move(stretches);
    layer.ranks.clear();
    for (auto& rank : layer.stretches) {
        makeDisjoint(rank);
        layer.ranks.push_back({{}, {}, rank});
        if (!rank.empty())
            end = std::max(end, rank.back().range.end);
    }
    if (!layer.ranks.empty())
        layer.pyramid = Pyramid(layer.ranks, end);
}

QImage& FrameRenderer::freshImage(QSize size)
{
    std::erase_if(m_images, [&](const QImage& image) { return image.size() != size; });
    for (QImage& image : m_images)
        // A frame on show shares its image. One that nobody shares is drawn into without a copy.
        if (image.isDetached())
            return image;
    if (m_images.size() == kImages)
        m_images.erase(m_images.begin()); // its holder keeps it alive
    return m_images.emplace_back(size, QImage::Format_RGB32);
}

std::size_t FrameRenderer::bytes() const
{
    std::size_t bytes = 0;
    for (const auto& [slot, prepared] : m_prepared) {
        bytes += prepared.pyramid.bytes();
        for (const auto& ranges : prepared.noData)
            bytes += ranges.capacity() * sizeof(TimeRange);
        for (const Layer& layer : prepared.kernels) {
            bytes += layer.pyramid.bytes();
            for (const auto& stretches : layer.stretches)
                bytes += stretches.capacity() * sizeof(Stretch);
        }
    }
    return bytes;
}

} // namespace gui
