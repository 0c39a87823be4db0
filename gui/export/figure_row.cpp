#include "gui/export/figure_row.h"

#include "gui/timeline/no_data.h"

#include <algorithm>
#include <array>

namespace gui {
namespace {

int chunkOfOp(const TrackData& track, const std::vector<int>& chunks, const plan::Op& op)
{
    const auto stage = static_cast<std::size_t>(op.stage);
    if (stage >= chunks.size())
        return 0;
    // The two directions of one schedule are told apart like chunks.
    return chunks[stage] + track.schedule->placement.directionOf(op.microbatch);
}

// Where the rank is silent because spans were lost. `chunks`: see chunkOfStages().
std::vector<TimeRange> lostRanges(const TrackData& track, const std::vector<int>& chunks,
                                  std::size_t rank)
{
    if (!track.measured || chunks.empty())
        return {};
    return noDataRanges(track.schedule->order[rank], track.timeline->spans[rank],
                        track.timeline->makespan, track.live);
}

// All that the rank did, by time.
std::vector<FigureItem> itemsOf(const TrackData& track, const std::vector<int>& chunks,
                                std::size_t rank)
{
    const plan::Timeline& timeline = *track.timeline;
    const auto& spans = timeline.spans[rank];
    std::vector<FigureItem> items;
    items.reserve(spans.size() + 2);
    for (std::size_t i = 0; i < spans.size(); ++i)
        items.push_back({{spans[i].start, spans[i].end},
                         categoryOf(spans[i].op.kind),
                         chunkOfOp(track, chunks, spans[i].op),
                         static_cast<int>(i)});
    for (const TimeRange& lost : lostRanges(track, chunks, rank))
        items.push_back({lost, Category::NoData});
    if (rank < timeline.tails.size()) {
        const plan::Tail& tail = timeline.tails[rank];
        items.push_back({{tail.begin, tail.optimizerBegin}, Category::Communication});
        items.push_back({{tail.optimizerBegin, tail.end}, Category::Optimizer});
    }
    std::stable_sort(items.begin(), items.end(), [](const FigureItem& a, const FigureItem& b) {
        return a.range.begin < b.range.begin;
    });
    return items;
}

// Narrow neighbours that are to be one column.
class Cluster {
public:
    bool isEmpty() const { return m_boxes.empty(); }
    bool takes(double right, double dot) const { return right - m_boxes.front().left <= dot; }
    void add(const FigureBox& box) { m_boxes.push_back(box); }

    void flush(std::vector<FigureBox>& row)
    {
        if (m_boxes.size() == 1)
            row.push_back(m_boxes.front());
        else if (!m_boxes.empty())
            stack(row);
        m_boxes.clear();
    }

private:
    void stack(std::vector<FigureBox>& row) const
    {
        const double left = m_boxes.front().left;
        const double right = m_boxes.back().right;
        std::array<double, kCategories> shares{};
        for (const FigureBox& box : m_boxes)
            shares[static_cast<std::size_t>(box.category)]
                += (box.right - box.left) / (right - left);
        double foot = 0;
        for (std::size_t category = 0; category < kCategories; ++category) {
            if (shares[category] <= 0)
                continue;
            const double head = foot + shares[category];
            row.push_back({left, right, foot, head, static_cast<Category>(category), 0, -1});
            foot = head;
        }
    }

    std::vector<FigureBox> m_boxes;
};

} // namespace

int lastRankShown(const TrackData& track, int lastRank)
{
    const int last = static_cast<int>(track.timeline->spans.size()) - 1;
    return lastRank < 0 ? last : std::min(last, lastRank);
}

std::array<bool, kCategories> categoriesOf(const std::vector<TrackData>& tracks, int firstRank,
                                           int lastRank)
{
    std::array<bool, kCategories> there{};
    const auto set = [&there](Category category, bool is = true) {
        there[static_cast<std::size_t>(category)] |= is;
    };
    for (const TrackData& track : tracks) {
        if (!track.timeline)
            continue;
        const std::vector<int> chunks = chunkOfStages(track);
        const auto end = static_cast<std::size_t>(lastRankShown(track, lastRank) + 1);
        for (auto rank = static_cast<std::size_t>(firstRank); rank < end; ++rank) {
            for (const plan::Span& span : track.timeline->spans[rank])
                set(categoryOf(span.op.kind));
            set(Category::NoData, !lostRanges(track, chunks, rank).empty());
            if (rank >= track.timeline->tails.size())
                continue;
            const plan::Tail& tail = track.timeline->tails[rank];
            set(Category::Communication, tail.optimizerBegin > tail.begin);
            set(Category::Optimizer, tail.end > tail.optimizerBegin);
        }
    }
    return there;
}

std::vector<int> chunkOfStages(const TrackData& track)
{
    std::vector<int> chunks;
    if (!track.schedule || track.schedule->order.size() != track.timeline->spans.size())
        return chunks;
    std::vector<int> next(track.timeline->spans.size(), 0);
    for (const int rank : track.schedule->placement.ranks)
        chunks.push_back(next[static_cast<std::size_t>(rank)]++);
    return chunks;
}

std::vector<FigureBox> boxesOf(const TrackData& track, const std::vector<int>& chunks, int rank,
                               const TimeAxis& axis, double dot)
{
    return laidOut(itemsOf(track, chunks, static_cast<std::size_t>(rank)), axis, dot);
}

std::vector<FigureBox> laidOut(const std::vector<FigureItem>& items, const TimeAxis& axis,
                               double dot)
{
    std::vector<FigureBox> row;
    Cluster narrow;
    double free = 0; // up to there the row is taken
    for (const FigureItem& item : items) {
        const double left = std::max(free, std::clamp(axis.x(item.range.begin), 0.0, axis.width));
        const double right = std::clamp(axis.x(item.range.end), 0.0, axis.width);
        if (right <= left)
            continue;
        free = right;
        const FigureBox box{left, right, 0, 1, item.category, item.chunk, item.span};
        if (right - left >= dot) {
            narrow.flush(row);
            row.push_back(box);
            continue;
        }
        if (!narrow.isEmpty() && !narrow.takes(right, dot))
            narrow.flush(row);
        narrow.add(box);
    }
    narrow.flush(row);
    return row;
}

} // namespace gui
