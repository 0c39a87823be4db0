// Whether a recording is whole, in words: the same for every command that reads one.

#pragma once

#include "engine/launch/exit_code.h"
#include "engine/launch/find_run.h"
#include "engine/launch/run_reading.h"
#include "telemetry/recording_reader.h"

#include <string>
#include <vector>

namespace launch {

// One sentence for each thing that is wrong: with the file, with what the ranks sent, with the
// run's record. Empty where the recording is whole. Both readers have read all of it.
// A run that did not complete may lack its ranks' last words: that is how it ended, and no damage.
std::vector<std::string> damageOf(const Recording& recording,
                                  const telemetry::RecordingReader& reader,
                                  const RunReading& reading);

// Says those to stderr, and what can be done: `canRecover` names the command that writes what is
// whole. WorkFailed where there was anything to say.
ExitCode tellDamage(const Recording& recording, const telemetry::RecordingReader& reader,
                    const RunReading& reading, bool canRecover);

} // namespace launch
