#include "engine/strategy/search/search.h"

#include "engine/plan/cost/shortlist.h"
#include "engine/strategy/check.h"
#include "engine/strategy/estimate/equal_estimates.h"
#include "engine/strategy/fields.h"
#include "engine/strategy/search/workers.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>

namespace strategy {
namespace {

// Simulated of the shortlist beyond the results wanted.
constexpr std::size_t kMore = 8;
// Slices a thread takes at once: a few milliseconds of work.
constexpr std::size_t kSlicesAtOnce = 4;
// Of microbatches and stages: beyond it a simulation takes over 100 MiB.
constexpr double kLargeCells = 1 << 19;
// Of the simulation under way when the search is stopped: its answer may be the only one.
constexpr std::chrono::milliseconds kGrace{500};

class Search {
public:
    Search(const Strategy& strategy, const SearchAsked& asked)
        : m_strategy(strategy)
        , m_asked(asked)
        , m_space(searchSpaceOf(strategy, asked))
        , m_threads(std::clamp(asked.threads, 1, kMaxSearchThreads))
        , m_fastest(std::max(asked.top, kLongList) + kMore)
        , m_shortlist(m_fastest, m_space.job.machine.device.memoryBytes)
    {
    }

    plan::Result<SearchResult> run()
    {
        m_slices = plan::slicesOf(m_space);
        lookAtAll();
        m_result.looked = m_shortlist.looked;
        if (m_result.looked == 0 && !stopped())
            return plan::Error{"no cut of the model over these devices is legal: heads, widths, "
                               "layers and global batch must divide; change cluster.devices, "
                               "batch.global or what the search may not change"};
        simulateShortlist();
        choose();
        m_result.stopped = stopped();
        return std::move(m_result);
    }

private:
    bool stopped() { return m_stopped || (m_asked.stop && (m_stopped = m_asked.stop())); }

    // Stopped, and what was under way has had its time to end.
    bool isOver()
    {
        if (!stopped())
            return false;
        std::call_once(m_noted, [this] { m_stoppedAt = std::chrono::steady_clock::now(); });
        return std::chrono::steady_clock::now() - m_stoppedAt > kGrace;
    }

    static bool isLarge(const Strategy& strategy)
    {
        const plan::Shape shape = shapeOf(strategy);
        return 1.0 * shape.ranks * shape.chunks * shape.microbatches > kLargeCells;
    }

    void tell(double share)
    {
        if (!m_asked.progress)
            return;
        m_progress.share = share;
        m_asked.progress(m_progress);
    }

    void lookAtAll()
    {
        const std::size_t parts = (m_slices.size() + kSlicesAtOnce - 1) / kSlicesAtOnce;
        const plan::StopAsked stop = [this] { return stopped(); };
        std::size_t done = 0; // parts; m_mutex
        runParts(parts, m_threads, [&](PartQueue& queue) {
            plan::SearchWorker worker(m_space);
            plan::Shortlist list(m_fastest, m_space.job.machine.device.memoryBytes);
            std::uint64_t told = 0;
            while (const auto part = queue.next()) {
                if (stopped())
                    break;
                const std::size_t end = std::min(m_slices.size(), (*part + 1) * kSlicesAtOnce);
                for (std::size_t i = *part * kSlicesAtOnce; i < end; ++i)
                    worker.look(m_slices[i], i, list, stop);
                const std::lock_guard lock(m_mutex);
                m_progress.looked += list.looked - told;
                told = list.looked;
                // Parts take different times: a later one may be done before an earlier one.
                tell(double(++done) / double(parts));
            }
            const std::lock_guard lock(m_mutex);
            m_shortlist.merge(list);
        });
    }

    std::optional<FoundStrategy> simulated(const plan::Candidate& candidate)
    {
        FoundStrategy one;
        one.strategy = strategyOf(m_strategy, m_space, candidate.configuration);
        one.fastSeconds = candidate.fast.seconds;
        if (!check(one.strategy).problems.empty())
            return std::nullopt;
        const std::unique_lock alone
            = isLarge(one.strategy) ? std::unique_lock(m_large) : std::unique_lock<std::mutex>();
        auto exact
            = estimate(one.strategy, plan::AttentionCount::Full, [this] { return isOver(); });
        if (!exact)
            return std::nullopt;
        one.estimate = *std::move(exact);
        // By far the largest parts of an estimate. Where its stages stand is told with it.
        plan::Schedule placed;
        placed.shape = one.estimate.schedule.shape;
        placed.placement = std::move(one.estimate.schedule.placement);
        one.estimate.schedule = std::move(placed);
        one.estimate.timeline = {};
        return one;
    }

    void simulateShortlist()
    {
        const std::vector<plan::Candidate> candidates = m_shortlist.candidates();
        std::vector<std::optional<FoundStrategy>> exact(candidates.size());
        m_progress.shortlist = candidates.size();
        runParts(candidates.size(), m_threads, [&](PartQueue& queue) {
            while (const auto i = queue.next()) {
                // Stopped before, the best one is simulated all the same.
                if (*i > 0 && stopped())
                    break;
                exact[*i] = simulated(candidates[*i]);
                const std::lock_guard lock(m_mutex);
                noteSimulated(exact[*i]);
            }
        });
        for (auto& one : exact)
            if (one)
                m_exact.push_back(*std::move(one));
        m_result.simulated = m_progress.simulated;
        // The shortlist can be empty, as nothing that is far from fitting is on it.
        if (m_exact.empty() && m_shortlist.leanest())
            m_result.leanest = simulated(*m_shortlist.leanest());
    }

    void noteSimulated(const std::optional<FoundStrategy>& one)
    {
        ++m_progress.simulated;
        if (one && one->estimate.fits
            && (m_progress.bestSeconds == 0 || one->estimate.stepSeconds < m_progress.bestSeconds))
            m_progress.bestSeconds = one->estimate.stepSeconds;
        tell(double(m_progress.simulated) / double(m_progress.shortlist));
    }

    static double peakOf(const FoundStrategy& one)
    {
        return one.estimate.memory[one.estimate.fullestRank].peak();
    }

    // To the first of them, itself among them.
    static std::size_t countEqual(const std::vector<FoundStrategy>& good)
    {
        const auto others = std::count_if(good.begin(), good.end(), [&](const FoundStrategy& one) {
            return areEqual(one.estimate, good.front().estimate);
        });
        return (good.empty() ? 0U : 1U) + static_cast<std::size_t>(others);
    }

    // Those of the shortlist that fit and are fast enough; by time, then by their place in it.
    void choose()
    {
        std::vector<FoundStrategy> good;
        for (FoundStrategy& one : m_exact) {
            if (one.estimate.fits && one.estimate.tokensPerSecond >= m_asked.tokensPerSecond)
                good.push_back(std::move(one));
            else {
                if (!m_result.leanest || peakOf(one) < peakOf(*m_result.leanest))
                    m_result.leanest = one;
                if (!one.estimate.fits)
                    m_result.tooLarge.push_back(std::move(one));
            }
        }
        const auto isFaster = [](const FoundStrategy& a, const FoundStrategy& b) {
            return a.estimate.stepSeconds < b.estimate.stepSeconds;
        };
        std::stable_sort(good.begin(), good.end(), isFaster);
        std::stable_sort(m_result.tooLarge.begin(), m_result.tooLarge.end(), isFaster);
        std::vector<plan::Burden> burdens;
        burdens.reserve(good.size());
        for (const FoundStrategy& one : good)
            burdens.push_back(
                {one.estimate.stepSeconds, peakOf(one), one.strategy.cluster.devices});
        for (const std::size_t i : plan::paretoFront(burdens))
            good[i].onFront = true;
        m_result.equal = countEqual(good);
        for (std::size_t i = 0; i < good.size(); ++i)
            if (i < m_asked.top || good[i].onFront)
                m_result.found.push_back(std::move(good[i]));
        if (!m_result.found.empty())
            m_result.leanest.reset();
    }

    const Strategy& m_strategy;
    const SearchAsked& m_asked;
    plan::SearchSpace m_space;
    int m_threads;
    std::size_t m_fastest; // of all, on the shortlist
    std::vector<plan::SearchSlice> m_slices;
    plan::Shortlist m_shortlist;
    std::vector<FoundStrategy> m_exact;
    std::mutex m_mutex; // of the shortlist, the progress and its callback, while threads run
    SearchProgress m_progress;
    std::mutex m_large; // one that needs much memory is simulated at a time
    std::atomic<bool> m_stopped = false;
    std::once_flag m_noted;
    std::chrono::steady_clock::time_point m_stoppedAt;
    SearchResult m_result;
};

} // namespace

plan::Result<SearchResult> search(const Strategy& strategy, const SearchAsked& asked)
{
    if (!strategy.model)
        return plan::Error{"there is no model to search for: the strategy needs a 'model' section "
                           "with layers, hidden, heads, vocab and sequence"};
    if (asked.top < 1)
        return plan::Error{"a search for no result finds none; ask for at least 1"};
    if (asked.devices.size() > kMaxSearchedDevices)
        return plan::Error{"a search takes at most " + std::to_string(kMaxSearchedDevices)
                           + " numbers of devices, not " + std::to_string(asked.devices.size())};
    const auto isWrong = [](int devices) { return devices < 1 || devices > kMaxDevices; };
    if (std::any_of(asked.devices.begin(), asked.devices.end(), isWrong))
        return plan::Error{"a number of devices must be from 1 to " + std::to_string(kMaxDevices)};
    return Search(strategy, asked).run();
}

} // namespace strategy
