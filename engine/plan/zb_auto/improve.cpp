#include "engine/plan/zb_auto/improve.h"

#include "engine/plan/zb_auto/chain.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace plan::zb_auto {
namespace {

constexpr std::size_t kMemory = 60;    // moves over which an order may be no better
constexpr long long kPatience = 6'000; // candidates without a better one

// A sequence that looks random and is the same every time (a linear congruence, constants
// of Knuth's MMIX).
class Draw {
public:
    std::size_t below(std::size_t count)
    {
        m_state = m_state * 6364136223846793005ULL + 1442695040888963407ULL;
        return static_cast<std::size_t>(m_state >> 33) % count;
    }

private:
    std::uint64_t m_state = 1;
};

// The op at `from` goes to `to`; those between make room.
struct Move {
    std::size_t rank = 0;
    std::size_t from = 0;
    std::size_t to = 0;
};

void apply(std::vector<Op>& order, std::size_t from, std::size_t to)
{
    const auto at = [&](std::size_t i) { return order.begin() + static_cast<std::ptrdiff_t>(i); };
    if (from < to)
        std::rotate(at(from), at(from + 1), at(to + 1));
    else
        std::rotate(at(to), at(from), at(from + 1));
}

class Improver {
public:
    Improver(Run& run, const Problem& problem, Orders start)
        : m_run(run)
        , m_problem(problem)
        , m_orders(std::move(start))
        , m_evaluator(problem)
        , m_finder(problem)
    {
    }

    void improve()
    {
        const auto start = m_evaluator.run(m_orders);
        if (!start)
            return;
        m_score = *start;
        m_history.fill(key(m_score));
        m_best = key(m_score);
        look();
        long long sinceBetter = 0;
        while (!m_run.over() && !m_chain.empty() && sinceBetter < kPatience)
            sinceBetter = tryMove(drawMove()) ? 0 : sinceBetter + 1;
    }

private:
    using Key = std::pair<Ticks, Ticks>;

    Key key(const Score& score) const { return {m_run.valueOf(score), m_run.otherOf(score)}; }

    // Finds the chain to the rank that the objective is of.
    void look()
    {
        const auto& starts = m_evaluator.starts();
        std::size_t worst = 0;
        Ticks longest = -1;
        for (std::size_t rank = 0; rank < m_orders.size(); ++rank) {
            const Ticks end = starts[rank].back() + m_problem.of(m_orders[rank].back());
            const Ticks value = m_run.objective() == AutoObjective::Makespan
                ? end + m_problem.tails[rank]
                : end - starts[rank].front();
            if (value > longest) {
                longest = value;
                worst = rank;
            }
        }
        m_chain = m_finder.find(m_orders, starts, worst);
    }

    // Something that could let the op at a place of the chain start earlier.
    Move drawMove()
    {
        const Place place = m_chain[m_draw.below(m_chain.size())];
        const auto& order = m_orders[place.rank];
        const std::size_t before = place.index - 1;
        if (order[before].kind == OpKind::WeightGrad && m_draw.below(4) != 0) {
            const std::size_t later = std::min(order.size() - 1, place.index + m_draw.below(12));
            return m_draw.below(3) == 0 ? Move{place.rank, before, gapBefore(place.rank, before)}
                                        : Move{place.rank, before, later};
        }
        if (m_draw.below(4) == 0) {
            const std::size_t back = std::min(place.index, 1 + m_draw.below(4));
            return {place.rank, place.index, place.index - back};
        }
        return {place.rank, before, place.index};
    }

    // The nearest earlier place that follows idle time; one place earlier if none is near.
    std::size_t gapBefore(std::size_t rank, std::size_t index) const
    {
        const auto& starts = m_evaluator.starts()[rank];
        const auto& order = m_orders[rank];
        for (std::size_t i = index; i > 0 && index - i < 24; --i)
            if (starts[i] > starts[i - 1] + m_problem.of(order[i - 1]))
                return i;
        return index == 0 ? 0 : index - 1;
    }

    // Whether the moved op keeps its place relative to its own microbatch's other ops.
    bool keepsOrder(const Move& move) const
    {
        const auto& order = m_orders[move.rank];
        const Op& op = order[move.from];
        const auto [low, high] = std::minmax(move.from, move.to);
        for (std::size_t i = low; i <= high; ++i)
            if (i != move.from && order[i].microbatch == op.microbatch
                && order[i].stage == op.stage)
                return false;
        return true;
    }

    // True if the order became better than any before.
    bool tryMove(const Move& move)
    {
        if (move.from == move.to || !keepsOrder(move))
            return false;
        auto& order = m_orders[move.rank];
        apply(order, move.from, move.to);
        const auto score
            = fits(m_problem, order, move.rank) ? m_evaluator.run(m_orders) : std::nullopt;
        m_run.spend(3LL * m_problem.shape.stages() * m_problem.shape.microbatches);
        const Key found = score ? key(*score) : Key{};
        Key& past = m_history[m_moves++ % kMemory];
        if (!score || (found > key(m_score) && found > past)) {
            apply(order, move.to, move.from);
            past = std::min(past, key(m_score));
            return false;
        }
        m_score = *score;
        past = std::min(past, found);
        look();
        if (!(found < m_best))
            return false;
        m_best = found;
        m_run.offer(m_problem, m_orders, m_score, "improved");
        return true;
    }

    Run& m_run;
    const Problem& m_problem;
    Orders m_orders;
    Evaluator m_evaluator;
    ChainFinder m_finder;
    Draw m_draw;
    Score m_score;
    Key m_best;
    std::array<Key, kMemory> m_history;
    std::size_t m_moves = 0;
    std::vector<Place> m_chain;
};

} // namespace

void improve(Run& run, const Problem& problem, Orders start)
{
    Improver(run, problem, std::move(start)).improve();
}

} // namespace plan::zb_auto
