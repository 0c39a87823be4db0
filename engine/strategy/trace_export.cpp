#include "engine/strategy/trace_export.h"

#include "engine/plan/op_slots.h"
#include "engine/plan/simulate.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>

namespace strategy {
namespace {

// Chrome's unit is the microsecond; three digits keep every nanosecond. Not before 0.
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
    explicit TraceWriter(const TraceSink& sink)
        : m_sink(sink)
    {
        m_text = "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n";
    }

    void add(const TraceTrack& track, std::size_t process, plan::Nanoseconds origin)
    {
        m_process = process;
        m_origin = origin;
        const std::string name
            = nlohmann::json(track.name)
                  .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
        event(R"({{"ph":"M","name":"process_name","pid":{},"args":{{"name":{}}}}})", process, name);
        const plan::OpSlots slots(track.schedule->shape);
        std::vector<Producer> producers(slots.count());
        for (std::size_t rank = 0; rank < track.timeline->spans.size(); ++rank) {
            const auto& spans = track.timeline->spans[rank];
            event(
                R"({{"ph":"M","name":"thread_name","pid":{},"tid":{},"args":{{"name":"rank {}"}}}})",
                process, computeLane(rank), rank);
            for (const plan::Span& span : spans) {
                slice(span, rank);
                if (span.op.kind != plan::OpKind::WeightGrad)
                    producers[slots.of(span.op)] = {&span, rank};
            }
            inFlight(spans, rank);
            if (!track.timeline->tails.empty())
                tail(track.timeline->tails[rank], rank);
        }
        arrows(track, slots, producers);
    }

    void finish()
    {
        m_text += "\n]}\n";
        m_sink(m_text);
    }

private:
    struct Producer {
        const plan::Span* span = nullptr;
        std::size_t rank = 0;
    };

    static std::size_t computeLane(std::size_t rank) { return kTraceLanesPerRank * rank; }

    template <class... Args>
    void event(fmt::format_string<Args...> format, Args&&... args)
    {
        constexpr std::size_t kAtOnce = std::size_t{1} << 16;
        if (m_text.size() >= kAtOnce) {
            m_sink(m_text);
            m_text.clear();
        }
        if (!m_first)
            m_text += ",\n";
        m_first = false;
        fmt::format_to(std::back_inserter(m_text), format, std::forward<Args>(args)...);
    }

    std::string stamp(plan::Nanoseconds time) const { return microseconds(time - m_origin); }

    void slice(const plan::Span& span, std::size_t rank)
    {
        const int stage = span.op.stage;
        const int microbatch = span.op.microbatch;
        event(R"({{"ph":"X","name":"{}{}","cat":"{}","pid":{},"tid":{},"ts":{},"dur":{},)"
              R"("args":{{"op":"{}","stage":{},"microbatch":{}}}}})",
              plan::letter(span.op.kind), microbatch, word(span.op.kind), m_process,
              computeLane(rank), stamp(span.start), microseconds(span.end - span.start),
              plan::toText(span.op), stage, microbatch);
    }

    void tail(const plan::Tail& tail, std::size_t rank)
    {
        endOfStep("gradient reduction", tail.begin, tail.optimizerBegin, rank);
        endOfStep("optimizer", tail.optimizerBegin, tail.end, rank);
    }

    void endOfStep(const char* what, plan::Nanoseconds start, plan::Nanoseconds end,
                   std::size_t rank)
    {
        if (end > start)
            event(R"({{"ph":"X","name":"{}","cat":"{}","pid":{},"tid":{},"ts":{},"dur":{}}})", what,
                  what, m_process, computeLane(rank), stamp(start), microseconds(end - start));
    }

    // How many (stage, microbatch) pairs of the rank are between the start of their
    // forward and the end of the last part of their backward. Spans are disjoint, so
    // they begin and end in one order.
    void inFlight(const std::vector<plan::Span>& spans, std::size_t rank)
    {
        const bool split = std::any_of(spans.begin(), spans.end(), [](const plan::Span& span) {
            return span.op.kind == plan::OpKind::WeightGrad;
        });
        std::int64_t pairs = 0;
        for (const plan::Span& span : spans) {
            const bool forward = isForward(span.op.kind);
            const bool last = span.op.kind == plan::OpKind::Backward
                || span.op.kind == plan::OpKind::WeightGrad
                || (!split && span.op.kind == plan::OpKind::InputGrad);
            if (!forward && !last)
                continue;
            pairs += forward ? 1 : -1;
            event(R"({{"ph":"C","name":"rank {} in flight","pid":{},"tid":{},"ts":{},)"
                  R"("args":{{"activations":{}}}}})",
                  rank, m_process, computeLane(rank), stamp(forward ? span.start : span.end),
                  std::max<std::int64_t>(pairs, 0));
        }
    }

    // From every op to the one on another rank that waits for its output, and from every
    // forward to the backward of its stage, which uses the activations it kept.
    void arrows(const TraceTrack& track, const plan::OpSlots& slots,
                const std::vector<Producer>& producers)
    {
        const int lastStage = track.schedule->shape.stages() - 1;
        for (std::size_t rank = 0; rank < track.timeline->spans.size(); ++rank)
            for (const plan::Span& span : track.timeline->spans[rank]) {
                if (span.op.kind == plan::OpKind::WeightGrad)
                    continue;
                if (!isForward(span.op.kind))
                    arrow("kept activation", "stage",
                          producers[slots.of(plan::forward(span.op.stage, span.op.microbatch))],
                          span, rank);
                const auto input = plan::inputOf(span.op, lastStage);
                if (!input)
                    continue;
                const Producer& from = producers[slots.of(*input)];
                if (from.rank != rank)
                    arrow(isForward(span.op.kind) ? "activation" : "gradient", "transfer", from,
                          span, rank);
            }
    }

    // A flow binds to the slice that is open at its time, so it leaves a nanosecond
    // before the slice closes.
    void arrow(const char* what, const char* category, const Producer& from, const plan::Span& to,
               std::size_t rank)
    {
        if (from.span == nullptr)
            return;
        const plan::Nanoseconds leaves
            = std::max(from.span->start, from.span->end - plan::Nanoseconds{1});
        event(R"({{"ph":"s","name":"{}","cat":"{}","id":{},"pid":{},"tid":{},"ts":{}}})", what,
              category, m_arrow, m_process, computeLane(from.rank), stamp(leaves));
        event(R"({{"ph":"f","bp":"e","name":"{}","cat":"{}","id":{},"pid":{},"tid":{},"ts":{}}})",
              what, category, m_arrow, m_process, computeLane(rank), stamp(to.start));
        ++m_arrow;
    }

    const TraceSink& m_sink;
    std::string m_text;
    bool m_first = true;
    std::size_t m_process = 0;
    plan::Nanoseconds m_origin{};
    std::size_t m_arrow = 1;
};

// The smallest start of all tracks, so that none lies before the trace; they share it
// because they are to be compared.
plan::Nanoseconds originOf(const std::vector<TraceTrack>& tracks)
{
    plan::Nanoseconds origin = plan::Nanoseconds::max();
    for (const TraceTrack& track : tracks)
        for (const auto& spans : track.timeline->spans)
            for (const plan::Span& span : spans)
                origin = std::min(origin, span.start);
    return origin == plan::Nanoseconds::max() ? plan::Nanoseconds{} : origin;
}

} // namespace

void writeChromeTrace(const std::vector<TraceTrack>& tracks, const TraceSink& sink)
{
    TraceWriter writer(sink);
    const plan::Nanoseconds origin = originOf(tracks);
    for (std::size_t i = 0; i < tracks.size(); ++i)
        writer.add(tracks[i], i, origin);
    writer.finish();
}

std::string chromeTrace(const std::vector<TraceTrack>& tracks)
{
    std::string trace;
    writeChromeTrace(tracks, [&trace](std::string_view text) { trace += text; });
    return trace;
}

} // namespace strategy
