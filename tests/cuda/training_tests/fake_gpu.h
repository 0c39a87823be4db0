// A GPU that is made up, for each rank that is a thread of a test.

#pragma once

#include "tests/cuda/fakes/streams.h"
#include "tests/runtime/training/trained/trained.h"

#include <ostream>

namespace fake {

inline void PrintTo(Turns turns, std::ostream* out)
{
    *out << (turns == Turns::Random             ? "random"
                 : turns == Turns::AwaitedFirst ? "awaited first"
                                                : "awaited last");
}

} // namespace fake

namespace training {

inline constexpr fake::Turns kTurns[]
    = {fake::Turns::Random, fake::Turns::AwaitedFirst, fake::Turns::AwaitedLast};

// With these options, but for the seed, in each rank's thread.
MakeDevice gpuWith(const fake::Options& options);

} // namespace training
