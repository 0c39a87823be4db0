#include "engine/launch/chrome_spans.h"

#include "engine/launch/span_words.h"
#include "engine/measured/device_steps.h"
#include "engine/strategy/estimate/time_scale.h"

#include <algorithm>

#include <fmt/format.h>

namespace launch {

namespace {

using telemetry::SpanKind;

constexpr std::size_t kMostLanes = 16;   // of one rank; then slices are cut
constexpr std::size_t kMostStreams = 16; // of one rank and kind of work; likewise
// From one rank to the next: its ops, its kernels, its transfers.
constexpr std::size_t kRowsARank = kMostLanes + 3 * kMostStreams;
constexpr std::size_t kMostOpen = std::size_t{1} << 20; // transfers; more were lost
constexpr std::size_t kMostStages = std::size_t{1} << 20;
enum Direction { kActivation, kGradient, kKept, kDirections };

bool isRerun(const telemetry::SpanRecord& record)
{
    return (record.flags & telemetry::kFlagRerun) != 0;
}

// An op's first run.
bool isCompute(const telemetry::SpanRecord& record)
{
    return record.kind <= SpanKind::WeightGrad && !isRerun(record);
}

} // namespace

void SpanSurvey::add(const telemetry::Frame& frame)
{
    const std::uint32_t rank = frame.header.rank;
    m_kernelNames.add(frame);
    if (const auto* counts = std::get_if<std::vector<telemetry::KernelCount>>(&frame.body))
        for (const telemetry::KernelCount& count : *counts)
            m_kernelsDropped += count.dropped;
    if (const auto* hello = std::get_if<telemetry::Hello>(&frame.body)) {
        if (m_run)
            return; // every rank of a run says the same
        m_run = measured::runInfoOf(*hello);
        if (m_run && m_run->shape.directions == 2 && m_run->shape.chunks == 2)
            m_mirrored = plan::mirroredPlacement(m_run->shape);
    } else if (const auto* clocks = std::get_if<std::vector<telemetry::ClockRecord>>(&frame.body)) {
        if (!clocks->empty())
            m_offsets[rank] = clocks->back().offsetNs;
    } else if (const auto* spans = std::get_if<std::vector<telemetry::SpanRecord>>(&frame.body)) {
        for (const telemetry::SpanRecord& span : *spans) {
            const std::int64_t start = onSharedClock(rank, span.startNs);
            m_origin = std::min(m_origin.value_or(start), start);
            if (isCompute(span)
                && (held(span.stage, span.microbatch) || m_ranksOfCopy.size() < kMostStages))
                m_ranksOfCopy[copyOf(span.stage, span.microbatch)].insert(rank);
        }
    }
}

std::int64_t SpanSurvey::onSharedClock(std::uint32_t rank, std::int64_t timeNs) const
{
    const auto offset = m_offsets.find(rank);
    return offset == m_offsets.end() ? timeNs : timeNs + offset->second;
}

std::int64_t SpanSurvey::copyOf(std::int64_t stage, std::int32_t microbatch) const
{
    return 2 * stage + m_mirrored.directionOf(microbatch);
}

bool SpanSurvey::held(std::int64_t stage, std::int32_t microbatch) const
{
    return m_ranksOfCopy.contains(copyOf(stage, microbatch));
}

bool SpanSurvey::holds(std::uint32_t rank, std::int64_t stage, std::int32_t microbatch) const
{
    const auto ranks = m_ranksOfCopy.find(copyOf(stage, microbatch));
    return ranks != m_ranksOfCopy.end() && ranks->second.contains(rank);
}

ChromeSpans::ChromeSpans(const SpanSurvey& survey, std::string name)
    : m_survey(survey)
    , m_name(std::move(name))
{
}

std::string ChromeSpans::begin()
{
    const auto& run = m_survey.run();
    const std::string scale
        = run && run->timeScale != 0 ? strategy::toText(run->timeScale) : std::string();
    if (run && run->takesTurns) {
        m_out.nameProcess(0, m_name + " (ranks took turns: virtual time)");
        return m_out.take();
    }
    m_out.nameProcess(0, scale.empty() ? m_name : m_name + " (" + scale + ')');
    return m_out.take();
}

std::string ChromeSpans::end()
{
    m_out.finish();
    return m_out.take();
}

std::string ChromeSpans::span(std::uint32_t number, const telemetry::SpanRecord& record)
{
    Rank& rank = m_ranks[number];
    if (rank.step != record.step) {
        rank.step = record.step;
        rank.inFlight = 0;
        rank.seen.clear();
        rank.forwards.clear();
    }
    const std::int64_t origin = m_survey.origin();
    Point point;
    point.start
        = std::max<std::int64_t>(0, m_survey.onSharedClock(number, record.startNs) - origin);
    point.end = std::max(point.start, m_survey.onSharedClock(number, record.endNs) - origin);
    // What stands inside an op has a thread beside it.
    const bool computes
        = record.lane == telemetry::Lane::Compute && record.kind != SpanKind::Recompute;
    point.thread = laneOf(number, rank, point.start, point.end, computes);
    slice(point, record);
    if (isCompute(record))
        addCompute(number, rank, record, point);
    else if (record.kind == SpanKind::Send || record.kind == SpanKind::Receive)
        addTransfer(number, rank, record, point);
    return m_out.take();
}

std::string ChromeSpans::sample(std::uint32_t number, const telemetry::DeviceSample& record)
{
    const std::int64_t time = m_survey.onSharedClock(number, record.timeNs) - m_survey.origin();
    if (time < 0)
        return m_out.take();
    const auto count = [&](std::string_view what, std::string_view unit, auto value, auto unknown,
                           std::int64_t divisor = 1) {
        if (value != unknown)
            m_out.counter({0, 2 * std::uint64_t{number}}, fmt::format("rank {} {}", number, what),
                          time,
                          {.key = unit, .number = static_cast<std::int64_t>(value) / divisor});
    };
    count("device load", "percent", record.gpuPercent, telemetry::kUnknown8);
    count("device power", "watts", record.powerMilliwatts, telemetry::kUnknown32, 1000);
    count("device clock", "MHz", record.smMegahertz, telemetry::kUnknown16);
    count("device temperature", "celsius", record.celsius, telemetry::kUnknown8);
    count("device memory", "MiB", record.memoryUsedBytes, telemetry::kUnknown64, 1 << 20);
    if (record.throttle != telemetry::kThrottleUnknown)
        count("device slowed by", "reasons", record.throttle & measured::kSlowing, -1);
    return m_out.take();
}

// The thread of a span: the first of the rank's that is free, and its name where it is
// new. Where all are busy, the slice begins when the last is free.
std::uint64_t ChromeSpans::laneOf(std::uint32_t number, Rank& rank, std::int64_t& start,
                                  std::int64_t end, bool computes)
{
    std::size_t lane = computes ? 0 : 1;
    rank.busyTo.resize(std::max<std::size_t>(rank.busyTo.size(), 2), -1);
    while (!computes && lane + 1 < kMostLanes && rank.busyTo[lane] > start) {
        if (++lane == rank.busyTo.size())
            rank.busyTo.push_back(-1);
    }
    // Two threads per rank; what overlaps comes after those of all ranks.
    const std::uint64_t thread
        = lane < 2 ? 2 * std::uint64_t{number} + lane : 2 * ranks() * (lane - 1) + 2 * number + 1;
    if (rank.busyTo[lane] < 0) {
        const std::string name = lane == 0 ? fmt::format("rank {}", number)
            : lane == 1                    ? fmt::format("rank {} transfers", number)
                                           : fmt::format("rank {} transfers ({})", number, lane);
        m_out.nameThread({0, thread}, name);
        // Kernels stand between a rank's ops and its transfers.
        m_out.sortThread({0, thread},
                         number * kRowsARank + lane + (lane == 0 ? 0 : 3 * kMostStreams));
    }
    start = std::min(std::max(start, rank.busyTo[lane]), std::max(start, end));
    rank.busyTo[lane] = std::max(rank.busyTo[lane], end);
    return thread;
}

std::uint64_t ChromeSpans::ranks() const
{
    return m_survey.run() ? static_cast<std::uint64_t>(m_survey.run()->world)
                          : std::uint64_t{1} << 20;
}

// Kernels of one stream follow each other. Where there are too many streams, the last row is that
// of all others.
ChromeSpans::KernelRow ChromeSpans::kernelRow(std::uint32_t number,
                                              const telemetry::KernelRecord& record)
{
    auto& streams = m_ranks[number].streams[static_cast<std::size_t>(record.lane)];
    const auto found = std::find_if(streams.begin(), streams.end(), [&](const Rank::Stream& each) {
        return each.number == record.stream;
    });
    const bool isNew = found == streams.end() && streams.size() < kMostStreams;
    const std::size_t index
        = std::min(static_cast<std::size_t>(found - streams.begin()), kMostStreams - 1);
    if (isNew)
        streams.push_back({.number = record.stream, .busyTo = 0});
    // Behind the threads of all transfers.
    const std::size_t row = static_cast<std::size_t>(record.lane) * kMostStreams + index;
    const std::uint64_t thread
        = 2 * ranks() * kMostLanes + std::uint64_t{number} * 3 * kMostStreams + row;
    if (isNew) {
        const bool isLast = index + 1 == kMostStreams;
        m_out.nameThread(
            {0, thread},
            fmt::format("rank {} {}, {}", number, measured::wordOf(record.lane),
                        isLast ? "other streams" : fmt::format("stream {}", record.stream)));
        m_out.sortThread({0, thread}, number * kRowsARank + 1 + row);
    }
    return {thread, &streams[index].busyTo};
}

std::string ChromeSpans::kernel(std::uint32_t number, std::uint32_t epoch,
                                const telemetry::KernelRecord& record)
{
    const std::int64_t origin = m_survey.origin();
    const std::int64_t end = m_survey.onSharedClock(number, record.endNs) - origin;
    if (end < 0)
        return m_out.take();
    const KernelRow row = kernelRow(number, record);
    // Slices of one row must not overlap, as those of different streams may.
    std::int64_t& busyTo = *row.busyTo;
    const std::int64_t start
        = std::min(end, std::max(busyTo, m_survey.onSharedClock(number, record.startNs) - origin));
    busyTo = std::max(busyTo, end);
    const std::string name = m_survey.kernelNames().nameOf(number, epoch, record.name);
    const std::string op = measured::queuedByText(record);
    m_out.slice({0, row.thread}, measured::shortKernelName(name),
                fmt::format("{} kernel", measured::wordOf(record.lane)), {start, end},
                {{.key = "op", .text = op},
                 {.key = "kernel", .text = name},
                 {.key = "step", .number = record.step},
                 {.key = "stage", .number = record.stage},
                 {.key = "microbatch", .number = record.microbatch},
                 {.key = "stream", .number = record.stream},
                 {.key = "bytes", .number = static_cast<std::int64_t>(record.bytes)}});
    return m_out.take();
}

void ChromeSpans::slice(const Point& point, const telemetry::SpanRecord& record)
{
    const std::string_view word = wordOf(record.kind);
    std::string name(word);
    if (record.microbatch >= 0)
        name.append(1, ' ').append(std::to_string(record.microbatch));
    if (isRerun(record))
        name += " again";
    m_out.slice({0, point.thread}, name, word, {point.start, point.end},
                {{.key = "step", .number = record.step},
                 {.key = "stage", .number = record.stage},
                 {.key = "microbatch", .number = record.microbatch}});
}

void ChromeSpans::addCompute(std::uint32_t number, Rank& rank, const telemetry::SpanRecord& record,
                             const Point& point)
{
    const bool forward = record.kind == SpanKind::Forward;
    const bool last = record.kind == SpanKind::Backward || record.kind == SpanKind::WeightGrad;
    if (forward || last) {
        rank.inFlight = std::max<std::int64_t>(0, rank.inFlight + (forward ? 1 : -1));
        m_out.counter({0, 2 * std::uint64_t{number}}, fmt::format("rank {} in flight", number),
                      forward ? point.start : point.end,
                      {.key = "activations", .number = rank.inFlight});
    }
    const auto key = keyOf(number, record, kKept);
    if (!key || record.kind == SpanKind::WeightGrad)
        return;
    if (forward) {
        rank.forwards[*key] = point;
    } else if (const auto made = rank.forwards.find(*key); made != rank.forwards.end()) {
        arrow("kept activation", *key, made->second, point);
        rank.forwards.erase(made);
    }
}

// A record does not say whether its tensor is an activation or a gradient. The ranks of
// the neighbouring stages say which it can be; where it can be either, the activation of
// a microbatch comes first.
void ChromeSpans::addTransfer(std::uint32_t number, Rank& rank, const telemetry::SpanRecord& record,
                              Point point)
{
    const std::int64_t next = std::int64_t{record.stage} + 1;
    point.sends = record.kind == SpanKind::Send;
    const auto activation = keyOf(number, record, kActivation);
    if (!activation)
        return;
    const Key mark = 2 * *activation + (point.sends ? 1 : 0);
    const bool nextIsHere = m_survey.holds(number, next, record.microbatch);
    const bool mayBeActivation
        = point.sends ? !nextIsHere && m_survey.held(next, record.microbatch) : nextIsHere;
    const bool isActivation = mayBeActivation && rank.seen.insert(mark).second;
    const Key key = isActivation ? *activation : *keyOf(number, record, kGradient);
    const auto other = m_open.find(key);
    if (other == m_open.end() || other->second.sends == point.sends) {
        if (m_open.size() >= kMostOpen)
            m_open.clear();
        m_open[key] = point;
        return;
    }
    const Point& from = point.sends ? point : other->second;
    const Point& to = point.sends ? other->second : point;
    arrow(isActivation ? "activation" : "gradient", key, from, to);
    m_open.erase(other);
}

// None where the record lies outside the run's shape.
std::optional<ChromeSpans::Key>
ChromeSpans::keyOf(std::uint32_t rank, const telemetry::SpanRecord& record, int direction) const
{
    const auto& run = m_survey.run();
    if (!run || record.step < 0 || record.stage < 0 || record.stage >= run->shape.stages()
        || record.microbatch < 0 || record.microbatch >= run->shape.microbatches)
        return std::nullopt;
    const auto number = [](auto value) { return static_cast<Key>(value); };
    const Key step = number(record.step) * number(run->replicas())
        + number(run->replicaOf(static_cast<int>(rank)));
    return ((step * kDirections + number(direction)) * number(run->shape.stages())
            + number(record.stage))
        * number(run->shape.microbatches)
        + number(record.microbatch);
}

// A flow binds to the slice that is open at its time, and a nanosecond before its end it
// still is. A receive may be posted before its send: that arrow leads from where the send
// begins to where the receive ends.
void ChromeSpans::arrow(std::string_view name, Key key, const Point& from, const Point& to)
{
    const bool transfer = from.sends;
    const std::int64_t leaves = transfer ? from.start : std::max(from.start, from.end - 1);
    const std::int64_t arrives = transfer ? std::max(to.start, to.end - 1) : to.start;
    m_out.arrow(key, name, "flow", {{0, from.thread}, leaves}, {{0, to.thread}, arrives});
}

} // namespace launch
