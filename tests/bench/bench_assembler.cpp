// Prints what making a picture of the step under way takes: measured::StepAssembler::current(),
// which the window calls for each snapshot.

#include "tests/measured/fake_run.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

namespace {

constexpr int kRanks = 64;
constexpr int kTimes = 9;

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
    std::size_t spans = 0;
    for (int i = 0; i < kTimes; ++i) {
        const auto begun = std::chrono::steady_clock::now();
        const auto step = assembler.current();
        times.push_back(
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun)
                .count());
        spans = 0;
        for (const auto& rank : step->timeline.spans)
            spans += rank.size();
    }
    std::sort(times.begin(), times.end());
    std::printf("%8zu spans under way: snapshot median %7.2f ms, worst %7.2f ms\n", spans,
                times[times.size() / 2], times.back());
}

} // namespace

int main()
{
    for (const int microbatches : {64, 512, 1600, 8000})
        measure(microbatches);
    return 0;
}
