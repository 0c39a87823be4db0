#include "engine/plan/cost/shortlist.h"

#include "engine/plan/cost/step_memory.h"

#include <algorithm>

namespace plan {
namespace {

bool stoodBefore(const Candidate& a, const Candidate& b)
{
    return std::tie(a.slice, a.member) < std::tie(b.slice, b.member);
}

bool isFaster(const Candidate& a, const Candidate& b)
{
    return std::tie(a.fast.seconds, a.fast.bytes, a.slice, a.member)
        < std::tie(b.fast.seconds, b.fast.bytes, b.slice, b.member);
}

bool sharesOrder(const Configuration& a, const Configuration& b)
{
    return a.schedule == b.schedule && a.chunks == b.chunks;
}

double peakBytes(const std::vector<RankMemory>& ranks)
{
    double peak = 0;
    for (const RankMemory& rank : ranks)
        peak = std::max(peak, rank.peak());
    return peak;
}

} // namespace

Shortlist::Shortlist(std::size_t fastest, double memoryLimit)
    : m_most(fastest)
    , m_limit(memoryLimit)
{
}

void Shortlist::keep(Best& best, const Candidate& candidate, std::size_t most)
{
    if (best.size() >= most && !isFaster(candidate, best.back()))
        return;
    best.insert(std::upper_bound(best.begin(), best.end(), candidate, isFaster), candidate);
    if (best.size() > most)
        best.pop_back();
}

// Of equals the one that stands first in the space is kept.
void Shortlist::addToFront(const Candidate& candidate)
{
    for (std::size_t i = 0; i < m_front.size(); ++i) {
        const Candidate& other = m_front[i];
        if (dominates(other.fast, candidate.fast)
            || (other.fast == candidate.fast && stoodBefore(other, candidate))) {
            std::swap(m_front[i], m_front[i / 2]); // what beats one often beats the next
            return;
        }
    }
    std::erase_if(m_front, [&](const Candidate& other) {
        return dominates(candidate.fast, other.fast) || candidate.fast == other.fast;
    });
    m_front.push_back(candidate);
}

void Shortlist::add(const Candidate& candidate)
{
    ++looked;
    if (candidate.fast.bytes <= m_limit)
        ++fitting;
    noteLeanest(candidate);
    place(candidate);
}

void Shortlist::noteLeanest(const Candidate& candidate)
{
    if (!m_leanest
        || std::tuple(candidate.fast.bytes, candidate.fast.seconds, candidate.slice,
                      candidate.member)
            < std::tuple(m_leanest->fast.bytes, m_leanest->fast.seconds, m_leanest->slice,
                         m_leanest->member))
        m_leanest = candidate;
}

void Shortlist::place(const Candidate& candidate)
{
    if (candidate.fast.bytes > kMemorySlack * m_limit)
        return;
    keep(m_fastest, candidate, m_most);
    keep(m_ofSchedule[candidate.configuration.schedule], candidate,
         std::max<std::size_t>(2, m_most / 4));
    addToFront(candidate);
}

void Shortlist::merge(const Shortlist& other)
{
    looked += other.looked;
    fitting += other.fitting;
    for (const Candidate& candidate : other.candidates())
        place(candidate);
    if (other.m_leanest)
        noteLeanest(*other.m_leanest);
}

std::vector<Candidate> Shortlist::candidates() const
{
    std::vector<Candidate> all = m_fastest;
    for (const auto& [name, best] : m_ofSchedule)
        all.insert(all.end(), best.begin(), best.end());
    all.insert(all.end(), m_front.begin(), m_front.end());
    std::sort(all.begin(), all.end(), isFaster);
    const auto same = [](const Candidate& a, const Candidate& b) {
        return a.slice == b.slice && a.member == b.member;
    };
    all.erase(std::unique(all.begin(), all.end(), same), all.end());
    return all;
}

SearchWorker::SearchWorker(const SearchSpace& space)
    : m_space(space)
{
}

const SearchWorker::Known& SearchWorker::knownOf(const Configuration& one, const Shape& shape)
{
    const PeakShape peak = peakShapeOf(one.schedule, shape, one.options);
    const ShapeKey key{one.schedule, shape.ranks, shape.chunks, peak.shape.microbatches,
                       peak.options.group.value_or(0)};
    const auto found = m_known.find(key);
    if (found != m_known.end())
        return found->second;
    // That there is none is worth knowing, too: laying out is the expensive part.
    Known known;
    if (auto order = orderToPeak(one.schedule, peak)) {
        known.peak = *std::move(order);
        known.works = true;
    }
    return m_known.emplace(key, std::move(known)).first->second;
}

const LayerSplit* SearchWorker::splitOf(const Known& known, Division division)
{
    const auto [at, isNew] = m_splits.try_emplace({&known, division});
    if (isNew) {
        const bool ends = division == Division::EndsCounted;
        auto split = splitLayers(m_space.job.model.layers, known.peak.shape, known.peak.placement,
                                 {.countEmbedding = ends, .countLoss = ends});
        if (split) {
            split->stages.back().mtpLayers = m_space.job.model.mtpLayers;
            at->second = *std::move(split);
        }
    }
    return at->second ? &*at->second : nullptr;
}

void SearchWorker::look(const SearchSlice& slice, std::size_t index, Shortlist& into,
                        const StopAsked& stop)
{
    // The times of a layer are those of the slice, whatever the member.
    Configuration first;
    first.slice = slice;
    const LayerCosts layers(jobOf(m_space, first));
    const std::vector<Configuration> members = configurationsOf(m_space, slice);
    Shape shape;
    const Known* known = nullptr;
    for (std::size_t member = 0; member < members.size(); ++member) {
        if (stop && stop())
            return;
        const Configuration& one = members[member];
        if (member == 0 || !sharesOrder(one, members[member - 1])) {
            shape = shapeOf(one.schedule, slice.cut.pipeline, one.chunks, slice.microbatches);
            known = &knownOf(one, shape);
        }
        const LayerSplit* split = known->works ? splitOf(*known, one.division) : nullptr;
        if (split == nullptr)
            continue;
        const Job job = jobOf(m_space, one);
        const Costs costs = stepCosts(job, known->peak, *split, layers);
        const double seconds
            = fastSeconds(one.schedule, shape, one.options, known->peak.placement, costs);
        into.add({one,
                  {seconds, peakBytes(stepMemory(job, known->peak, *split)), one.devices()},
                  index,
                  member});
    }
}

} // namespace plan
