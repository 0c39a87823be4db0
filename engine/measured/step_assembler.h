// From what the ranks sent to what they did: wire frames in, one measured
// timeline a step out. The only place where wire records become plan types.
//
// Frames of different ranks may arrive in any order and late; a step is finished
// once every rank of the world has ended it and every span of it is here, or once it
// is clear that the missing ones are lost: the oldest unfinished step is handed out as it
// is once more than kFewOpenSteps are open and kPatience has passed since it began, and in
// any case where more than kMaxOpenSteps are, or they hold as much as kFewOpenSteps of the
// largest steps could: so memory is bounded. So a run of long steps is not held up, and one
// of short ones not given up while its frames are on their way.
//
// Nor does memory follow what a log only claims: a rank of which nothing came takes none while
// its step is open, and of the ranks that a Hello names only as many are believed as the bytes
// that came can speak for (kFreeRanks, kFreeRankLists). Records of a step for which there is no
// room are rejected. What lies further from the step's zero than kLongestStep (rank_work.h) is
// damage and counts as lost.
//
// Of a world that is larger than the pipeline one replica makes the timeline (run_info.h); of the
// others only the ops are kept, where they sent any, and of every rank what its step came to.
//
// A rank of which only a step's summary was asked for (telemetry::StepMark::detail) has no ops in
// it, and lacks none.
//
// A frame is taken in a time that does not grow with the world, but for a share of it that the
// frames of a step make up together: so a step of n ranks takes n log n.

#pragma once

#include "engine/measured/rank_step.h"
#include "engine/measured/rank_work.h"
#include "engine/measured/run_info.h"
#include "engine/measured/tail_entries.h"
#include "engine/plan/schedule.h"
#include "engine/plan/timeline.h"
#include "telemetry/codec.h"

#include <chrono>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace measured {

// Which order of its ops a step runs.
struct FollowedSchedule {
    std::string name{};
    bool swapped = false; // the run went over to it, with its defaults; else as it was launched

    bool operator==(const FollowedSchedule&) const = default;
};

// What a rank said of ops that it ran twice.
struct RankCheck {
    int rank = 0; // of the world
    telemetry::CheckRecord record;
};

// Lists by [rank] are empty, or have an entry for each rank of the pipeline.
struct Step {
    int number = 0;
    FollowedSchedule schedule{};
    // Wall clock, from the step's common zero. On a real device the collective of a tail
    // begins once the last rank of the world has entered its own; see tail_entries.h.
    plan::Timeline timeline;
    bool ended = false;     // every rank of the world has said so
    std::uint64_t lost = 0; // spans and summaries asked of the replica's ranks that are not here
    // [rank]: what the rank says that the step came to, on its own clock; empty of one that has not
    // ended it. None at all in recordings of before there were any.
    std::vector<std::optional<telemetry::StepSummary>> summaries{};
    // [rank]: 1 of one that sends nothing else of the step: its spans in the timeline are empty,
    // and it is not idle for that; its tail is there.
    std::vector<std::uint8_t> summed{};
    std::vector<std::vector<InnerPart>> inner{};          // [rank], by start
    std::vector<std::vector<plan::Span>> reruns{};        // [rank], by start: second runs of ops
    std::vector<std::vector<ReductionSpan>> reductions{}; // [rank], by start: beside the ops
    // [rank][replica], by start: the ops of the other replicas, each from its own zero of the step;
    // that of the one which makes the timeline is empty, as is one whose ops were not asked for.
    // Empty where no other sent any.
    std::vector<std::vector<std::vector<plan::Span>>> peers{};
    // [rank of the world], those of the timeline included; empty where there is one replica.
    std::vector<RankStep> world{};
    std::uint64_t clamped = 0; // inner parts cut to their op, or left out for want of one
    std::optional<telemetry::TrainingStep> training{};
    std::vector<RankCheck> checks{}; // of all replicas, as they came
    double loss = std::numeric_limits<double>::quiet_NaN();
    Nanoseconds medianLateness{}; // of wall end against virtual deadline; 0 where not emulated
    Nanoseconds maxLateness{};

    // All that was asked for is here.
    bool complete() const { return ended && lost == 0; }
    bool isSummed(std::size_t rank) const { return rank < summed.size() && summed[rank] != 0; }
    // And that was the ops of every rank.
    bool whole() const { return complete() && summed.empty(); }
};

class StepAssembler {
public:
    static constexpr std::size_t kFewOpenSteps = 8;
    static constexpr std::size_t kMaxOpenSteps = 256;
    static constexpr std::chrono::seconds kPatience{1}; // by the clocks of the ranks
    static constexpr std::size_t kMaxChecks = 1 << 16;  // kept of one step
    static constexpr std::size_t kMaxSchedules = 256;   // to come
    // Ranks of the pipeline: so many, and one more for every kBytesARank of frames that came.
    static constexpr std::uint64_t kFreeRanks = 4096;
    static constexpr std::uint64_t kBytesARank = 16;
    // The same for the ranks of all steps together: a step's lists have a place for each.
    static constexpr std::uint64_t kFreeRankLists = 1 << 18;
    static constexpr std::uint64_t kBytesARankList = 8;

    // `replica`: whose timeline to make; 0 where the run has not that many.
    explicit StepAssembler(int replica = 0)
        : m_replica(replica)
    {
    }

    // Takes one frame of any kind. Spans outside the run's shape are counted as
    // rejected, never stored.
    void add(const telemetry::Frame& frame);

    // Empty until a Hello has come.
    const std::optional<RunInfo>& info() const { return m_info; }

    // What the newest steps, or those to come, follow; its name is empty while info() is.
    FollowedSchedule schedule() const;

    // Steps finished since the last call, in order.
    std::vector<Step> takeFinished();
    bool hasFinished() const { return !m_finished.empty(); }

    // The newest step under way that has an op, as far as it is known; where none has one, the
    // newest. Empty between steps.
    std::optional<Step> current() const;

    // No more frames will come: hands out what is left as finished, or the oldest step of it;
    // false: there was none.
    void close();
    bool closeOldest();

    // Records that fit no step or lie outside the run's shape, steps that arrived after
    // they had been handed out, and checks and schedules beyond the bounds.
    std::uint64_t rejected() const { return m_rejected; }

private:
    struct RankPart {
        std::optional<std::int64_t> beginNs; // the step's zero on this rank's clock
        std::optional<std::int64_t> endNs;   // of its End mark, likewise
        std::optional<std::uint32_t> spans;  // how many were asked for, once it has ended
        bool isSummed = false;               // its summary, and no spans
        std::optional<telemetry::StepSummary> summary;
        std::vector<telemetry::SpanRecord> records;
    };
    struct OpenStep {
        std::map<std::uint32_t, RankPart> ranks; // by rank of the pipeline, of the replica
        std::map<std::uint32_t, RankPart> peers; // by rank of the world, of the other replicas
        std::map<std::uint32_t, telemetry::StepSummary> summaries; // by rank of the pipeline
        TailEntries entries;                                       // of all ranks of the world
        std::uint32_t ranksEnded = 0;
        std::optional<telemetry::TrainingStep> training;
        std::vector<RankCheck> checks;
        double loss = std::numeric_limits<double>::quiet_NaN();
    };

    void addHello(const telemetry::Hello& hello);
    void addSpans(std::uint32_t rank, const std::vector<telemetry::SpanRecord>& spans);
    void addMarks(std::uint32_t rank, const std::vector<telemetry::StepMark>& marks);
    void addSummaries(std::uint32_t rank, const std::vector<telemetry::StepSummary>& summaries);
    void addTraining(std::uint32_t rank, const std::vector<telemetry::TrainingStep>& steps);
    void addChecks(std::uint32_t rank, const std::vector<telemetry::CheckRecord>& checks);
    void addSchedules(std::uint32_t rank, const std::vector<telemetry::ScheduleRecord>& schedules);
    FollowedSchedule scheduleOf(int step) const;
    OpenStep* openStep(std::int32_t step, std::uint32_t rank);
    bool hasRoomForAStep() const;
    RankPart& part(OpenStep& open, std::uint32_t rank) const;
    std::size_t maxRecords() const;
    static std::size_t recordsOf(const OpenStep& open); // spans, and checks
    static bool hasOps(const OpenStep& open);
    bool allEnded(const OpenStep& open) const;
    bool isWhole(const OpenStep& open) const;
    bool isGivenUp(const OpenStep& oldest);
    void finishSteps();
    void finishOldest();
    Step build(int number, const OpenStep& open) const;
    bool knowsWorld(const OpenStep& open) const;
    static RankStep rankStep(const RankPart& rank, const RankWork& work,
                             std::optional<Nanoseconds> lastEntry);
    void addPeers(Step& step, const OpenStep& open, std::optional<Nanoseconds> lastEntry) const;

    int m_replica = 0; // as asked for
    std::optional<RunInfo> m_info;
    std::map<int, OpenStep> m_open;
    std::map<int, std::string> m_schedules; // by the first step that follows it; none: info's
    std::size_t m_openRecords = 0;          // of all open steps
    std::vector<Step> m_finished;
    std::int64_t m_nextStep = 0;   // steps below are handed out
    std::uint32_t m_unlooked = 0;  // frames since it was last asked whether one is given up
    std::uint64_t m_bytes = 0;     // of the frames that came
    std::uint64_t m_rankLists = 0; // ranks of all steps that were opened
    std::uint64_t m_rejected = 0;
};

} // namespace measured
