#include "telemetry/codec.h"

#include "telemetry/crc32c.h"
#include "telemetry/text.h"

#include <cassert>
#include <cstring>
#include <optional>

namespace telemetry {
namespace {

constexpr std::uint8_t kMaxHops = 8;

// By copying, as bytes from a socket or a file may begin at any address.
template <class Record>
Record recordAt(ByteView bytes, std::size_t offset)
{
    Record record;
    std::memcpy(&record, bytes.data() + offset, sizeof record);
    return record;
}

std::uint32_t crcOf(FrameHeader header, ByteView payload)
{
    header.crc = 0;
    return crc32c(payload, crc32c(std::as_bytes(std::span(&header, 1))));
}

std::string_view headerProblem(const FrameHeader& header, ByteView bytes, std::uint32_t ranks)
{
    // The checksum last: it reads the whole frame, and the others name the fault better.
    if (header.magic != kWireMagic)
        return "frame does not start with the magic number";
    if (header.version != kWireVersion)
        return "frame has a version that this program does not know";
    if (header.payloadBytes != bytes.size() - sizeof header)
        return "frame is shorter or longer than its header says";
    if (header.rank >= ranks)
        return "frame comes from a rank outside the run";
    if (header.hop > kMaxHops || header.detail > DetailLevel::Kernel)
        return "frame header has a value out of range";
    if (header.crc != crcOf(header, bytes.subspan(sizeof header)))
        return "frame checksum differs";
    return {};
}

// Calls `each` with every record until one is not valid.
template <class Record, class Each>
std::string_view walkFixed(ByteView payload, std::uint32_t count, const Each& each)
{
    if (payload.size() != std::size_t{count} * sizeof(Record))
        return "frame payload does not fit its record count";
    for (std::size_t i = 0; i < count; ++i) {
        const auto record = recordAt<Record>(payload, i * sizeof(Record));
        if (!valid(record))
            return "frame has a record with a value out of range";
        each(record);
    }
    return {};
}

template <class Record, class Each>
std::string_view walkOne(ByteView payload, std::uint32_t count, const Each& each)
{
    return count == 1 ? walkFixed<Record>(payload, count, each)
                      : std::string_view("frame must have exactly one record");
}

template <class Each>
std::string_view walkLines(ByteView payload, std::uint32_t count, const Each& each)
{
    for (std::uint32_t i = 0; i < count; ++i) {
        if (payload.size() < sizeof(LogLineHeader))
            return "frame payload does not fit its record count";
        const auto line = recordAt<LogLineHeader>(payload, 0);
        payload = payload.subspan(sizeof line);
        if (!valid(line) || line.textBytes > payload.size())
            return "frame has a log line with a value out of range";
        const std::string_view text(reinterpret_cast<const char*>(payload.data()), line.textBytes);
        if (!isCleanText(text))
            return "frame has a log line that is not clean UTF-8";
        each(line, text);
        payload = payload.subspan(line.textBytes);
    }
    return payload.empty() ? std::string_view() : "frame payload does not fit its record count";
}

struct Ignore {
    template <class... Records>
    void operator()(const Records&...) const
    {
    }
};

// Builds the body, or stops at the first fault.
struct Keep {
    Frame::Body& body;
    std::uint32_t count;

    template <class Record>
    void many(const Record& record) const
    {
        auto* records = std::get_if<std::vector<Record>>(&body);
        if (records == nullptr)
            records = &body.emplace<std::vector<Record>>();
        if (records->empty())
            records->reserve(count);
        records->push_back(record);
    }
    void operator()(const SpanRecord& record) const { many(record); }
    void operator()(const MemorySample& record) const { many(record); }
    void operator()(const StepMark& record) const { many(record); }
    void operator()(const ClockRecord& record) const { many(record); }
    void operator()(const TrainingStep& record) const { many(record); }
    void operator()(const CheckRecord& record) const { many(record); }
    void operator()(const ScheduleRecord& record) const { many(record); }
    void operator()(const DeviceSample& record) const { many(record); }
    void operator()(const DeviceInfo& record) const { many(record); }
    void operator()(const KernelRecord& record) const { many(record); }
    void operator()(const KernelName& record) const { many(record); }
    void operator()(const KernelCount& record) const { many(record); }
    void operator()(const StepSummary& record) const { many(record); }
    void operator()(const LogLineHeader& line, std::string_view text) const
    {
        many(LogLine{line.timeNs, line.level, std::string(text)});
    }
    template <class Record>
    void operator()(const Record& record) const
    {
        body = record;
    }
};

// An empty list still has its kind's type.
void startBody(Frame::Body& body, FrameKind kind)
{
    if (kind == FrameKind::Spans)
        body.emplace<std::vector<SpanRecord>>();
    else if (kind == FrameKind::MemorySamples)
        body.emplace<std::vector<MemorySample>>();
    else if (kind == FrameKind::StepMarks)
        body.emplace<std::vector<StepMark>>();
    else if (kind == FrameKind::LogLines)
        body.emplace<std::vector<LogLine>>();
    else if (kind == FrameKind::Clocks)
        body.emplace<std::vector<ClockRecord>>();
    else if (kind == FrameKind::TrainingSteps)
        body.emplace<std::vector<TrainingStep>>();
    else if (kind == FrameKind::Checks)
        body.emplace<std::vector<CheckRecord>>();
    else if (kind == FrameKind::Schedules)
        body.emplace<std::vector<ScheduleRecord>>();
    else if (kind == FrameKind::DeviceSamples)
        body.emplace<std::vector<DeviceSample>>();
    else if (kind == FrameKind::DeviceInfos)
        body.emplace<std::vector<DeviceInfo>>();
    else if (kind == FrameKind::Kernels)
        body.emplace<std::vector<KernelRecord>>();
    else if (kind == FrameKind::KernelNames)
        body.emplace<std::vector<KernelName>>();
    else if (kind == FrameKind::KernelCounts)
        body.emplace<std::vector<KernelCount>>();
    else if (kind == FrameKind::StepSummaries)
        body.emplace<std::vector<StepSummary>>();
}

template <class Each>
std::string_view walkPayload(const FrameHeader& header, ByteView payload, const Each& each)
{
    const std::uint32_t count = header.count;
    switch (header.kind) {
    case FrameKind::Hello:
        return walkOne<Hello>(payload, count, each);
    case FrameKind::Spans:
        return walkFixed<SpanRecord>(payload, count, each);
    case FrameKind::MemorySamples:
        return walkFixed<MemorySample>(payload, count, each);
    case FrameKind::StepMarks:
        return walkFixed<StepMark>(payload, count, each);
    case FrameKind::LogLines:
        return walkLines(payload, count, each);
    case FrameKind::Clocks:
        return walkFixed<ClockRecord>(payload, count, each);
    case FrameKind::TrainingSteps:
        return walkFixed<TrainingStep>(payload, count, each);
    case FrameKind::Checks:
        return walkFixed<CheckRecord>(payload, count, each);
    case FrameKind::Schedules:
        return walkFixed<ScheduleRecord>(payload, count, each);
    case FrameKind::Bye:
        return walkOne<Bye>(payload, count, each);
    case FrameKind::RunEnd:
        return walkOne<RunEnd>(payload, count, each);
    case FrameKind::DeviceSamples:
        return walkFixed<DeviceSample>(payload, count, each);
    case FrameKind::DeviceInfos:
        return walkFixed<DeviceInfo>(payload, count, each);
    case FrameKind::Kernels:
        return walkFixed<KernelRecord>(payload, count, each);
    case FrameKind::KernelNames:
        return walkFixed<KernelName>(payload, count, each);
    case FrameKind::KernelCounts:
        return walkFixed<KernelCount>(payload, count, each);
    case FrameKind::StepSummaries:
        return walkFixed<StepSummary>(payload, count, each);
    case FrameKind::Heartbeat:
        return walkOne<Heartbeat>(payload, count, each);
    case FrameKind::Credit:
        return walkOne<Credit>(payload, count, each);
    case FrameKind::Subscribe:
        return walkOne<Subscribe>(payload, count, each);
    case FrameKind::Served:
        return walkOne<Served>(payload, count, each);
    case FrameKind::Bundle:
        return walkOne<Bundle>(payload, count, each);
    case FrameKind::DetailWish:
        return walkOne<DetailWish>(payload, count, each);
    }
    return "frame has a kind that this program does not know";
}

template <class Each>
std::variant<FrameHeader, BadFrame> walk(ByteView bytes, std::uint32_t ranks, const Each& each)
{
    if (bytes.size() < sizeof(FrameHeader) || bytes.size() > kMaxFrameBytes)
        return BadFrame{"frame is shorter than a header or longer than the limit"};
    const auto header = recordAt<FrameHeader>(bytes, 0);
    if (const auto problem = headerProblem(header, bytes, ranks); !problem.empty())
        return BadFrame{problem};
    const auto payload = bytes.subspan(sizeof header);
    // Checked here, because a Hello says itself how many ranks there are, and a viewer sizes its
    // tables by that.
    if (header.kind == FrameKind::Hello && payload.size() == sizeof(Hello)
        && header.rank >= recordAt<Hello>(payload, 0).ranks)
        return BadFrame{"frame comes from a rank outside the run"};
    if (const auto problem = walkPayload(header, payload, each); !problem.empty())
        return BadFrame{problem};
    return header;
}

} // namespace

std::variant<FrameHeader, BadFrame> inspect(ByteView bytes, std::uint32_t ranks)
{
    return walk(bytes, ranks, Ignore{});
}

std::variant<Frame, BadFrame> decode(ByteView bytes, std::uint32_t ranks)
{
    Frame frame;
    std::uint32_t count = 0;
    if (bytes.size() >= sizeof(FrameHeader)) {
        const auto header = recordAt<FrameHeader>(bytes, 0);
        startBody(frame.body, header.kind);
        // A wrong count is found before it is used up; it must not reserve memory.
        count = header.count <= kMaxFrameBytes / sizeof(LogLineHeader) ? header.count : 0;
    }
    const auto walked = walk(bytes, ranks, Keep{frame.body, count});
    if (const auto* bad = std::get_if<BadFrame>(&walked))
        return *bad;
    frame.header = std::get<FrameHeader>(walked);
    return frame;
}

std::size_t frameBytes(ByteView bytes)
{
    if (bytes.size() < sizeof(FrameHeader))
        return 0;
    const auto header = recordAt<FrameHeader>(bytes, 0);
    const std::size_t size = sizeof header + std::size_t{header.payloadBytes};
    return header.magic == kWireMagic && size <= kMaxFrameBytes && size <= bytes.size() ? size : 0;
}

bool isData(FrameKind kind)
{
    // The supervisor's RunEnd stands between the kinds of the ranks, and is none of theirs.
    return kind >= FrameKind::Hello && kind <= FrameKind::StepSummaries
        && kind != FrameKind::RunEnd;
}

bool isLogged(FrameKind kind) { return isData(kind) || kind == FrameKind::RunEnd; }

std::uint64_t countedRecords(const FrameHeader& header)
{
    const bool once = header.kind == FrameKind::Hello || header.kind == FrameKind::Bye;
    return isData(header.kind) && !once ? header.count : 0;
}

// The header's place is kept free from the beginning, so that finish() need not move the records.
FrameBuilder::FrameBuilder(FrameKind kind)
    : m_kind(kind)
    , m_bytes(sizeof(FrameHeader))
{
}

template <class Record>
bool FrameBuilder::appendFixed(const Record& record)
{
    if (!valid(record) || m_bytes.size() + sizeof record > kMaxFrameBytes)
        return false;
    const auto bytes = std::as_bytes(std::span(&record, 1));
    m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
    ++m_count;
    return true;
}

bool FrameBuilder::append(const Hello& hello) { return appendFixed(hello); }
bool FrameBuilder::append(const SpanRecord& span) { return appendFixed(span); }
bool FrameBuilder::append(const MemorySample& sample) { return appendFixed(sample); }
bool FrameBuilder::append(const StepMark& mark) { return appendFixed(mark); }
bool FrameBuilder::append(const ClockRecord& clock) { return appendFixed(clock); }
bool FrameBuilder::append(const TrainingStep& step) { return appendFixed(step); }
bool FrameBuilder::append(const CheckRecord& check) { return appendFixed(check); }
bool FrameBuilder::append(const ScheduleRecord& schedule) { return appendFixed(schedule); }
bool FrameBuilder::append(const DeviceSample& sample) { return appendFixed(sample); }
bool FrameBuilder::append(const DeviceInfo& info) { return appendFixed(info); }
bool FrameBuilder::append(const KernelRecord& kernel) { return appendFixed(kernel); }
bool FrameBuilder::append(const KernelName& name) { return appendFixed(name); }
bool FrameBuilder::append(const KernelCount& count) { return appendFixed(count); }
bool FrameBuilder::append(const StepSummary& summary) { return appendFixed(summary); }
bool FrameBuilder::append(const Bye& bye) { return appendFixed(bye); }
bool FrameBuilder::append(const RunEnd& end) { return appendFixed(end); }
bool FrameBuilder::append(const Heartbeat& heartbeat) { return appendFixed(heartbeat); }
bool FrameBuilder::append(const Credit& credit) { return appendFixed(credit); }
bool FrameBuilder::append(const Subscribe& subscribe) { return appendFixed(subscribe); }
bool FrameBuilder::append(const Served& served) { return appendFixed(served); }
bool FrameBuilder::append(const Bundle& bundle) { return appendFixed(bundle); }
bool FrameBuilder::append(const DetailWish& wish) { return appendFixed(wish); }

bool FrameBuilder::append(const LogLine& line)
{
    // Both parts must fit before either is appended: false means that nothing was.
    const std::string text = cleanText(line.text, kMaxLogTextBytes);
    const LogLineHeader header{.timeNs = line.timeNs,
                               .textBytes = static_cast<std::uint16_t>(text.size()),
                               .level = line.level};
    if (m_bytes.size() + sizeof header + text.size() > kMaxFrameBytes || !appendFixed(header))
        return false;
    const auto bytes = std::as_bytes(std::span(text));
    m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end());
    return true;
}

Bytes FrameBuilder::finish(const FrameAddress& address)
{
    FrameHeader header{.kind = m_kind,
                       .run = address.run,
                       .sequence = address.sequence,
                       .rank = address.rank,
                       .epoch = address.epoch,
                       .count = m_count,
                       .payloadBytes
                       = static_cast<std::uint32_t>(m_bytes.size() - sizeof(FrameHeader)),
                       .origin = address.origin,
                       .hop = address.hop,
                       .detail = address.detail};
    header.crc = crcOf(header, ByteView(m_bytes).subspan(sizeof header));
    std::memcpy(m_bytes.data(), &header, sizeof header);

    // The builder gets the small new buffer and hands out the large one: a frame is never copied.
    Bytes frame(sizeof(FrameHeader));
    frame.swap(m_bytes);
    m_count = 0;
    return frame;
}

} // namespace telemetry
