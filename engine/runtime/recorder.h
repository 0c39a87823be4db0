// What a rank reports of its run. The one place where the plan's types become
// records of the wire.

#pragma once

#include "engine/plan/schedule.h"
#include "engine/runtime/clock_sync.h"
#include "engine/runtime/device.h"
#include "engine/runtime/stage.h"
#include "telemetry/sender.h"

#include <memory>
#include <string>

namespace engine {

struct RecorderOptions {
    std::string endpoint{}; // of the collector
    std::uint64_t run = 0; // as the collector has it
    int rank = 0;
    int ranks = 1;
    plan::Shape shape{};
    std::string schedule{}; // its name
    std::string device{};   // "emulated", "cpu", "cuda:0"
    bool emulated = false;
};

// Never blocks the step: records that find no room are dropped and counted. Used
// by one thread.
class Recorder {
public:
    // Connects behind. The error is an endpoint that cannot be one.
    static plan::Result<Recorder> open(const RecorderOptions& options);

    // Records nothing.
    static Recorder silent();

    void clock(const RankClock& clock);

    // `zero` is on this rank's clock; the completions that follow count from it.
    void beginStep(int step, Nanoseconds zero);
    void completion(const Completion& completion);
    void tail(const StepTail& tail); // as a collective and an optimizer of no stage
    void memory(Nanoseconds at, const StageMemory& memory); // `at` from the step's zero
    void endStep(Nanoseconds at);                           // also reports the process' memory
    void log(telemetry::LogLevel level, const std::string& text);

    // The collector has not been heard for kLostAfter.
    bool lost() const { return m_sender && m_sender->lost(); }
    static constexpr std::chrono::seconds kLostAfter{10};

    // Sends what is left and says goodbye, within `deadline`.
    void close(telemetry::ByeReason reason, const std::string& text,
               std::chrono::milliseconds deadline);

private:
    Recorder(std::unique_ptr<telemetry::Sender> sender, bool emulated);
    void tailPart(telemetry::SpanKind kind, Nanoseconds start, Nanoseconds end,
                  Nanoseconds lateness);
    void span(telemetry::SpanRecord record, Nanoseconds start, Nanoseconds end);
    void sample(telemetry::MemoryCategory category, std::int64_t timeNs, std::uint64_t current,
                std::uint64_t peak, bool emulated);

    std::unique_ptr<telemetry::Sender> m_sender; // none: silent
    bool m_emulated = false;
    int m_step = 0;
    Nanoseconds m_zero{};
    std::uint32_t m_spans = 0; // of the step
    std::size_t m_activations = 0;
    std::size_t m_peakActivations = 0;
};

} // namespace engine
