#include "engine/launch/export_command.h"
#include "engine/launch/report.h"
#include "engine/launch/run_reading.h"
#include "telemetry/text.h"

#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace launch;
using telemetry::FrameKind;
using telemetry::KernelLane;

namespace {

// Two ranks with a forward of 1 ms each, in which rank 0 runs a kernel for 0.8 ms and rank 1 for
// 0.6 ms, besides an exchange and a copy; rank 1 had no room for three records.
class Kernels {
public:
    Kernels()
    {
        for (const std::uint32_t rank : {0u, 1u})
            add(FrameKind::Hello, rank,
                telemetry::Hello{.ranks = 2, .pipelineRanks = 2, .microbatches = 1});
        for (const std::uint32_t rank : {0u, 1u}) {
            const std::int64_t zero = 1'000'000'000;
            add(FrameKind::StepMarks, rank, telemetry::StepMark{.timeNs = zero});
            add(FrameKind::Spans, rank,
                telemetry::SpanRecord{.startNs = zero,
                                      .endNs = zero + 1'000'000,
                                      .stage = std::int32_t(rank),
                                      .microbatch = 0});
            name(rank, 0, "gpu::softmax<float>");
            name(rank, 1, "ncclDevKernel_AllReduce_Sum_f32_RING_LL");
            name(rank, 2, "copy to the device");
            kernel(rank, zero, 800'000 - 200'000 * rank, 0, KernelLane::Compute, 7);
            kernel(rank, zero + 400'000, 100'000, 1, KernelLane::Communication, 13);
            kernel(rank, zero, 1000, 2, KernelLane::Copy, 7);
            kernel(rank, zero + 500'000, 50'000, 1, KernelLane::Communication, 21);
            add(FrameKind::KernelCounts, rank,
                telemetry::KernelCount{
                    .timeNs = zero, .kernels = 4, .dropped = rank == 1 ? 3u : 0u});
            add(FrameKind::StepMarks, rank,
                telemetry::StepMark{
                    .timeNs = zero + 1'000'000, .spans = 1, .phase = telemetry::StepPhase::End});
        }
        reading.close();
        report.steps = reading.takeFinished();
        report.kernels = reading.kernels();
    }

    // What an export of that kind writes of all frames.
    template <class Text>
    std::string exported() const
    {
        SpanSurvey survey;
        for (const telemetry::Frame& frame : frames)
            survey.add(frame);
        std::string all;
        if constexpr (std::is_same_v<Text, ChromeSpans>) {
            ChromeSpans text(survey, "run");
            return written(text);
        } else {
            Text text(survey);
            return written(text);
        }
    }

    std::vector<telemetry::Frame> frames;
    RunReading reading;
    Report report;

private:
    template <class Text>
    std::string written(Text& text) const
    {
        std::string all = text.begin();
        for (const telemetry::Frame& frame : frames) {
            if (const auto* spans = std::get_if<std::vector<telemetry::SpanRecord>>(&frame.body))
                for (const auto& span : *spans)
                    all += text.span(frame.header.rank, span);
            if (const auto* kernels
                = std::get_if<std::vector<telemetry::KernelRecord>>(&frame.body))
                for (const auto& kernel : *kernels)
                    all += text.kernel(frame.header.rank, frame.header.epoch, kernel);
        }
        return all + text.end();
    }

    template <class Record>
    void add(FrameKind kind, std::uint32_t rank, const Record& record)
    {
        const auto bytes = telemetry::encodeOne(
            kind, {.run = 1, .sequence = sequence[rank]++, .rank = rank}, record);
        frames.push_back(std::get<telemetry::Frame>(telemetry::decode(bytes)));
        reading.add(frames.back());
    }
    void name(std::uint32_t rank, std::uint32_t number, const char* text)
    {
        telemetry::KernelName name{.number = number};
        telemetry::copyText(name.name, text);
        add(FrameKind::KernelNames, rank, name);
    }
    void kernel(std::uint32_t rank, std::int64_t start, std::int64_t length, std::uint32_t name,
                KernelLane lane, std::uint32_t stream)
    {
        add(FrameKind::Kernels, rank,
            telemetry::KernelRecord{.startNs = start,
                                    .endNs = start + length,
                                    .bytes = lane == KernelLane::Copy ? 64u : 0u,
                                    .name = name,
                                    .stage = std::int32_t(rank),
                                    .microbatch = 0,
                                    .stream = stream,
                                    .by = telemetry::QueuedBy::Forward,
                                    .lane = lane});
    }

    std::map<std::uint32_t, std::uint64_t> sequence;
};

} // namespace

TEST(KernelReport, SaysOfEachRankAndOfAllWhereTheTimeWent)
{
    const Kernels kernels;
    const auto told = nlohmann::json::parse(toJson(kernels.report))["kernels"];
    EXPECT_EQ(told["recorded"], 8);
    EXPECT_EQ(told["missing"], 0);
    EXPECT_EQ(told["dropped"], 3);
    EXPECT_DOUBLE_EQ(told["computing_seconds"], 0.002);
    EXPECT_DOUBLE_EQ(told["launch_gap_seconds"], 0.0006);
    EXPECT_DOUBLE_EQ(told["launch_gap_fraction"], 0.3);
    EXPECT_DOUBLE_EQ(told["compute_seconds"], 0.0014);
    EXPECT_DOUBLE_EQ(told["communication_seconds"], 0.0003);
    const auto& first = told["kernels"][0];
    EXPECT_EQ(first["name"], "gpu::softmax<float>");
    EXPECT_EQ(first["lane"], "compute");
    EXPECT_EQ(first["count"], 2);
    EXPECT_DOUBLE_EQ(first["share"], 0.7);
    EXPECT_TRUE(told["kernels"][1]["share"].is_null()); // an exchange computes nothing
    EXPECT_EQ(told["kernels"][2]["bytes"], 128);
    EXPECT_EQ(told["other_kernels"], 0);
    ASSERT_EQ(told["ranks"].size(), 2U);
    EXPECT_DOUBLE_EQ(told["ranks"][0]["launch_gap_fraction"], 0.2);
    EXPECT_DOUBLE_EQ(told["ranks"][1]["launch_gap_fraction"], 0.4);
    EXPECT_EQ(told["ranks"][1]["dropped"], 3);
}

TEST(KernelReport, SumsUpInATable)
{
    const Kernels kernels;
    EXPECT_EQ(
        summaryOf(kernels.report.kernels),
        "  kernels: 8 recorded; at most 30.0 % of the ops' time has none (launch gaps): "
        "20.0 % on rank 0 to 40.0 % on rank 1\n"
        "  3 records of kernels are missing: the tracing of the devices had no room for them\n"
        "    of computing       time   kernels\n"
        "          70.0 %    1.40 ms         2  softmax<float>\n"
        "   communication     300 us         4  ncclDevKernel_AllReduce_Sum_f32_RING_LL\n"
        "            copy    2.00 us         2  copy to the device\n");
    EXPECT_NE(summaryOf(kernels.report).find("softmax<float>"), std::string::npos);
}

TEST(KernelReport, IsNotThereWhereNobodyLooked)
{
    const Report report;
    EXPECT_FALSE(nlohmann::json::parse(toJson(report)).contains("kernels"));
    EXPECT_EQ(summaryOf(report.kernels), "");
}

TEST(KernelReport, NamesNoMoreThanATableHolds)
{
    Report report;
    auto& use = report.kernels.ranks[0];
    for (std::size_t i = 0; i < 2 * kKernelsInJson; ++i)
        use.totals.push_back(
            {"k" + std::to_string(i), KernelLane::Compute, 1, measured::KernelTime(1000), 0});
    const auto told = nlohmann::json::parse(toJson(report))["kernels"];
    EXPECT_EQ(told["kernels"].size(), kKernelsInJson);
    EXPECT_EQ(told["other_kernels"], kKernelsInJson);
    EXPECT_NE(summaryOf(report.kernels).find("90.0 us        90  90 other kernels\n"),
              std::string::npos)
        << summaryOf(report.kernels);
}

TEST(KernelExport, KernelsHaveRowsOfTheirOwnUnderTheirRank)
{
    const auto trace = nlohmann::json::parse(Kernels().exported<ChromeSpans>())["traceEvents"];
    std::map<std::uint64_t, std::string> rows;
    std::map<std::string, std::int64_t> places;
    for (const auto& event : trace)
        if (event["name"] == "thread_name")
            rows[event["tid"]] = event["args"]["name"];
    for (const auto& event : trace)
        if (event["name"] == "thread_sort_index")
            places[rows.at(event["tid"])] = event["args"]["sort_index"];
    EXPECT_EQ(rows.size(), 2U * (1 + 4));
    const std::vector<std::string> order{"rank 0",
                                         "rank 0 compute, stream 7",
                                         "rank 0 communication, stream 13",
                                         "rank 0 communication, stream 21",
                                         "rank 0 copy, stream 7",
                                         "rank 1"};
    for (std::size_t i = 0; i + 1 < order.size(); ++i)
        EXPECT_LT(places.at(order[i]), places.at(order[i + 1])) << order[i];
    std::size_t found = 0;
    for (const auto& event : trace) {
        if (event["ph"] != "X" || event["name"] != "softmax<float>")
            continue;
        ++found;
        const std::string rank = std::to_string(event["args"]["stage"].get<int>());
        EXPECT_EQ(rows.at(event["tid"]), "rank " + rank + " compute, stream 7");
        EXPECT_EQ(event["args"]["op"], rank + "F0");
        EXPECT_EQ(event["args"]["kernel"], "gpu::softmax<float>");
        EXPECT_EQ(event["cat"], "compute kernel");
        EXPECT_EQ(event["ts"], 0.0);
    }
    EXPECT_EQ(found, 2U);
}

// Kernels of one row must not overlap, however many streams there are.
TEST(KernelExport, ManyStreamsShareTheLastRow)
{
    const SpanSurvey survey;
    ChromeSpans text(survey, "run");
    std::string all = text.begin();
    for (std::uint32_t stream = 0; stream < 40; ++stream)
        all += text.kernel(0, 0,
                           {.startNs = 10 + stream,
                            .endNs = 100 + stream,
                            .stream = stream,
                            .lane = KernelLane::Communication});
    const auto trace = nlohmann::json::parse(all + text.end())["traceEvents"];
    std::map<std::uint64_t, std::int64_t> busyTo;
    const auto ns = [](const nlohmann::json& us) { return std::llround(us.get<double>() * 1e3); };
    for (const auto& event : trace)
        if (event["ph"] == "X") {
            std::int64_t& end = busyTo[event["tid"]];
            EXPECT_GE(ns(event["ts"]), end);
            end = ns(event["ts"]) + ns(event["dur"]);
        }
    EXPECT_EQ(busyTo.size(), 16U);
}

TEST(KernelExport, KernelsAreATableOfTheirOwn)
{
    const std::string csv = Kernels().exported<CsvKernels>();
    EXPECT_TRUE(csv.starts_with("rank,step,op,lane,stream,start_ns,end_ns,bytes,kernel\n"
                                "0,0,0F0,compute,7,0,800000,0,\"gpu::softmax<float>\"\n"
                                "0,0,0F0,communication,13,400000,500000,0,"
                                "\"ncclDevKernel_AllReduce_Sum_f32_RING_LL\"\n"))
        << csv;
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 8);
    EXPECT_EQ(CsvSpans::kernel(0, 0, {}), "");
}
