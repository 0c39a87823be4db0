// What a rank reports of its run. The one place where the plan's types become
// records of the wire.

#pragma once

#include "engine/plan/schedule.h"
#include "engine/runtime/clock_sync.h"
#include "engine/runtime/device_sampler.h"
#include "engine/runtime/kernel_activity.h"
#include "engine/runtime/machine.h"
#include "engine/runtime/memory_held.h"
#include "telemetry/sender.h"
#include "telemetry/step_tally.h"

#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace engine {

// Times that are given to a Recorder are from the zero of the step unless said; those it sends are
// on this rank's clock, which clock() sets against rank 0's.
struct RecorderOptions {
    std::string endpoint{};                        // of the collector, or of the host's aggregator
    std::vector<std::string> otherEndpoints{};     // see telemetry::SenderOptions
    std::optional<telemetry::CurveClient> curve{}; // to the collector over tcp
    std::uint64_t run = 0;                         // as the collector has it
    int rank = 0;
    int ranks = 1;
    plan::Shape shape{};
    std::string schedule{}; // its name
    std::string device{};   // the word of a strategy::RunDevice, perhaps with a number: "cuda:0"
    bool emulated = false;
    bool takesTurns = false; // its times are those of a virtual clock; see turns/
    float timeScale = 1;     // of an emulated run
    // What it sends unless a viewer asks for more; see telemetry::usualDetail().
    telemetry::DetailLevel detail = telemetry::DetailLevel::Kernel;
    std::chrono::seconds lostAfter{10}; // of silence; see lost()
};

// Never blocks the step: records that find no room are dropped and counted. Used
// by one thread.
//
// A step is recorded at one level of detail throughout, the one that holds when it begins. At
// DetailLevel::Step its spans are summed up and not sent, memory is told once, at its end, and of
// the device's counters the last; at DetailLevel::Op no kernels are. What is not asked for is no
// loss: it stands in the step's summary, which is sent at every level.
class Recorder {
public:
    // Connects behind. The error is an endpoint that cannot be one.
    static plan::Result<Recorder> open(const RecorderOptions& options);

    // Records nothing.
    static Recorder silent();

    void clock(const RankClock& clock);

    // `zero` is on this rank's clock; the completions that follow count from it.
    void beginStep(int step, Nanoseconds zero);
    // Also what lies inside it, one span each.
    void completion(const Completion& completion);
    void tail(const StepTail& tail); // as a collective and an optimizer of no stage
    void memory(Nanoseconds at, const MemoryHeld& memory); // `at` from the step's zero

    // A gradient reduction beside the ops of a stage, and an op's second run; `start` and
    // `end` on this rank's clock.
    void reduction(int stage, Nanoseconds start, Nanoseconds end, std::size_t bytes);
    // A second run that differed is told at once; how many were compared is told with the step's
    // end.
    void rerun(const plan::Op& op, Nanoseconds start, Nanoseconds end, bool same);
    // From `step` on, which has not begun, the run follows the schedule of that name. Sent by one
    // rank for all.
    void schedule(int step, std::string_view name);
    // What the step came to; the loss is also in its end mark. Sent where `whole` is set: by
    // one rank for all.
    struct Numbers {
        double loss = 0;
        double gradientNorm = 0;
        double learningRate = 0;
        std::uint64_t tokens = 0; // of all replicas
        bool updated = true;
    };
    void numbers(const Numbers& numbers, bool whole);
    void endStep(Nanoseconds at); // also reports the process' memory

    // What the rank computes on; told once it has it, and again where that has changed.
    void device(const DeviceDescription& description);
    // What a sampler has gathered of it since the last call. A fault becomes a log line of level
    // Error; readings for which the sampler had no room are told once as a warning.
    void device(const DeviceNews& news);
    // What it did within its ops, where that is looked at; told once a step, before endStep().
    void kernels(Nanoseconds at, const KernelNews& news);
    void log(telemetry::LogLevel level, const std::string& text);

    // The collector has not been heard for as long as the options say.
    bool lost() const { return m_sender && m_sender->lost(); }

    // Sends what is left and says goodbye, within `deadline`.
    void close(telemetry::ByeReason reason, const std::string& text,
               std::chrono::milliseconds deadline);

private:
    Recorder(std::unique_ptr<telemetry::Sender> sender, bool emulated);
    void tailPart(telemetry::SpanKind kind, Nanoseconds start, Nanoseconds end,
                  Nanoseconds lateness);
    void span(telemetry::SpanRecord record, Nanoseconds start, Nanoseconds end);
    void part(const Completion& completion, const Part& part);
    bool sends(telemetry::DetailLevel level) const { return m_sender && m_level >= level; }
    void tellMemory(std::int64_t timeNs); // what has changed in a step that is summed up
    void sample(telemetry::MemoryCategory category, std::int64_t timeNs, std::uint64_t current,
                std::uint64_t peak, bool emulated);

    std::unique_ptr<telemetry::Sender> m_sender; // none: silent
    bool m_emulated = false;
    int m_step = 0;
    Nanoseconds m_zero{};
    telemetry::DetailLevel m_level = telemetry::DetailLevel::Kernel; // of the step
    telemetry::StepTally m_tally;                                    // likewise
    // The end mark says how many spans of the step were asked for, sent or dropped, so that a
    // reader knows whether it has all of them.
    std::uint32_t m_spans = 0; // of the step
    std::array<std::size_t, 5>
        m_held{}; // by category, as last told; what was never held is not told
    std::array<std::size_t, 5> m_peaks{};                     // of the step
    std::array<bool, 5> m_untold{};                           // what has changed and waits
    bool m_emulatedMemory = false;                            // of what waits
    double m_loss = std::numeric_limits<double>::quiet_NaN(); // of the step
    std::uint32_t m_compared = 0;                             // second runs in the step
    std::uint32_t m_different = 0;
    bool m_toldDropped = false; // readings of the device
};

} // namespace engine
