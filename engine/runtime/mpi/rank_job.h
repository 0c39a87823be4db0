// One rank's part of a run, from the strategy to its last step, on whatever device.

#pragma once

#include "engine/runtime/engine_options.h"
#include "engine/runtime/mpi/mpi_world.h"
#include "engine/runtime/rank_run.h"
#include "engine/runtime/recorder.h"
#include "engine/runtime/training/training_setup.h"
#include "engine/runtime/waiting.h"
#include "engine/strategy/strategy.h"
#include "telemetry/connection_file.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace engine {

// In MPI_COMM_WORLD: 0 <= rank < ranks.
struct WorldPlace {
    int rank = 0;
    int ranks = 1;
};

// Made before anything is sent, so that bad input is one sentence; destroyed after its last step,
// when nothing of it is on its way any more, and before MPI is finalized.
class RankJob {
public:
    // Fails if the strategy cannot run on that device, or has not that many ranks. Reads no file
    // and sends nothing: what can be said against the strategy is said before any rank waits for
    // another.
    // `connection`: of the run; none: no commands come.
    static plan::Result<std::unique_ptr<RankJob>>
    make(const EngineOptions& options, const std::optional<telemetry::Connection>& connection,
         const strategy::Strategy& strategy, const WorldPlace& place);
    // Frees the groups of the rank before the world that they were made in.
    ~RankJob();

    // Who this rank is, for the recorder; where the collector is, is filled in by the caller.
    RecorderOptions describe() const;

    // Before calls that nothing gives a deadline, with true, and after them, with false: MPI's, as
    // it makes a communicator. Every other wait has one of its own.
    using MayBlock = std::function<void(bool)>;

    // Until the last step. `waiting` and `recorder` must outlive the job.
    plan::Outcome run(Waiting& waiting, Recorder& recorder, const MayBlock& mayBlock);

    // After run(): it was asked to stop between two steps, and when.
    const std::optional<std::string>& stopped() const { return m_stopped; }

private:
    struct Trainer; // what only a rank that trains has

    RankJob(EngineOptions options, std::optional<telemetry::Connection> connection,
            const strategy::Strategy& strategy, const WorldPlace& place);
    // Reads off the strategy what this rank needs, and fails where the device cannot run it.
    plan::Outcome setUp(const strategy::Strategy& strategy);
    // Of this rank, whichever kind it is.
    const PipelineSetup& pipeline() const;
    Nanoseconds patience() const; // of one wait
    // Opens the world, and tells the recorder how the clocks stand.
    plan::Outcome connect(Waiting& waiting, Recorder& recorder);
    // These return when the last step is over, or was stopped.
    plan::Outcome runPaced(Waiting& waiting, Recorder& recorder);
    plan::Outcome runTraining(Waiting& waiting, Recorder& recorder, const MayBlock& mayBlock);
    // The error with what its device says of it; keeps what is known of the others' part in it.
    plan::Error explained(plan::Error error, const Waiting& waiting, Recorder& recorder);
    std::optional<Standing> standing() const; // of a rank that trains
    std::function<DeviceNews()> deviceNews(); // none: nothing is counted
    // Once its groups are made: commands, duties and the steps.
    plan::Outcome train(Waiting& waiting, Recorder& recorder);

    // As given; what follows from them is worked out where it is needed.
    const EngineOptions m_options;
    const std::optional<telemetry::Connection> m_connection;
    const std::string m_schedule; // its name
    const WorldPlace m_place;
    std::optional<training::TrainingSetup> m_training; // of a device that trains
    PipelineSetup m_paced;                             // of one that does not
    SystemClock m_clock;
    // One for both kinds of rank: a GPU's would take their place.
    HostLanes m_lanes{m_clock};
    std::unique_ptr<MpiWorld> m_world; // outlives the groups of the rank
    // Before the world goes, so do the groups in here.
    std::unique_ptr<Trainer> m_trainer;
    std::optional<std::string> m_stopped;
};

} // namespace engine
