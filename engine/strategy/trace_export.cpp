#include "engine/strategy/trace_export.h"

#include "engine/plan/op_slots.h"
#include "engine/plan/simulate.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <iterator>

namespace strategy {
namespace {

// Chrome's unit is the microsecond; three digits keep every nanosecond.
std::string microseconds(plan::Nanoseconds time)
{
    return fmt::format("{}.{:03}", time.count() / 1000, time.count() % 1000);
}

const char* word(plan::OpKind kind)
{
    switch (kind) {
    case plan::OpKind::Forward:
        return "forward";
    case plan::OpKind::Backward:
        return "backward";
    case plan::OpKind::InputGrad:
        return "input gradient";
    case plan::OpKind::WeightGrad:
        return "weight gradient";
    }
    return "";
}

class TraceWriter {
public:
    void add(const TraceTrack& track, std::size_t process)
    {
        const std::string name = nlohmann::json(track.name).dump(
            -1, ' ', false, nlohmann::json::error_handler_t::replace);
        event(R"({{"ph":"M","name":"process_name","pid":{},"args":{{"name":{}}}}})", process, name);
        for (std::size_t rank = 0; rank < track.timeline->spans.size(); ++rank) {
            event(R"({{"ph":"M","name":"thread_name","pid":{},"tid":{},"args":{{"name":"rank {}"}}}})",
                  process, rank, rank);
            for (const plan::Span& span : track.timeline->spans[rank])
                slice(span, process, rank, track.schedule->shape.ranks);
        }
        arrows(track, process);
    }

    std::string take()
    {
        return "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n" + m_events + "\n]}\n";
    }

private:
    template <class... Args>
    void event(fmt::format_string<Args...> format, Args&&... args)
    {
        if (!m_events.empty())
            m_events += ",\n";
        fmt::format_to(std::back_inserter(m_events), format, std::forward<Args>(args)...);
    }

    void slice(const plan::Span& span, std::size_t process, std::size_t rank, int ranks)
    {
        const int stage = span.op.stage;
        const int microbatch = span.op.microbatch;
        event(R"({{"ph":"X","name":"{}{}","cat":"{}","pid":{},"tid":{},"ts":{},"dur":{},)"
              R"("args":{{"op":"{}","stage":{},"chunk":{},"microbatch":{}}}}})",
              plan::letter(span.op.kind), microbatch, word(span.op.kind), process, rank,
              microseconds(span.start), microseconds(span.end - span.start), plan::toText(span.op),
              stage, stage / ranks, microbatch);
    }

    // From the end of the op that sends to the start of the op that waits for it.
    void arrows(const TraceTrack& track, std::size_t process)
    {
        const plan::OpSlots slots(track.schedule->shape);
        std::vector<const plan::Span*> producer(slots.count());
        for (const auto& spans : track.timeline->spans)
            for (const plan::Span& span : spans)
                if (span.op.kind != plan::OpKind::WeightGrad)
                    producer[slots.of(span.op)] = &span;

        const int lastStage = track.schedule->shape.stages() - 1;
        for (std::size_t rank = 0; rank < track.timeline->spans.size(); ++rank)
            for (const plan::Span& span : track.timeline->spans[rank]) {
                const auto input = plan::inputOf(span.op, lastStage);
                if (!input)
                    continue;
                const int from = track.schedule->placement.rankOf(*input);
                const plan::Span* const sender = producer[slots.of(*input)];
                if (sender == nullptr || from == static_cast<int>(rank))
                    continue;
                const char* const what = isForward(span.op.kind) ? "activation" : "gradient";
                event(R"({{"ph":"s","name":"{}","cat":"transfer","id":{},"pid":{},"tid":{},"ts":{}}})",
                      what, m_arrow, process, from, microseconds(sender->end));
                event(R"({{"ph":"f","bp":"e","name":"{}","cat":"transfer","id":{},"pid":{},"tid":{},"ts":{}}})",
                      what, m_arrow, process, rank, microseconds(span.start));
                ++m_arrow;
            }
    }

    std::string m_events;
    std::size_t m_arrow = 1;
};

} // namespace

std::string chromeTrace(const std::vector<TraceTrack>& tracks)
{
    TraceWriter writer;
    for (std::size_t i = 0; i < tracks.size(); ++i)
        writer.add(tracks[i], i);
    return writer.take();
}

} // namespace strategy
