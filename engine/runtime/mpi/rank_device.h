// What a rank trains on and how its values go to others, as the run's options ask for it: the
// device, the way between devices, the turns that ranks take.

#pragma once

#include "engine/runtime/device_sampler.h"
#include "engine/runtime/engine_options.h"
#include "engine/runtime/mpi/mpi_world.h"
#include "engine/runtime/recorder.h"
#include "engine/runtime/training/device_module.h"
#include "engine/runtime/training/training_setup.h"
#include "engine/runtime/turns/turns.h"

#include <memory>
#include <optional>
#include <string>

namespace engine {

// Used by one thread. Destroyed after all that its device has given, and before the world.
class RankDevice {
public:
    // All must outlive what is made; `everybody`: all ranks of the run, who all call it.
    struct Surroundings {
        const EngineOptions& options;
        const training::TrainingSetup& setup;
        MpiWorld& world;
        HostCommunicator& everybody;
        Clock& clock;
        Waiting& waiting; // in which the rank waits for others
        Nanoseconds patience{};
    };

    // The error says what is missing. What else is to be said goes to the recorder.
    static plan::Result<std::unique_ptr<RankDevice>> open(const Surroundings& around,
                                                          Recorder& recorder);

    training::Device& device() { return *m_device; }
    // Between the devices of the ranks of this pipeline. All ranks call it, once.
    plan::Result<Transport*> transport();
    // For whoever asks what time it is, or sleeps: on the clock that the device's times are of.
    Waiting& waiting() { return m_turns ? m_turns->ofRun : m_around.waiting; }

    // What a sampler has gathered, where the device counts: readings on the rank's clock.
    bool counts() const { return m_sampler.has_value(); }
    DeviceNews takeNews();
    // The same, asked anew; see DeviceSampler::lookAgain().
    DeviceNews lookAgain();

    // Where ranks take turns: from here to endTurns(). All ranks call it, once they are made.
    plan::Outcome beginTurns();
    void endTurns();

private:
    struct TakenTurns {
        TakenTurns(const Surroundings& around);

        turns::Turns turns;
        Waiting ofDevice; // nobody else's turn: the device is this rank's
        Waiting ofRun;
    };

    explicit RankDevice(const Surroundings& around);
    plan::Outcome set(Recorder& recorder);
    plan::Result<std::unique_ptr<training::Device>> openOwn();
    // Why its values go over the host; nothing where they go their own way.
    plan::Result<std::optional<std::string>> whyOverHost(training::Device& device);
    DeviceNews onOwnClock(DeviceNews news) const;
    void tell(Recorder& recorder, const std::optional<std::string>& overHost);

    const Surroundings m_around;
    std::unique_ptr<training::DeviceModule> m_module; // outlives its device
    std::optional<TakenTurns> m_turns;
    std::unique_ptr<training::Device> m_device;
    std::optional<DeviceSampler> m_sampler;
};

} // namespace engine
