#include "engine/strategy/trace_export.h"

#include "engine/plan/op_slots.h"
#include "engine/plan/simulate.h"
#include "engine/strategy/trace_writer.h"

#include <fmt/format.h>

#include <algorithm>

namespace strategy {
namespace {

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

// Writes the tracks of one trace, each as a process.
class TrackWriter {
public:
    TrackWriter(TraceWriter& out, const TraceSink& sink, plan::Nanoseconds origin)
        : m_out(out)
        , m_sink(sink)
        , m_origin(origin)
    {
    }

    void add(const TraceTrack& track, std::size_t process)
    {
        m_process = process;
        m_out.nameProcess(process, track.name);
        const plan::OpSlots slots(track.schedule->shape);
        std::vector<Producer> producers(slots.count());
        for (std::size_t rank = 0; rank < track.timeline->spans.size(); ++rank) {
            const auto& spans = track.timeline->spans[rank];
            m_out.nameThread(place(rank), fmt::format("rank {}", rank));
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

private:
    struct Producer {
        const plan::Span* span = nullptr;
        std::size_t rank = 0;
    };

    // Of a rank's ops.
    TraceWriter::Place place(std::size_t rank) const
    {
        return {m_process, kTraceLanesPerRank * rank};
    }
    std::int64_t stamp(plan::Nanoseconds time) const { return (time - m_origin).count(); }

    void pass()
    {
        constexpr std::size_t kAtOnce = std::size_t{1} << 16;
        if (m_out.size() >= kAtOnce)
            m_sink(m_out.take());
    }

    void slice(const plan::Span& span, std::size_t rank)
    {
        std::string name(1, plan::letter(span.op.kind));
        name += std::to_string(span.op.microbatch);
        m_out.slice(place(rank), name, word(span.op.kind), {stamp(span.start), stamp(span.end)},
                    {{.key = "op", .text = plan::toText(span.op)},
                     {.key = "stage", .number = span.op.stage},
                     {.key = "microbatch", .number = span.op.microbatch}});
        pass();
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
            m_out.slice(place(rank), what, what, {stamp(start), stamp(end)});
    }

    // How many (stage, microbatch) pairs of the rank are between the start of their
    // forward and the end of the last part of their backward. Spans are disjoint, so
    // they begin and end in one order.
    void inFlight(const std::vector<plan::Span>& spans, std::size_t rank)
    {
        const bool split = std::any_of(spans.begin(), spans.end(), [](const plan::Span& span) {
            return span.op.kind == plan::OpKind::WeightGrad;
        });
        const std::string name = fmt::format("rank {} in flight", rank);
        std::int64_t pairs = 0;
        for (const plan::Span& span : spans) {
            const bool forward = isForward(span.op.kind);
            const bool last = span.op.kind == plan::OpKind::Backward
                || span.op.kind == plan::OpKind::WeightGrad
                || (!split && span.op.kind == plan::OpKind::InputGrad);
            if (!forward && !last)
                continue;
            pairs += forward ? 1 : -1;
            m_out.counter(place(rank), name, stamp(forward ? span.start : span.end),
                          {.key = "activations", .number = std::max<std::int64_t>(pairs, 0)});
            pass();
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
                // Within a rank the order of its slices says as much.
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
        m_out.arrow(m_arrow++, what, category, {place(from.rank), stamp(leaves)},
                    {place(rank), stamp(to.start)});
        pass();
    }

    TraceWriter& m_out;
    const TraceSink& m_sink;
    plan::Nanoseconds m_origin{};
    std::size_t m_process = 0;
    std::uint64_t m_arrow = 1;
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
    TraceWriter writer;
    TrackWriter tracksOut(writer, sink, originOf(tracks));
    for (std::size_t i = 0; i < tracks.size(); ++i)
        tracksOut.add(tracks[i], i);
    writer.finish();
    sink(writer.take());
}

std::string chromeTrace(const std::vector<TraceTrack>& tracks)
{
    std::string trace;
    writeChromeTrace(tracks, [&trace](std::string_view text) { trace += text; });
    return trace;
}

} // namespace strategy
