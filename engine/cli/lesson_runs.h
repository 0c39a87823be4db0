// The run of a step: what it is started with, and what came of it.

#pragma once

#include "engine/lesson/read_lesson.h"

#include <cstdint>
#include <string>

namespace cli {

// Writes the strategy of the step's state, as a run takes it. Returns the exit code.
int writeStepStrategy(const lesson::ReadLesson& read, const std::string& step,
                      const std::string& out);

// Says what `bubblescope-run` is given beside the strategy: "--device emulated --steps 10". `seed`
// draws the faults that the learner is to find.
int writeStepArguments(const lesson::ReadLesson& read, const std::string& step, std::uint64_t seed,
                       const std::string& out);

// Judges what was recorded: says every value that the run tells, and whether the step is passed.
// `before`: the folder of the run that it was resumed from; empty: none. Exit code 1 where it is
// not passed, 2 where there is no such step or recording.
int judgeRun(const lesson::ReadLesson& read, const std::string& step, const std::string& folder,
             const std::string& before, const std::string& out);

} // namespace cli
