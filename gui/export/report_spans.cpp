#include "gui/export/report_spans.h"

#include "engine/plan/phases.h"
#include "gui/export/fair_shares.h"
#include "gui/export/figure_row.h"
#include "gui/timeline/no_data.h"

#include <QByteArray>
#include <QHash>
#include <QJsonObject>

#include <algorithm>

namespace gui {
namespace {

// Seven bits a byte, the least first; the highest bit says that there are more.
void append(QByteArray& bytes, std::uint64_t number)
{
    for (; number > 127; number >>= 7)
        bytes += static_cast<char>((number & 127) | 128);
    bytes += static_cast<char>(number);
}

void appendSigned(QByteArray& bytes, std::int64_t number)
{
    append(bytes,
           number < 0 ? static_cast<std::uint64_t>(-(number + 1)) * 2 + 1
                      : static_cast<std::uint64_t>(number) * 2);
}

// Times are told in a unit in which the longest needs no more than 28 bits.
std::int64_t unitOf(Nanoseconds longest)
{
    std::int64_t unit = 1;
    while (longest.count() / unit >= std::int64_t{1} << 28)
        unit *= 10;
    return unit;
}

void appendRank(QByteArray& bytes, const std::vector<plan::Span>& spans, std::int64_t unit)
{
    const auto rounded = [unit](Nanoseconds time) { return (time.count() + unit / 2) / unit; };
    append(bytes, spans.size());
    QHash<std::uint64_t, int> last; // by op: its newest microbatch
    std::int64_t end = 0;
    for (const plan::Span& span : spans) {
        const std::uint64_t op = static_cast<std::uint64_t>(span.op.stage) * 4
            + static_cast<std::uint64_t>(span.op.kind);
        append(bytes, op);
        appendSigned(bytes, span.op.microbatch - last.value(op, -1) - 1);
        last[op] = span.op.microbatch;
        appendSigned(bytes, rounded(span.start) - end);
        end = rounded(span.end);
        append(bytes, static_cast<std::uint64_t>(end - rounded(span.start)));
    }
}

QJsonValue nanoseconds(Nanoseconds time) { return {static_cast<qint64>(time.count())}; }

QJsonArray lostOf(const TrackData& track, std::size_t rank)
{
    QJsonArray lost;
    const plan::Timeline& timeline = *track.timeline;
    if (track.measured && track.schedule && track.schedule->order.size() == timeline.spans.size())
        for (const TimeRange& range : noDataRanges(
                 track.schedule->order[rank], timeline.spans[rank], timeline.makespan, track.live))
            lost.append(QJsonArray{nanoseconds(range.begin), nanoseconds(range.end)});
    return lost;
}

int lastStage(const plan::Timeline& timeline)
{
    int last = 0;
    for (const auto& spans : timeline.spans)
        for (const plan::Span& span : spans)
            last = std::max(last, static_cast<int>(span.op.stage));
    return last;
}

std::size_t spansOf(const TrackData& track)
{
    std::size_t count = 0;
    for (const auto& rank : track.timeline->spans)
        count += rank.size();
    return count;
}

// Which chunk each stage is, and from which microbatch on the ops of a second direction count as
// one chunk more.
void addChunks(QJsonObject& made, const TrackData& track)
{
    const std::vector<int> chunks = chunkOfStages(track);
    const bool named = !chunks.empty() && track.schedule->shape.chunks > 1;
    made[QStringLiteral("chunks")] = named ? track.schedule->shape.chunks : 1;
    if (!named)
        return;
    QJsonArray stages;
    for (const int chunk : chunks)
        stages.append(chunk);
    made[QStringLiteral("chunkOf")] = stages;
    if (track.schedule->placement.bidirectional())
        made[QStringLiteral("mirrored")] = track.schedule->placement.firstMirrored;
}

} // namespace

ReportSpans reportSpans(const std::vector<TrackData>& tracks, std::size_t mostSpans)
{
    ReportSpans made;
    std::vector<const TrackData*> known;
    for (const TrackData& track : tracks)
        if (track.timeline)
            known.push_back(&track);
    std::vector<double> needs;
    needs.reserve(known.size());
    for (const TrackData* track : known)
        needs.push_back(static_cast<double>(spansOf(*track)));
    const std::vector<double> shares = fairShares(needs, static_cast<double>(mostSpans));
    for (std::size_t i = 0; i < known.size(); ++i) {
        const TrackData& track = *known[i];
        const plan::Timeline& timeline = *track.timeline;
        const std::int64_t unit = unitOf(timeline.makespan);
        QByteArray bytes;
        QJsonArray phases;
        QJsonArray tails;
        QJsonArray lost;
        auto room = static_cast<std::size_t>(shares[i]);
        int hidden = 0;
        for (std::size_t rank = 0; rank < timeline.spans.size(); ++rank) {
            if (timeline.spans[rank].size() > room) {
                hidden = static_cast<int>(timeline.spans.size() - rank);
                break;
            }
            room -= timeline.spans[rank].size();
            appendRank(bytes, timeline.spans[rank], unit);
            const plan::PhaseTimes times
                = plan::phaseTimes(timeline.spans[rank], timeline.makespan);
            phases.append(
                QJsonArray{nanoseconds(times.steadyBegin), nanoseconds(times.coolDownBegin)});
            lost.append(lostOf(track, rank));
            if (rank < timeline.tails.size()) {
                const plan::Tail& tail = timeline.tails[rank];
                tails.append(QJsonArray{nanoseconds(tail.begin), nanoseconds(tail.optimizerBegin),
                                        nanoseconds(tail.end)});
            }
        }
        made.hiddenRanks += hidden;
        QJsonObject shown{
            {QStringLiteral("title"), track.title.left(400)},
            {QStringLiteral("makespan"), nanoseconds(timeline.makespan)},
            {QStringLiteral("unit"), static_cast<qint64>(unit)},
            {QStringLiteral("stages"),
             (track.schedule ? track.schedule->shape.stages() : lastStage(timeline) + 1)},
            {QStringLiteral("spans"), QString::fromLatin1(bytes.toBase64())},
            {QStringLiteral("hidden"), hidden},
            {QStringLiteral("phases"), phases},
            {QStringLiteral("tails"), tails},
            {QStringLiteral("lost"), lost}};
        addChunks(shown, track);
        made.tracks.append(shown);
    }
    return made;
}

} // namespace gui
