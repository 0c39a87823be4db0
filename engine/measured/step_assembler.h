// From what the ranks sent to what they did: wire frames in, one measured
// timeline a step out. The only place where wire records become plan types.
//
// Frames of different ranks may arrive in any order and late; a step is finished
// once every rank has ended it and every span of it is here, or once it is clear
// that the missing ones are lost. Memory is bounded: the oldest of more than
// kMaxOpenSteps unfinished steps is handed out as it is.

#pragma once

#include "engine/plan/schedule.h"
#include "engine/plan/timeline.h"
#include "telemetry/codec.h"

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace measured {

using plan::Nanoseconds;

// What the ranks' Hello frames say of the run.
struct RunInfo {
    plan::Shape shape;
    std::string schedule; // its name
    std::string device;
    bool emulated = false;

    bool operator==(const RunInfo&) const = default;
};

struct Step {
    int number = 0;
    plan::Timeline timeline;  // wall clock, from the step's common zero
    bool ended = false;       // every rank has said so
    std::uint64_t lost = 0;   // spans the ranks recorded that are not in the timeline
    double loss = std::numeric_limits<double>::quiet_NaN();
    Nanoseconds medianLateness{}; // of wall end against virtual deadline; 0 where not emulated
    Nanoseconds maxLateness{};

    bool whole() const { return ended && lost == 0; }
};

class StepAssembler {
public:
    static constexpr std::size_t kMaxOpenSteps = 8;

    // Takes one frame of any kind. Spans outside the run's shape are counted as
    // rejected, never stored.
    void add(const telemetry::Frame& frame);

    // Empty until a Hello has come.
    const std::optional<RunInfo>& info() const { return m_info; }

    // Steps finished since the last call, in order.
    std::vector<Step> takeFinished();

    // The newest step under way, as far as it is known; empty between steps.
    std::optional<Step> current() const;

    // No more frames will come: hands out what is left as finished.
    void close();

    // Spans that fit no step or lie outside the run's shape, and steps that
    // arrived after they had been handed out.
    std::uint64_t rejected() const { return m_rejected; }

private:
    struct RankPart {
        std::optional<std::int64_t> beginNs; // the step's zero on this rank's clock
        std::optional<std::uint32_t> spans;  // how many it recorded, once it has ended
        std::vector<telemetry::SpanRecord> records;
    };
    struct OpenStep {
        std::vector<RankPart> ranks;
        double loss = std::numeric_limits<double>::quiet_NaN();
    };

    void addHello(const telemetry::Hello& hello);
    void addSpans(std::uint32_t rank, const std::vector<telemetry::SpanRecord>& spans);
    void addMarks(std::uint32_t rank, const std::vector<telemetry::StepMark>& marks);
    RankPart* part(std::int32_t step, std::uint32_t rank);
    std::size_t maxRecords() const;
    bool fits(const telemetry::SpanRecord& span) const;
    void finishSteps();
    Step build(int number, const OpenStep& open) const;

    std::optional<RunInfo> m_info;
    std::map<int, OpenStep> m_open;
    std::vector<Step> m_finished;
    int m_nextStep = 0; // steps below are handed out
    std::uint64_t m_rejected = 0;
};

} // namespace measured
