// What the ranks of a run do together, on whatever device.

#pragma once

#include "engine/runtime/engine_options.h"
#include "engine/runtime/recorder.h"
#include "engine/runtime/waiting.h"
#include "engine/strategy/strategy.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace engine {

struct WorldPlace {
    int rank = 0;
    int ranks = 1;
};

// One rank's part. Made before anything is sent, so that bad input is one sentence; destroyed
// after its last step, when nothing of it is on its way any more, and before MPI is finalized.
class Job {
public:
    virtual ~Job() = default;

    // Who this rank is, for the recorder; endpoint and run are filled in by the caller.
    virtual RecorderOptions describe() const = 0;

    // Until the last step. `waiting` and `recorder` must outlive the job. Calls `connected` when
    // all communicators are made: MPI gives the making of one no deadline, every later wait has
    // one.
    virtual plan::Outcome run(Waiting& waiting, Recorder& recorder,
                              const std::function<void()>& connected)
        = 0;

    // After run(): it was asked to stop between two steps, and when.
    virtual std::optional<std::string> stopped() const { return std::nullopt; }
};

// Sleeps where a device would compute.
plan::Result<std::unique_ptr<Job>> emulatedJob(const EngineOptions& options,
                                               const strategy::Strategy& strategy,
                                               const WorldPlace& place);

// Trains on this machine's processor.
plan::Result<std::unique_ptr<Job>>
cpuJob(const EngineOptions& options, const strategy::Strategy& strategy, const WorldPlace& place);

} // namespace engine
