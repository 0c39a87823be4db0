// Any bytes as the dumps of two ranks and their config: the reader answers with times or with
// one sentence, and what it accepts makes a timeline whose ledger adds up, and costs.

#include "engine/measured/iteration_fit.h"
#include "engine/measured/traced_step.h"
#include "engine/plan/ledger.h"
#include "engine/strategy/pipeline_dump.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace {

constexpr std::size_t kMostOps = 4096; // more is slow, and no different

void check(bool good)
{
    if (!good)
        std::abort();
}

void checkProblem(const std::optional<strategy::Problem>& problem)
{
    check(!problem || (problem->line >= 1 && !problem->sentence.empty() && !problem->key.empty()));
}

void checkTimes(const plan::Shape& shape, const std::vector<plan::RankTimes>& ranks)
{
    const auto order = measured::orderThatRan(shape, ranks);
    if (!order) {
        check(!order.error().message.empty());
        return;
    }
    const auto traced = measured::tracedStep(*order, 1, ranks, measured::TailIs::Optimizer);
    if (!traced) { // the clocks are too far apart
        check(!traced.error().message.empty());
        return;
    }
    const plan::Timeline& timeline = traced->step.timeline;
    const auto fits = measured::fitEach(order->schedule, {traced->step});
    const plan::Costs costs = fits ? fits->front().costs : plan::Costs::unit();
    for (const plan::RankLedger& lines : plan::account(order->schedule, timeline, costs).ranks)
        check(plan::sum(lines) == timeline.makespan
              && *std::min_element(lines.begin(), lines.end()) >= plan::Nanoseconds{0});
}

} // namespace

// The config, then the dump of every rank, with a byte of 0 between.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto next = [&] {
        const std::size_t end = std::min(text.find('\0'), text.size());
        const std::string_view piece = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        return piece;
    };
    const strategy::ReadDumpConfig read = strategy::readDumpConfig(next());
    checkProblem(read.problem);
    const plan::Shape shape = read.problem ? plan::Shape{2, 1, 2, 1} : read.config.shape;
    const std::size_t ops = std::size_t(shape.chunks) * std::size_t(shape.microbatches);
    if (ops * std::size_t(shape.ranks) > kMostOps)
        return 0;
    std::vector<plan::RankTimes> ranks;
    for (int rank = 0; rank < shape.ranks; ++rank) {
        const strategy::ReadRankDump dump = strategy::readRankDump(next(), ops);
        checkProblem(dump.problem);
        if (dump.problem)
            return 0;
        check(!dump.iterations.empty());
        ranks.push_back(dump.iterations.begin()->second.times);
        check(ranks.back().forwards.size() == ops && ranks.back().backwards.size() == ops);
    }
    checkTimes(shape, ranks);
    return 0;
}
