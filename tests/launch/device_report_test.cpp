#include "engine/launch/export_command.h"
#include "engine/launch/report.h"
#include "engine/launch/run_reading.h"
#include "telemetry/text.h"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace launch;
using telemetry::FrameKind;

namespace {

// Two ranks, each with a device; that of rank 1 is held at its power limit in step 1.
class Devices {
public:
    Devices()
    {
        for (const std::uint32_t rank : {0u, 1u}) {
            telemetry::Hello hello{.ranks = 2, .pipelineRanks = 2, .microbatches = 1};
            add(FrameKind::Hello, rank, hello);
            telemetry::DeviceInfo info{.memoryTotalBytes = std::uint64_t{80} << 30,
                                       .driverCuda = 13000,
                                       .runtimeCuda = 12080,
                                       .nccl = 22809,
                                       .cublas = 130100,
                                       .sharingRanks = 1,
                                       .capabilityMajor = 9,
                                       .mig = 0,
                                       .overHost = 1};
            telemetry::copyText(info.name, "NVIDIA H100");
            telemetry::copyText(info.driver, "580.65.06");
            add(FrameKind::DeviceInfos, rank, info);
        }
        for (int step = 0; step < 3; ++step)
            for (const std::uint32_t rank : {0u, 1u}) {
                const std::int64_t zero = 1000 + step * 1000;
                add(FrameKind::StepMarks, rank, telemetry::StepMark{.timeNs = zero, .step = step});
                telemetry::DeviceSample sample{.timeNs = zero + 500,
                                               .memoryUsedBytes = std::uint64_t(40 + rank) << 30,
                                               .memoryTotalBytes = std::uint64_t{80} << 30,
                                               .powerMilliwatts = 500'000 + 100'000 * rank,
                                               .powerLimitMilliwatts = 700'000,
                                               .throttle = 0,
                                               .smMegahertz = 1900,
                                               .gpuPercent = std::uint8_t(90 - 10 * rank),
                                               .celsius = std::uint8_t(60 + step)};
                if (rank == 1 && step == 1)
                    sample.throttle = 1;
                if (step < 2)
                    add(FrameKind::DeviceSamples, rank, sample);
                add(FrameKind::StepMarks, rank,
                    telemetry::StepMark{
                        .timeNs = zero + 900, .step = step, .phase = telemetry::StepPhase::End});
            }
        reading.close();
        report.steps = reading.takeFinished();
        report.devices = reading.devices();
    }

    RunReading reading;
    Report report;

private:
    template <class Record>
    void add(FrameKind kind, std::uint32_t rank, const Record& record)
    {
        const auto bytes = telemetry::encodeOne(
            kind, {.run = 1, .sequence = m_sequence[rank]++, .rank = rank}, record);
        reading.add(std::get<telemetry::Frame>(telemetry::decode(bytes)));
    }
    std::uint64_t m_sequence[2] = {};
};

} // namespace

TEST(DeviceReport, SaysOfEveryRankWhatItsDeviceIsAndDid)
{
    const Devices devices;
    const auto json = nlohmann::json::parse(toJson(devices.report));
    ASSERT_EQ(json["devices"].size(), 2u);
    const auto& rank = json["devices"][1];
    EXPECT_EQ(rank["rank"], 1);
    EXPECT_EQ(rank["name"], "NVIDIA H100");
    EXPECT_EQ(rank["driver"], "580.65.06");
    EXPECT_EQ(rank["driver_cuda"], "13.0");
    EXPECT_EQ(rank["runtime_cuda"], "12.8");
    EXPECT_EQ(rank["nccl"], "2.28.9");
    EXPECT_EQ(rank["cublas"], "13.1.0");
    EXPECT_TRUE(rank["cudnn"].is_null());
    EXPECT_TRUE(rank["pci_bus_id"].is_null());
    EXPECT_EQ(rank["compute_capability"], "9.0");
    EXPECT_EQ(rank["mig"], false);
    EXPECT_EQ(rank["sharing_ranks"], 1);
    EXPECT_EQ(rank["over_host"], true);
    EXPECT_EQ(rank["samples"], 2);
    EXPECT_DOUBLE_EQ(rank["gpu_utilization"], 0.8);
    EXPECT_TRUE(rank["memory_utilization"].is_null());
    EXPECT_EQ(rank["memory_used_max_bytes"], std::uint64_t{41} << 30);
    EXPECT_EQ(rank["memory_total_bytes"], std::uint64_t{80} << 30);
    EXPECT_DOUBLE_EQ(rank["power_watts"], 600);
    EXPECT_DOUBLE_EQ(rank["power_limit_watts"], 700);
    EXPECT_EQ(rank["temperature_max_celsius"], 61);
    EXPECT_DOUBLE_EQ(rank["throttled"], 0.5);
    EXPECT_EQ(rank["throttle_reasons"], nlohmann::json({"power cap"}));
    EXPECT_TRUE(rank["ecc_uncorrected"].is_null());
}

TEST(DeviceReport, SaysOfEveryStepWhatTheDevicesDidInIt)
{
    const Devices devices;
    const auto json = nlohmann::json::parse(toJson(devices.report));
    ASSERT_EQ(json["steps"].size(), 3u);
    const auto& step = json["steps"][1]["devices"];
    EXPECT_DOUBLE_EQ(step["gpu_utilization"], 0.85);
    EXPECT_DOUBLE_EQ(step["power_watts"], 550);
    EXPECT_EQ(step["temperature_max_celsius"], 61);
    EXPECT_EQ(step["memory_used_max_bytes"], std::uint64_t{41} << 30);
    EXPECT_EQ(step["throttled_ranks"], nlohmann::json({1}));
    EXPECT_EQ(step["throttle_reasons"], nlohmann::json({"power cap"}));
    EXPECT_TRUE(json["steps"][0]["devices"]["throttled_ranks"].empty());
    EXPECT_FALSE(json["steps"][2].contains("devices")); // no sample fell into it
}

TEST(DeviceReport, SumsUpInAFewLines)
{
    const Devices devices;
    EXPECT_EQ(summaryOf(devices.report.devices),
              "  NVIDIA H100: busy 85 % of the time, 550 W of 700 W, 1900 MHz, at most 61 °C, at "
              "most 41.0 GiB of 80.0 GiB\n"
              "  messages went over the host\n"
              "  the device of rank 1 was slowed 50 % of the time: power cap\n");
    EXPECT_NE(summaryOf(devices.report).find("  NVIDIA H100: busy"), std::string::npos);
}

TEST(DeviceReport, DevicesOfSeveralKindsAreToldApart)
{
    Devices devices;
    devices.report.devices.ranks[1].name = "NVIDIA A100";
    const std::string text = summaryOf(devices.report.devices);
    EXPECT_TRUE(
        text.starts_with("  rank 0 on NVIDIA H100 and rank 1 on NVIDIA A100: a step takes as "
                         "long as the slowest needs\n"))
        << text;
    EXPECT_NE(text.find("\n  NVIDIA A100: busy"), std::string::npos) << text;
    EXPECT_NE(text.find("\n  NVIDIA H100: busy"), std::string::npos) << text;

    EXPECT_EQ(
        kindsInWords(
            {{0, "A"}, {1, "A"}, {2, "B"}, {3, "A"}, {4, "B"}, {5, "B"}, {6, "B"}, {7, "C"}}),
        "ranks 0, 1 and 3 on A, ranks 2 and 4 to 6 on B and rank 7 on C: a step takes as long as "
        "the slowest needs");
    EXPECT_EQ(kindsInWords({{0, "A"}, {1, "A"}}), "");
}

TEST(DeviceReport, IsNotThereWhereNoDeviceCounts)
{
    Report report;
    report.steps.emplace_back();
    const auto json = nlohmann::json::parse(toJson(report));
    EXPECT_FALSE(json.contains("devices"));
    EXPECT_FALSE(json["steps"][0].contains("devices"));
    EXPECT_EQ(summaryOf(report.devices), "");
}

TEST(DeviceExport, CountersAreATableOfTheirOwn)
{
    const SpanSurvey survey;
    const CsvCounters csv(survey);
    const telemetry::DeviceSample sample{.timeNs = 5,
                                         .memoryUsedBytes = 7,
                                         .powerMilliwatts = 400123,
                                         .throttle = 5,
                                         .gpuPercent = 0,
                                         .celsius = 61};
    EXPECT_EQ(csv.sample(3, sample), "3,5,7,,0,,400123,,,,61,5,\n");
    EXPECT_EQ(csv.sample(3, {}), "3,0,,,,,,,,,,,\n");
    const std::string header = CsvCounters::begin();
    EXPECT_EQ(std::count(header.begin(), header.end(), ','), 12);
    EXPECT_EQ(CsvSpans::sample(3, sample), "");
}

TEST(DeviceExport, CountersAreTracksOfATrace)
{
    const auto with = [](const telemetry::DeviceSample& sample) {
        const SpanSurvey none;
        ChromeSpans made(none, "run");
        std::string text = made.begin();
        text += made.sample(2, sample);
        text += made.end();
        return nlohmann::json::parse(text);
    };
    const auto counters = [](const nlohmann::json& read) {
        std::map<std::string, nlohmann::json> found;
        for (const auto& event : read["traceEvents"])
            if (event["ph"] == "C")
                found[event["name"]] = event["args"];
        return found;
    };
    const auto found = counters(with({.timeNs = 5, .powerMilliwatts = 400999, .celsius = 61}));
    EXPECT_EQ(found.size(), 2u); // what is not known has no track
    EXPECT_EQ(found.at("rank 2 device power")["watts"], 400);
    EXPECT_EQ(found.at("rank 2 device temperature")["celsius"], 61);
    EXPECT_TRUE(counters(with({.timeNs = -5, .celsius = 61})).empty());
}
