// Prints how long a copy of the step under way takes, measured::StepAssembler::current(), which the
// window makes for each snapshot, and giving it back. Its ops came in order, and are all there is.

#include "tests/measured/fake_run.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kRanks = 64;
constexpr int kTimes = 9;

double milliseconds(Clock::duration time)
{
    return std::chrono::duration<double, std::milli>(time).count();
}

void measure(int microbatches)
{
    const measured::test::FakeRun run({.ranks = kRanks, .microbatches = microbatches});
    measured::StepAssembler assembler;
    assembler.add(run.hello());
    for (int rank = 0; rank < kRanks; ++rank) {
        assembler.add(run.begin(rank, 0));
        assembler.add(run.spans(rank, 0));
    }
    std::vector<double> times;
    std::vector<double> givenBack;
    std::size_t spans = 0;
    for (int i = 0; i < kTimes; ++i) {
        auto begun = Clock::now();
        auto step = assembler.current();
        times.push_back(milliseconds(Clock::now() - begun));
        spans = 0;
        for (const auto& rank : step->timeline.spans)
            spans += rank.size();
        begun = Clock::now();
        step.reset();
        givenBack.push_back(milliseconds(Clock::now() - begun));
    }
    std::sort(times.begin(), times.end());
    std::sort(givenBack.begin(), givenBack.end());
    std::printf("%8zu spans under way: copied in %7.2f ms (median), worst %7.2f ms; given back in "
                "%6.2f ms, worst %6.2f ms\n",
                spans, times[kTimes / 2], times.back(), givenBack[kTimes / 2], givenBack.back());
}

} // namespace

int main()
{
    for (const int microbatches : {64, 512, 1600, 8000})
        measure(microbatches);
    return 0;
}
