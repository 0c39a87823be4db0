// What Paddle's two formats share. Internal to this folder.

#pragma once

#include "engine/strategy/convert/exporting.h"

namespace strategy {

// true or false, also as the 0 and 1 that Paddle's flags are. Any other value is a problem.
std::optional<bool> paddleFlag(Importing& importing, std::string_view key);

// A degree of parallelism; -1 is no degree, for off or for what is left, and gives 0.
std::optional<int> paddleDegree(Importing& importing, std::string_view key);

// "1F1B", "VPP", "FThenB" and the like; the schedule's name here, or a problem.
void readPaddleSchedule(Importing& importing, std::string_view key);

// Whether that flag asks for DualPipeV, which neither vocabulary has; it is the schedule then.
bool readDualPipeV(Importing& importing, std::string_view key);

// What the trainer is told of its pipeline beside the schedule's own keys, and the word among it
// that chooses one.
inline constexpr std::string_view kPipelineWords = "pipeline_parallel_config";
inline constexpr std::string_view kDualPipeVWord = "use_dualpipev";

// The words of a text or of a list of texts, as the file has it.
std::vector<std::string> paddleWords(std::string written);

// For an export: sets the flag, true, if that is the schedule.
bool writeDualPipeV(Exporting& out, std::string_view key);

// readPaddleSchedule() for an export, of the words that the format has, PaddleFleet's or
// PaddleTrainer's; 1F1B, with a remark, for a schedule that they do not name.
std::string paddleSchedule(Exporting& out, plan::Framework words);

} // namespace strategy
