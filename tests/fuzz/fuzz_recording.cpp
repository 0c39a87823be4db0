// Bytes as the records of a log whose checksums are right: whatever they say, reading ends, the
// report's numbers are numbers, the ledger of every rank adds up, and the timeline can be drawn.

#include "engine/launch/chrome_spans.h"
#include "engine/launch/run_reading.h"
#include "engine/measured/straggler.h"
#include "engine/plan/catalog.h"
#include "engine/plan/ledger.h"
#include "engine/plan/metrics.h"
#include "gui/live/step_kernels.h"
#include "gui/timeline/columns.h"
#include "gui/timeline/no_data.h"
#include "telemetry/crc32c.h"
#include "telemetry/log_reader.h"
#include "tests/fuzz/recording_input.h"

#include <cstdlib>
#include <cstring>
#include <map>

#include <nlohmann/json.hpp>
#include <sys/mman.h>
#include <unistd.h>

using namespace fuzz;

namespace {

Bytes logOf(const Bytes& frames)
{
    Bytes log;
    LogFileHeader file{.run = 42};
    file.crc = crc32c(std::as_bytes(std::span(&file, 1)).first(offsetof(LogFileHeader, crc)));
    put(log, file);
    ChunkHeader chunk{.payloadBytes = std::uint32_t(frames.size()), .payloadCrc = crc32c(frames)};
    chunk.headerCrc
        = crc32c(std::as_bytes(std::span(&chunk, 1)).first(offsetof(ChunkHeader, headerCrc)));
    put(log, chunk);
    log.insert(log.end(), frames.begin(), frames.end());
    return log;
}

void require(bool holds)
{
    if (!holds)
        std::abort();
}

void checkLedger(const plan::Schedule& schedule, const measured::Step& step)
{
    const plan::Ledger ledger = plan::account(schedule, step.timeline, plan::Costs::unit());
    for (const plan::RankLedger& rank : ledger.ranks)
        require(plan::sum(rank) == step.timeline.makespan);
}

void draw(const plan::Schedule* schedule, const plan::Timeline& timeline)
{
    std::vector<std::vector<gui::TimeRange>> noData;
    std::vector<gui::RankSpans> rows;
    noData.reserve(timeline.spans.size());
    for (std::size_t rank = 0; rank < timeline.spans.size(); ++rank) {
        noData.emplace_back();
        if (schedule != nullptr)
            noData.back() = gui::noDataRanges(schedule->order[rank], timeline.spans[rank],
                                              timeline.makespan, false);
        rows.push_back({timeline.spans[rank], noData.back()});
    }
    const gui::Pyramid pyramid(rows, timeline.makespan);
    const gui::TimeAxis axis{{gui::Nanoseconds{0}, timeline.makespan + gui::Nanoseconds{1}}, 300};
    gui::ColumnLayout layout;
    for (std::size_t rank = 0; rank < std::min<std::size_t>(rows.size(), 8); ++rank)
        layout.layOut(rows[rank], pyramid, rank, axis);
}

void checkStep(const measured::Step& step, const plan::Schedule* schedule,
               std::optional<measured::StragglerWatch>& watch)
{
    require(step.timeline.makespan.count() >= 0);
    for (std::size_t rank = 0; rank < step.timeline.spans.size(); ++rank)
        require(plan::busyTime(step.timeline, rank) <= step.timeline.makespan);
    const double bubble = plan::bubbleFraction(step.timeline);
    require(bubble >= 0 && bubble <= 1 && plan::spanBubbleFraction(step.timeline) >= 0);
    launch::reportOf(step);
    if (schedule != nullptr) {
        checkLedger(*schedule, step);
        watch->add(step);
    }
    draw(schedule, step.timeline);
}

// As a trace and as the lanes of the window.
void exportKernels(const std::vector<Frame>& frames)
{
    launch::SpanSurvey survey;
    for (const Frame& frame : frames)
        survey.add(frame);
    launch::ChromeSpans trace(survey, "run");
    std::string text = trace.begin();
    gui::StepKernels lanes;
    for (const Frame& frame : frames) {
        lanes.add(frame);
        if (const auto* kernels = std::get_if<std::vector<KernelRecord>>(&frame.body))
            for (const KernelRecord& kernel : *kernels)
                text += trace.kernel(frame.header.rank, frame.header.epoch, kernel);
    }
    text += trace.end();
    require(nlohmann::json::accept(text));
    measured::Step step;
    for (step.number = 0; step.number < 16; ++step.number)
        if (const auto work = lanes.work(step))
            for (std::size_t rank = 0; rank < std::min<std::size_t>(work->lanes.size(), 8); ++rank)
                for (const auto& row : work->lanes[rank].rows)
                    for (const gui::Kernel& kernel : row)
                        require(kernel.start >= gui::Nanoseconds{0} && kernel.end >= kernel.start);
}

void read(LogReader& log)
{
    std::vector<Frame> frames;
    launch::RunReading reading;
    measured::StepAssembler assembler;
    std::optional<plan::Schedule> schedule;
    std::optional<measured::StragglerWatch> watch;
    const auto takeSteps = [&] {
        const auto& info = assembler.info();
        if (info && !schedule && info->shape.ranks <= 64)
            if (auto made = plan::makeSchedule(info->schedule, info->shape)) {
                schedule = *std::move(made);
                watch.emplace(*schedule);
            }
        for (const measured::Step& step : assembler.takeFinished())
            checkStep(step, schedule ? &*schedule : nullptr, watch);
    };
    log.finish();
    while (!log.atEnd())
        for (const auto bytes : log.nextChunk()) {
            const auto decoded = decode(bytes);
            const auto& frame = std::get<Frame>(decoded);
            frames.push_back(frame);
            reading.add(frame);
            assembler.add(frame);
            takeSteps();
        }
    reading.close();
    assembler.close();
    exportKernels(frames);
    takeSteps();
    launch::Report report;
    report.steps = reading.takeFinished();
    report.telemetry = reading.telemetry();
    report.kernels = reading.kernels();
    report.memory = reading.memory();
    report.ranks = 8;
    for (const auto& [rank, use] : report.kernels.ranks)
        require(use.gaps >= use.gaps.zero() && use.gaps <= use.ops && use.ops <= use.computing);
    require(!launch::toJson(report).empty() && !launch::summaryOf(report).empty());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    Input in(data, size);
    const Bytes bytes = logOf(framesOf(in));
    const int file = ::memfd_create("log", 0);
    require(file >= 0 && ::write(file, bytes.data(), bytes.size()) == ssize_t(bytes.size()));
    auto log = LogReader::open("/proc/self/fd/" + std::to_string(file));
    require(bool(log));
    read(*log);
    ::close(file);
    return 0;
}
