#include "engine/measured/recording.h"

#include "telemetry/event_log.h"

#include <deque>
#include <filesystem>

namespace measured {
namespace {

namespace fs = std::filesystem;

std::size_t opsOf(const Step& step)
{
    std::size_t ops = 1; // a step without ops takes memory, too
    for (const auto& spans : step.timeline.spans)
        ops += spans.size();
    return ops + step.world.size();
}

// The newest steps, up to kMaxRecordedOps.
class Kept {
public:
    void add(std::vector<Step> steps)
    {
        for (Step& step : steps) {
            step.peers.clear(); // many times the ops of the timeline, and nobody fits costs to them
            m_ops += opsOf(step);
            m_steps.push_back(std::move(step));
        }
        // Oldest first: a run says most about itself once it is warm. One step always stays,
        // however large.
        for (; m_ops > kMaxRecordedOps && m_steps.size() > 1; ++m_dropped) {
            m_ops -= opsOf(m_steps.front());
            m_steps.pop_front();
        }
    }

    void into(Recording& recording)
    {
        recording.steps.assign(std::make_move_iterator(m_steps.begin()),
                               std::make_move_iterator(m_steps.end()));
        recording.stepsDropped = m_dropped;
    }

private:
    std::deque<Step> m_steps;
    std::size_t m_ops = 0;
    std::uint64_t m_dropped = 0;
};

plan::Result<fs::path> eventsOf(const std::string& path)
{
    std::error_code ignored;
    const fs::path given(path);
    const fs::path events
        = fs::is_directory(given, ignored) ? given / telemetry::kEventLogName : given;
    if (fs::is_regular_file(events, ignored))
        return events;
    if (events != given)
        return plan::Error{path + ": holds no recording (events.bslog)"};
    return plan::Error{path
                       + ": is neither the folder of a recorded run nor an event log; "
                         "`bubblescope-run list --json` says where runs are recorded"};
}

} // namespace

plan::Result<Recording> readRecording(const std::string& path)
{
    const auto events = eventsOf(path);
    if (!events)
        return events.error();
    auto log = telemetry::RecordingReader::open(events->string());
    if (!log)
        return plan::Error{log.error().message};
    Recording recording;
    StepAssembler assembler;
    Kept kept;
    log->finish();
    while (!log->atEnd()) {
        for (const auto& read : log->nextChunk()) {
            assembler.add(read.frame);
            recording.conditions.add(read.frame);
        }
        kept.add(assembler.takeFinished());
    }
    assembler.close();
    kept.add(assembler.takeFinished());
    if (!assembler.info())
        return plan::Error{events->string()
                           + ": says nothing of the run it is of: no Hello of a "
                             "rank is in it"};
    recording.info = *assembler.info();
    recording.damage = log->damage();
    recording.rejected = assembler.rejected();
    kept.into(recording);
    return recording;
}

std::vector<std::string> damageOf(const Recording& recording)
{
    std::vector<std::string> sentences = telemetry::sentencesOf(recording.damage);
    if (recording.rejected > 0)
        sentences.push_back(std::to_string(recording.rejected)
                            + " records fit no step of the run, and are left out");
    return sentences;
}

} // namespace measured
