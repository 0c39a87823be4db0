// Records to frame bytes and back.
//
// Decoding never throws on bad bytes and never reads outside them: a frame is
// either wholly valid or a BadFrame with the reason. The functions here keep no state and may be
// called from any thread; a FrameBuilder belongs to one thread at a time.

#pragma once

#include "telemetry/wire.h"

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace telemetry {

// Bytes that are owned, and bytes that somebody else owns.
using Bytes = std::vector<std::byte>;
using ByteView = std::span<const std::byte>;

// A LogLineHeader and its text in one. Text from a decoded frame is clean UTF-8 of at most
// kMaxLogTextBytes.
struct LogLine {
    std::int64_t timeNs = 0;
    LogLevel level = LogLevel::Info;
    std::string text;
    bool operator==(const LogLine&) const = default;
};

// One decoded frame, which owns its records. The body's type follows header.kind; a list may be
// empty.
struct Frame {
    using Body
        = std::variant<Hello, std::vector<SpanRecord>, std::vector<MemorySample>,
                       std::vector<StepMark>, std::vector<LogLine>, std::vector<ClockRecord>,
                       std::vector<TrainingStep>, std::vector<CheckRecord>,
                       std::vector<ScheduleRecord>, Bye, Heartbeat, Credit, Subscribe, Served,
                       RunEnd, std::vector<DeviceSample>, std::vector<DeviceInfo>,
                       std::vector<KernelRecord>, std::vector<KernelName>, std::vector<KernelCount>,
                       std::vector<StepSummary>, Bundle, DetailWish>;
    FrameHeader header;
    Body body;
};

// Why bytes are no frame. A receiver counts it and goes on; it never ends a run or a reading.
struct BadFrame {
    std::string_view reason; // a sentence that lives as long as the program
};

// Checks everything about the one frame that fills `bytes`, without copying it.
// A rank >= `ranks` is bad, as is a Hello from a rank that is not below the number it tells.
std::variant<FrameHeader, BadFrame> inspect(ByteView bytes, std::uint32_t ranks = kMaxRanks);

// The same, and the records. Allocates the records, whose number the header has been checked for.
std::variant<Frame, BadFrame> decode(ByteView bytes, std::uint32_t ranks = kMaxRanks);

// Bytes of the frame that starts at `bytes`, from its header alone (which is not checked further);
// 0 when there is no plausible header or the frame is cut off. A reader uses it to walk through
// frames that follow each other, and checks each with decode(). No frame has no bytes, so 0 is
// never a size.
std::size_t frameBytes(ByteView bytes);

// True for the kinds that carry a sequence number: what ranks send to be logged.
bool isData(FrameKind kind);

// True for all that an event log holds: those, and what the supervisor adds.
bool isLogged(FrameKind kind);

// Records that count in Totals: `count` for data other than Hello and Bye, 0 for control.
std::uint64_t countedRecords(const FrameHeader& header);

// What a sender puts in the header, beside what follows from the records. The fields mean what
// those of the same names in FrameHeader mean.
struct FrameAddress {
    std::uint64_t run = 0;
    std::uint64_t sequence = 0;
    std::uint32_t rank = 0;
    std::uint32_t epoch = 0;
    DetailLevel detail = DetailLevel::Op;
    std::uint32_t origin = 0;
    std::uint8_t hop = 0;
};

// Every frame that a rank, a collector or a viewer sends is made here.
//
// Collects records of one kind into one frame of at most kMaxFrameBytes.
// append() returns false, and appends nothing, when the record does not fit or is
// not valid(). Precondition: the record belongs to the builder's kind; this is not checked.
class FrameBuilder {
public:
    // Of any kind that has records.
    explicit FrameBuilder(FrameKind kind);

    bool append(const Hello& hello);
    bool append(const SpanRecord& span);
    bool append(const MemorySample& sample);
    bool append(const StepMark& mark);
    bool append(const LogLine& line); // text is cleaned and cut to kMaxLogTextBytes
    bool append(const ClockRecord& clock);
    bool append(const TrainingStep& step);
    bool append(const CheckRecord& check);
    bool append(const ScheduleRecord& schedule);
    bool append(const DeviceSample& sample);
    bool append(const DeviceInfo& info);
    bool append(const KernelRecord& kernel);
    bool append(const KernelName& name);
    bool append(const KernelCount& count);
    bool append(const StepSummary& summary);
    bool append(const Bye& bye);
    bool append(const RunEnd& end);
    bool append(const Heartbeat& heartbeat);
    bool append(const Credit& credit);
    bool append(const Subscribe& subscribe);
    bool append(const Served& served);
    bool append(const Bundle& bundle);
    bool append(const DetailWish& wish);

    FrameKind kind() const { return m_kind; }
    // Records so far; 0 after finish().
    std::uint32_t count() const { return m_count; }

    // The finished frame, with its checksum; the builder is empty again and may be used for the
    // next frame of its kind.
    Bytes finish(const FrameAddress& address);

private:
    template <class Record>
    bool appendFixed(const Record& record);

    FrameKind m_kind;
    std::uint32_t m_count = 0;
    Bytes m_bytes;
};

// A frame of exactly one record; empty bytes where the record is not valid().
template <class Record>
Bytes encodeOne(FrameKind kind, const FrameAddress& address, const Record& record)
{
    FrameBuilder builder(kind);
    return builder.append(record) ? builder.finish(address) : Bytes{};
}

} // namespace telemetry
