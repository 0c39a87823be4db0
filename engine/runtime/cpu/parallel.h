// Splits a loop over the threads of a rank: those of OpenMP, which the products use too.

#pragma once

#include <cstdint>

namespace training {

// How many threads a loop of `count` turns is worth, `grain` turns at least for each.
int partsOf(int threads, std::int64_t count, std::int64_t grain);

// body(context, part) for each part of [0, parts), at the same time. Throws what the first
// that threw has thrown, once all are over.
void runParts(int parts, void (*body)(void* context, int part), void* context);

// The products that this thread calls use so many.
void setProductThreads(int threads);

// body(first, last): ranges that together are [0, count), split alike every time. May throw, as
// above. A range depends on `count`, `grain` and the number of threads only, so a sum that each
// thread makes of its range is the same in every run.
template <class Body>
void forRanges(int threads, std::int64_t count, std::int64_t grain, const Body& body)
{
    const int parts = partsOf(threads, count, grain);
    if (parts == 1) {
        body(std::int64_t{0}, count);
        return;
    }
    struct Context {
        const Body& body;
        std::int64_t count;
        int parts;
    } context{body, count, parts};
    runParts(
        parts,
        [](void* given, int part) {
            const auto& own = *static_cast<Context*>(given);
            own.body(own.count * part / own.parts, own.count * (part + 1) / own.parts);
        },
        &context);
}

} // namespace training
