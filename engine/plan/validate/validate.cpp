#include "engine/plan/validate/validate.h"

#include "engine/plan/validate/completeness.h"

#include <algorithm>

namespace plan {
namespace {

// Of one rank, and the op that first reached it.
struct Peak {
    int pairs = 0;
    Op op;
};

// A fused pair holds its forward's activations before it gives up its backward's.
Peak peakOf(const std::vector<Op>& ops, const Pairs& pairs)
{
    Peak peak;
    int inFlight = 0;
    const auto run = [&](const Op& op, bool forwards) {
        if (isForward(op.kind) != forwards)
            return;
        if (!forwards)
            inFlight -= op.kind == OpKind::InputGrad ? 0 : 1;
        else if (++inFlight > peak.pairs)
            peak = {inFlight, op};
    };
    auto pair = pairs.begin();
    for (std::size_t i = 0; i < ops.size(); ++i) {
        const bool fused = pair != pairs.end() && *pair == i;
        for (const bool forwards : {true, false}) {
            run(ops[i], forwards);
            if (fused)
                run(ops[i + 1], forwards);
        }
        pair += fused;
        i += fused;
    }
    return peak;
}

void checkMemory(const Schedule& schedule, const std::vector<int>& caps, Verdict& verdict,
                 Complaints& wrong)
{
    const std::size_t ranks = schedule.order.size();
    if (caps.size() > 1 && caps.size() != ranks)
        wrong.add([&] {
            return "there are " + std::to_string(caps.size()) + " memory caps for "
                + std::to_string(ranks) + " ranks; give one for all, or one per rank";
        });
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        const Peak peak = peakOf(schedule.order[rank], schedule.pairsOf(rank));
        verdict.peakInFlight.push_back(peak.pairs);
        if (caps.empty() || (caps.size() != 1 && caps.size() != ranks))
            continue;
        const int cap = caps.size() == 1 ? caps.front() : caps[rank];
        if (peak.pairs > cap)
            wrong.add([&] {
                return "rank " + std::to_string(rank) + " holds " + std::to_string(peak.pairs)
                    + " microbatches of its stages in flight at " + toText(peak.op)
                    + "; its cap is " + std::to_string(cap);
            });
    }
}

} // namespace

std::vector<std::string> Verdict::sentences() const
{
    std::vector<std::string> all = wrong;
    all.insert(all.end(), missing.begin(), missing.end());
    if (deadlock)
        all.push_back("the schedule deadlocks: " + toSentence(*deadlock));
    if (more > 0)
        all.push_back("and " + std::to_string(more) + " more");
    return all;
}

Verdict validate(const Schedule& schedule, const ValidateOptions& options)
{
    Complaints wrong(options.limit);
    Complaints missing(options.limit);
    Verdict verdict;
    checkLists(schedule, wrong);
    if (wrong.none()) {
        checkOps(schedule, wrong, missing);
        checkPairs(schedule, wrong);
    }
    if (wrong.none()) {
        verdict.deadlock = findDeadlock(schedule);
        checkMemory(schedule, options.maxInFlight, verdict, wrong);
    }
    if (wrong.none() && missing.none() && !verdict.deadlock && options.buffers)
        verdict.deadlock = findDeadlock(schedule, std::max(*options.buffers, 0));
    verdict.wrong = wrong.sentences();
    verdict.missing = missing.sentences();
    verdict.more = wrong.more() + missing.more();
    return verdict;
}

std::vector<std::string> violations(const Schedule& schedule, std::size_t limit)
{
    const Verdict verdict = validate(schedule, {.limit = limit});
    std::vector<std::string> sentences = verdict.sentences();
    std::size_t more = verdict.more;
    if (more > 0)
        sentences.pop_back();
    if (sentences.size() > limit) {
        more += sentences.size() - limit;
        sentences.resize(limit);
    }
    if (more > 0)
        sentences.push_back("and " + std::to_string(more) + " more");
    return sentences;
}

} // namespace plan
